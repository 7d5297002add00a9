// Brokers and trading platforms whose files are read.

/** How the service names each, and how it is written for people. The reader of each stands in `journal/imports`. */
export const brokers = {
  alpaca: 'Alpaca',
  delta: 'Delta Exchange',
  etrade: 'E*TRADE',
  fidelity: 'Fidelity',
  firstrade: 'Firstrade',
  ibkr: 'Interactive Brokers',
  lightspeed: 'Lightspeed',
  lime: 'Lime',
  metatrader: 'MetaTrader',
  ninjatrader: 'NinjaTrader',
  projectx: 'ProjectX',
  questrade: 'Questrade',
  robinhood: 'Robinhood',
  schwab: 'Charles Schwab',
  score_priority: 'Score Priority',
  sierrachart: 'Sierra Chart',
  tastytrade: 'tastytrade',
  thinkorswim: 'thinkorswim',
  tiger_brokers: 'Tiger Brokers',
  tradervue: 'Tradervue',
  tradestation: 'TradeStation',
  trading212: 'Trading 212',
  tradingview: 'TradingView',
  tradovate: 'Tradovate',
  vanguard: 'Vanguard',
  wealthsimple: 'Wealthsimple',
  webull: 'Webull',
} as const;
export type Broker = keyof typeof brokers;
