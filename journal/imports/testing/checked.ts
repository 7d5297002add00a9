// Which figure of each format's rows is compared with quantity × price, and a statement that has it. docs/imports.md
// lists the same; a test holds the two together and changes each figure to see that it is noticed.
import { SAMPLES } from './samples.ts';

interface CheckedColumn {
  /** The heading, or the attribute, as the broker spells it. */
  readonly column: string;
  /** Where the format's sample does not have it. */
  readonly statement?: string;
}

/** Formats whose rows state nothing twice, and why that is. */
export const NOT_CHECKED: Readonly<Record<string, string>> = {
  ofx_investment: 'the whole file is reconciled with its positions',
  positions: 'no rows of trades: the list is reconciled with itself and the book',
  realised_gains: 'no rows of trades: the list is reconciled with itself and the book',
  cryptocom: 'the price follows from the amounts',
  gemini: 'the price follows from the amounts',
  metatrader: 'the stated profit tells what a lot is worth',
  sierrachart: 'fills without an amount',
  tradenote: 'the exit follows from the stated result',
  tradesviz: 'fills without an amount',
  xtb: 'what was paid counts, in whatever currency the price is',
  zerodha: 'fills without an amount',
};

const GAINS = `"Symbol","Name","Opened Date","Closed Date","Quantity","Cost Per Share","Proceeds Per Share","Gain/Loss ($)"
"HARB","HARBOUR TOOLS","01/04/2024","02/05/2024","10","$40.00","$44.25","$42.50"
`;
const FLEX = `ClientAccountID,CurrencyPrimary,AssetClass,Symbol,Multiplier,TradeID,DateTime,Quantity,TradePrice,Proceeds,IBCommission,Buy/Sell,LevelOfDetail,TransactionType
U1,USD,STK,HARB,1,12,20240102;093002,10,44.25,-442.5,-1,BUY,EXECUTION,ExchTrade
`;
const FLEX_XML = `<FlexQueryResponse queryName="q" type="AF"><FlexStatements count="1"><FlexStatement accountId="U1"><Trades>
<Trade accountId="U1" currency="USD" assetCategory="STK" symbol="HARB" tradeID="1" dateTime="20240102;093000" quantity="10" tradePrice="44.25" proceeds="-442.5" ibCommission="-1" buySell="BUY" levelOfDetail="EXECUTION"/>
</Trades></FlexStatement></FlexStatements></FlexQueryResponse>
`;
const WEBULL_ORDERS = `Name,Symbol,Market,Place Time,Fill Time,Side,Side Type,Order Type,Filled AVG Price,Filled Qty,Traded Value,Commission,Fee,Submitted Quantity,Limit Price,Time in Force,Extended Hours
Harbour,HARB,NASDAQ,01/02/2024 10:00:00 EST,01/02/2024 10:00:01 EST,Buy,Open,Limit,$44.25,10,$442.50,$0.50,$0.02,10,$44.25,DAY,N
`;
const WEBULL_RECORD = `Symbol & Name,Trade Date,Settlement Date,Buy/Sell,Quantity,Traded Price,Gross Amount,Comm/Fee/Tax,VAT,Net Amount,Currency
HARB Harbour Tools,15/01/2024,17/01/2024,BUY,10,44.25,442.50,-0.50,-0.04,-443.04,USD
`;
const TASTYTRADE = `Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Multiplier,Root Symbol,Underlying Symbol,Expiration Date,Strike Price,Call or Put,Order #,Total,Currency
2024-01-03T10:00:00-0500,Trade,Buy to Open,BUY_TO_OPEN,HARB,Equity,Bought 10 HARB,-442.50,10,-44.25,--,-0.14,,,,,,,555,-442.64,USD
`;
const TRADINGVIEW = `Symbol,Side,Type,Qty,Fill Price,Order ID,Placing Time,Closing Time,Status,Value
NASDAQ:HARB,Buy,Market,10,44.25,71,2026-01-05 15:00:00,2026-01-05 15:00:01,Filled,442.50
`;
const TRADOVATE_ORDERS = `orderId,Account,B/S,Contract,Product,avgPrice,filledQty,Fill Time,Status,Notional Value
7,A1,Buy,MESH6,MES,5000.25,2,01/05/2026 10:00:00,Filled,50002.50
`;
const TRADOVATE_PAIRS = `symbol,qty,buyPrice,sellPrice,buyFillId,sellFillId,boughtTimestamp,soldTimestamp,pnl
MESH6,2,5000.25,5010.25,1,2,01/05/2026 10:00:00,01/05/2026 10:05:00,$100.00
`;
const LIGHTSPEED = `Account Number,Side,Symbol,Qty,Price,Trade Date,Execution Time,Commission Amount,FeeSEC,Trade Number,Sequence Number,Principal Amount,Net Amount
A1,B,HARB,10,44.25,01/02/2024,10:00:00,0.50,0.00,17,1,442.50,443.00
`;
const ALPACA = `activity_type,id,symbol,side,qty,price,transaction_time,net_amount
FILL,a1,HARB,buy,10,44.25,2026-01-05T15:00:00Z,-442.50
`;
const GENERIC = `Date,Symbol,Side,Quantity,Price,Amount,Commission,Currency
2024-01-02 10:00:00,HARB,Buy,10,44.25,442.50,,USD
2024-01-03 10:00:00,HARB,Sell,10,44.25,442.50,,USD
`;
const BINANCE = `Date(UTC),Pair,Side,Price,Executed,Amount,Fee
2025-05-07 07:08:09,ETHUSDT,SELL,2300.00,0.1,230,0.23
`;

const BYBIT = `Spot Pairs,Order Type,Direction,Filled Value,Filled Price,Filled Quantity,Fees,Transaction ID,Order No.,Timestamp (UTC)
ETHUSD,LIMIT,BUY,1300,2600,0.5,0,T1,O1,2025-02-03 08:15:00
`;
const KUCOIN = `UID,Account Type,Order ID,Symbol,Side,Order Type,Avg. Filled Price,Filled Amount,Filled Volume,Filled Volume (USDT),Filled Time(UTC+08:00),Fee,Tax,Maker/Taker,Fee Currency
7,mainAccount,O1,ETH-USD,BUY,LIMIT,2600,0.5,1300,1300,2025-02-03 16:15:00,1.3,,Taker,USD
`;

const OKX = `UID:123,Account Type:Trading account,Time Zone:UTC+8
id,Order id,Time,Trade Type,Symbol,Action,Amount,Trading Unit,Filled Price,PnL,Fee,Fee Unit,Position Change,Position Balance,Balance Change,Balance,Balance Unit
11,901,2025-02-03 16:15:00,Spot,ETH-USD,Buy,1300,USD,2600,0,0,USD,0,0,-1300,700,USD
12,901,2025-02-03 16:15:00,Spot,ETH-USD,Buy,0.5,ETH,2600,0,0,ETH,0,0,0.5,0.5,ETH
`;

export const CHECKED: Readonly<Record<string, readonly CheckedColumn[]>> = {
  ibkr_activity: [{ column: 'Proceeds' }],
  ibkr_flex_csv: [{ column: 'Proceeds', statement: FLEX }],
  ibkr_flex_xml: [{ column: 'proceeds', statement: FLEX_XML }],
  thinkorswim: [{ column: 'AMOUNT' }],
  schwab: [{ column: 'Amount' }, { column: 'Gain/Loss ($)', statement: GAINS }],
  fidelity: [{ column: 'Amount ($)' }],
  robinhood: [{ column: 'Amount' }],
  webull: [
    { column: 'Traded Value', statement: WEBULL_ORDERS },
    { column: 'Gross Amount', statement: WEBULL_RECORD },
    { column: 'Net Amount', statement: WEBULL_RECORD },
  ],
  etrade: [{ column: 'Amount $' }],
  tradestation: [{ column: 'Gross Proceeds' }, { column: 'Net Proceeds' }],
  ninjatrader: [{ column: 'Profit' }],
  tastytrade: [{ column: 'Total', statement: TASTYTRADE }],
  tradingview: [{ column: 'Value', statement: TRADINGVIEW }],
  tradovate: [
    { column: 'Notional Value', statement: TRADOVATE_ORDERS },
    { column: 'pnl', statement: TRADOVATE_PAIRS },
  ],
  lightspeed: [
    { column: 'Principal Amount', statement: LIGHTSPEED },
    { column: 'Net Amount', statement: LIGHTSPEED },
  ],
  alpaca: [{ column: 'net_amount', statement: ALPACA }],
  firstrade: [{ column: 'Amount' }],
  questrade: [{ column: 'Gross Amount' }, { column: 'Net Amount' }],
  projectx: [{ column: 'PnL' }],
  tradervue: [{ column: 'Gross P&L' }],
  tradezella: [{ column: 'Gross P&L' }],
  tradersync: [{ column: 'Return $' }],
  tradetally: [{ column: 'P&L' }],
  luxalgo: [{ column: 'gross_pnl' }],
  binance: [{ column: 'Amount', statement: BINANCE }],
  bitstamp: [{ column: 'Value' }],
  bybit: [{ column: 'Filled Value', statement: BYBIT }],
  coinbase: [{ column: 'Total (inclusive of fees and/or spread)' }],
  ctrader: [{ column: 'Gross USD' }],
  degiro: [{ column: 'Value' }, { column: 'Total' }],
  etoro: [{ column: 'Amount' }],
  kraken: [{ column: 'cost' }],
  kucoin: [{ column: 'Filled Volume', statement: KUCOIN }],
  merrill: [{ column: 'Amount' }],
  jpmorgan: [{ column: 'Amount Local' }],
  moomoo: [{ column: 'Fill Amount' }],
  okx: [{ column: 'Balance Change', statement: OKX }],
  saxo: [{ column: 'Amount' }],
  freedom24: [{ column: 'summ' }],
  trading212: [{ column: 'Total' }],
  wealthsimple: [{ column: 'net_cash_amount' }],
  vanguard: [{ column: 'Principal Amount' }, { column: 'Net Amount' }],
  delta: [{ column: 'Order Value' }],
  generic: [{ column: 'Amount', statement: GENERIC }],
};

export function statementOf(format: string, { statement }: CheckedColumn): string {
  return statement ?? SAMPLES[format] ?? '';
}
