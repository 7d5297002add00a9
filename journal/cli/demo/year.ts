// A year of one trader's book: swing and day trades in stocks, a short now and then, micro futures, options bought,
// spread, sold as condors and left to expire; with the plans, reviews, mistakes and diary that go with them.
import type { ClientInput, contract } from '@zorivest/contract';
import { createRandom, type Random } from './random.ts';

export type DemoTrade = ClientInput<typeof contract.trades.create>['body'] & {
  time: string;
  commission: number;
  realized_pnl: number;
};

/** One idea from entry to exit, with what the trader thought of it. */
export interface DemoIdea {
  readonly trades: readonly DemoTrade[];
  readonly strategy: string;
  readonly ticker: string;
  readonly direction: 'long' | 'short';
  readonly entry: number;
  readonly stop: number;
  readonly target: number;
  readonly pnl: number;
}

export interface DemoYear {
  readonly ideas: readonly DemoIdea[];
  readonly balances: readonly { account_id: string; balance: number; at: string }[];
}

export const demoAccounts = [
  { account_id: 'DEMO-MARGIN', name: 'Margin account', account_type: 'broker', institution: 'Demo Brokers' },
  {
    account_id: 'DEMO-IRA',
    name: 'Retirement account',
    account_type: 'ira',
    institution: 'Demo Brokers',
    is_tax_advantaged: true,
  },
  { account_id: 'DEMO-BANK', name: 'Checking', account_type: 'bank', institution: 'Demo Bank' },
] as const;

const MARGIN = 'DEMO-MARGIN';
const IRA = 'DEMO-IRA';
const DAY = 86_400_000;
const TRADING_DAYS = 252;

const stocks = [
  { ticker: 'AAPL', price: 190, volatility: 0.016 },
  { ticker: 'MSFT', price: 410, volatility: 0.015 },
  { ticker: 'NVDA', price: 120, volatility: 0.03 },
  { ticker: 'AMD', price: 150, volatility: 0.028 },
  { ticker: 'TSLA', price: 240, volatility: 0.034 },
  { ticker: 'JPM', price: 200, volatility: 0.013 },
  { ticker: 'XOM', price: 112, volatility: 0.014 },
  { ticker: 'SPY', price: 520, volatility: 0.009 },
  { ticker: 'QQQ', price: 450, volatility: 0.012 },
  { ticker: 'IWM', price: 205, volatility: 0.014 },
] as const;

const cents = (value: number) => Math.round(value * 100) / 100;

/** The weekdays that end with `until`, oldest first. */
function tradingDays(until: Date): number[] {
  const days: number[] = [];
  for (let day = Math.floor(until.getTime() / DAY) * DAY; days.length < TRADING_DAYS; day -= DAY) {
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days.push(day);
  }
  return days.toReversed();
}

/** Each ticker's close on each day. */
function walkPrices(random: Random): Map<string, number[]> {
  return new Map(
    stocks.map(({ ticker, price, volatility }) => {
      let close = price;
      return [
        ticker,
        Array.from({ length: TRADING_DAYS }, () => {
          close *= 1 + 0.0004 + volatility * random.normal();
          return cents(close);
        }),
      ];
    }),
  );
}

class YearWriter {
  readonly #random: Random;
  readonly #days: readonly number[];
  readonly #prices: Map<string, number[]>;
  #executions = 0;
  #orders = 0;

  constructor(random: Random, days: readonly number[]) {
    this.#random = random;
    this.#days = days;
    this.#prices = walkPrices(random);
  }

  idea(day: number): DemoIdea {
    const roll = this.#random.next();
    if (roll < 0.46) return this.#swing(day);
    if (roll < 0.66) return this.#dayTrade(day);
    if (roll < 0.74) return this.#future(day);
    if (roll < 0.86) return this.#longOption(day);
    return roll < 0.94 ? this.#vertical(day) : this.#ironCondor(day);
  }

  #price(ticker: string, day: number): number {
    return this.#prices.get(ticker)?.[Math.min(day, TRADING_DAYS - 1)] ?? 100;
  }

  /** A moment of the New York session. */
  #time(day: number, earliest = 0): string {
    const minute = Math.floor(this.#random.between(earliest, 385));
    return new Date((this.#days[day] ?? 0) + (14 * 60 + 30 + minute) * 60_000 + this.#random.whole(0, 59) * 1000)
      .toISOString()
      .replace('.000Z', 'Z');
  }

  #order(): string {
    this.#orders += 1;
    return `demo-order-${String(this.#orders).padStart(4, '0')}`;
  }

  #fill(trade: Omit<DemoTrade, 'exec_id'>): DemoTrade {
    this.#executions += 1;
    return { exec_id: `DEMO-${String(this.#executions).padStart(5, '0')}`, ...trade, price: cents(trade.price) };
  }

  /** In one or two fills a few cents apart, as orders really fill. */
  #order2fills(trade: Omit<DemoTrade, 'exec_id' | 'order_id' | 'realized_pnl'>, pnlPerUnit: number): DemoTrade[] {
    const order_id = this.#order();
    const first = trade.quantity >= 50 && this.#random.chance(0.35) ? Math.round(trade.quantity * 0.4) : trade.quantity;
    const parts = [first, trade.quantity - first].filter((quantity) => quantity > 0);
    return parts.map((quantity, index) =>
      this.#fill({
        ...trade,
        quantity,
        order_id,
        commission: cents((trade.commission * quantity) / trade.quantity),
        price: trade.price + index * 0.01,
        realized_pnl: cents(pnlPerUnit * quantity),
      }),
    );
  }

  #stockIdea(day: number, exitDay: number, strategy: string): DemoIdea {
    const random = this.#random;
    const stock = random.pick(stocks);
    const long = random.chance(0.82);
    const account_id = long && random.chance(0.2) ? IRA : MARGIN;
    const entry = cents(this.#price(stock.ticker, day) * (1 + 0.002 * random.normal()));
    const distance = entry * stock.volatility * random.between(1.2, 2.2);
    const sign = long ? 1 : -1;
    const stop = cents(entry - sign * distance);
    const target = cents(entry + sign * distance * random.between(1.6, 2.8));
    // The book of a decent trader: a little more winners than losers, losers cut near the stop.
    const drift = (this.#price(stock.ticker, exitDay) - entry) * sign;
    const move = Math.max(-distance * 1.1, Math.min(drift - distance * 0.2, distance * 2.8));
    const exit = cents(entry + sign * move);
    const risk = random.between(180, 420);
    const quantity = Math.max(5, Math.round(risk / distance));
    const base = { instrument: stock.ticker, account_id, quantity, asset_class: 'EQUITY' as const };
    const opening = this.#order2fills(
      {
        ...base,
        time: this.#time(day),
        action: long ? 'BOT' : 'SLD',
        price: entry,
        commission: 1,
        risk_amount: cents(quantity * distance),
      },
      0,
    );
    const closing = this.#order2fills(
      {
        ...base,
        time: this.#time(exitDay, exitDay === day ? 386 : 0),
        action: long ? 'SLD' : 'BOT',
        price: exit,
        commission: 1,
      },
      cents(exit - entry) * sign,
    );
    return {
      trades: [...opening, ...closing],
      strategy,
      ticker: stock.ticker,
      direction: long ? 'long' : 'short',
      entry,
      stop,
      target,
      pnl: cents((exit - entry) * sign * quantity),
    };
  }

  #swing(day: number): DemoIdea {
    const strategy = this.#random.pick(['pullback', 'breakout', 'trend following']);
    return this.#stockIdea(day, Math.min(TRADING_DAYS - 1, day + this.#random.whole(2, 15)), strategy);
  }

  #dayTrade(day: number): DemoIdea {
    return this.#stockIdea(day, day, this.#random.pick(['opening range', 'gap fade', 'vwap reclaim']));
  }

  #future(day: number): DemoIdea {
    const random = this.#random;
    const long = random.chance(0.6);
    const sign = long ? 1 : -1;
    const entry = Math.round(this.#price('SPY', day) * 10 * 4) / 4;
    const stop = entry - sign * 12;
    const target = entry + sign * 24;
    const move = random.pick([-12, -12, -6, 4, 10, 18, 24]);
    const quantity = random.whole(1, 3);
    const base = {
      instrument: '/MES',
      account_id: MARGIN,
      quantity,
      multiplier: 5,
      asset_class: 'FUTURE' as const,
      commission: cents(0.62 * quantity),
    };
    const opening = this.#order2fills(
      { ...base, time: this.#time(day), action: long ? 'BOT' : 'SLD', price: entry, risk_amount: 60 * quantity },
      0,
    );
    const closing = this.#order2fills(
      { ...base, time: this.#time(day, 386), action: long ? 'SLD' : 'BOT', price: entry + sign * move },
      move * 5,
    );
    return {
      trades: [...opening, ...closing],
      strategy: 'index momentum',
      ticker: '/MES',
      direction: long ? 'long' : 'short',
      entry,
      stop,
      target,
      pnl: move * 5 * quantity,
    };
  }

  /** The Friday some weeks after a day, as `YYMMDD`. */
  #expiry(day: number, weeks: number): string {
    const start = new Date((this.#days[day] ?? 0) + weeks * 7 * DAY);
    const friday = new Date(start.getTime() + ((5 - start.getUTCDay() + 7) % 7) * DAY);
    return friday.toISOString().slice(2, 10).replaceAll('-', '');
  }

  /** Legs opened together and closed together; the same order id says that they are one position. */
  #legs(
    day: number,
    exitDay: number | null,
    legs: readonly { instrument: string; action: 'BOT' | 'SLD'; open: number; close: number }[],
    quantity: number,
  ): { trades: DemoTrade[]; pnl: number } {
    const openOrder = this.#order();
    const closeOrder = this.#order();
    const openTime = this.#time(day);
    const closeTime = exitDay === null ? null : this.#time(exitDay, exitDay === day ? 386 : 0);
    const base = {
      account_id: MARGIN,
      quantity,
      multiplier: 100,
      asset_class: 'OPTION' as const,
      commission: cents(0.65 * quantity),
    };
    const opened = legs.map(({ instrument, action, open }) =>
      this.#fill({ ...base, instrument, action, price: open, time: openTime, order_id: openOrder, realized_pnl: 0 }),
    );
    if (closeTime === null) return { trades: opened, pnl: 0 };
    const results = legs.map(({ action, open, close }) =>
      cents((action === 'BOT' ? close - open : open - close) * 100 * quantity),
    );
    const closed = legs.map(({ instrument, action, close }, index) =>
      this.#fill({
        ...base,
        instrument,
        action: action === 'BOT' ? 'SLD' : 'BOT',
        price: close,
        time: closeTime,
        order_id: closeOrder,
        realized_pnl: results[index] ?? 0,
      }),
    );
    return { trades: [...opened, ...closed], pnl: cents(results.reduce((sum, result) => sum + result, 0)) };
  }

  #exitOf(day: number): number | null {
    const exit = day + this.#random.whole(3, 18);
    return exit < TRADING_DAYS ? exit : null;
  }

  #longOption(day: number): DemoIdea {
    const random = this.#random;
    const stock = random.pick(stocks);
    const call = random.chance(0.65);
    const spot = this.#price(stock.ticker, day);
    const strike = Math.round(spot / 5) * 5;
    const premium = cents(Math.max(0.8, spot * stock.volatility * 1.9));
    const exit = this.#exitOf(day);
    // Most bought options lose slowly, a few pay for them; one in six is left to expire worthless.
    const close = random.chance(0.16) ? 0 : cents(premium * random.pick([0.3, 0.45, 0.6, 0.8, 1.3, 1.7, 2.4]));
    const instrument = `${stock.ticker} ${this.#expiry(day, 6)} ${call ? 'C' : 'P'} ${strike}`;
    const { trades, pnl } = this.#legs(
      day,
      exit,
      [{ instrument, action: 'BOT', open: premium, close }],
      random.whole(1, 3),
    );
    const direction = call ? 'long' : 'short';
    return {
      trades,
      strategy: 'directional option',
      ticker: stock.ticker,
      direction,
      entry: spot,
      stop: cents(spot * (call ? 0.96 : 1.04)),
      target: cents(spot * (call ? 1.07 : 0.93)),
      pnl,
    };
  }

  #vertical(day: number): DemoIdea {
    const random = this.#random;
    const stock = random.pick(stocks);
    const spot = this.#price(stock.ticker, day);
    const strike = Math.round(spot / 5) * 5;
    const expiry = this.#expiry(day, 5);
    const open = cents(spot * stock.volatility * 1.7);
    const scale = random.pick([0.5, 0.7, 0.9, 1.2, 1.5, 1.8]);
    const legs = [
      { instrument: `${stock.ticker} ${expiry} C ${strike}`, action: 'BOT' as const, open, close: cents(open * scale) },
      {
        instrument: `${stock.ticker} ${expiry} C ${strike + 10}`,
        action: 'SLD' as const,
        open: cents(open * 0.45),
        close: cents(open * 0.45 * (0.6 + scale * 0.4)),
      },
    ];
    const { trades, pnl } = this.#legs(day, this.#exitOf(day), legs, random.whole(1, 4));
    return {
      trades,
      strategy: 'bull call spread',
      ticker: stock.ticker,
      direction: 'long',
      entry: spot,
      stop: cents(spot * 0.97),
      target: strike + 10,
      pnl,
    };
  }

  #ironCondor(day: number): DemoIdea {
    const random = this.#random;
    const index = random.pick(['SPY', 'QQQ', 'IWM']);
    const spot = this.#price(index, day);
    const middle = Math.round(spot / 5) * 5;
    const expiry = this.#expiry(day, 5);
    const credit = cents(spot * 0.004);
    const left = random.pick([0.2, 0.3, 0.4, 0.5, 1.6]);
    const leg = (right: 'P' | 'C', strike: number, action: 'BOT' | 'SLD', open: number) => ({
      instrument: `${index} ${expiry} ${right} ${strike}`,
      action,
      open: cents(open),
      close: cents(open * left),
    });
    const legs = [
      leg('P', middle - 25, 'BOT', credit * 0.35),
      leg('P', middle - 20, 'SLD', credit * 0.8),
      leg('C', middle + 20, 'SLD', credit * 0.8),
      leg('C', middle + 25, 'BOT', credit * 0.35),
    ];
    const { trades, pnl } = this.#legs(day, this.#exitOf(day), legs, random.whole(1, 3));
    return {
      trades,
      strategy: 'iron condor',
      ticker: index,
      direction: 'short',
      entry: spot,
      stop: middle + 25,
      target: middle,
      pnl,
    };
  }
}

/** The same seed and day make the same year. */
export function demoYear(seed: number, until: Date): DemoYear {
  const random = createRandom(seed);
  const days = tradingDays(until);
  const writer = new YearWriter(random, days);
  const ideas: DemoIdea[] = [];
  for (let day = 0; day < TRADING_DAYS - 1; day += random.whole(1, 4)) ideas.push(writer.idea(day));
  return { ideas, balances: monthlyBalances(days, ideas) };
}

function monthlyBalances(days: readonly number[], ideas: readonly DemoIdea[]): DemoYear['balances'] {
  const opening = { [MARGIN]: 60_000, [IRA]: 45_000, 'DEMO-BANK': 12_000 };
  const months = days.filter(
    (day, index) => new Date(day).getUTCMonth() !== new Date(days[index - 1] ?? 0).getUTCMonth(),
  );
  return months.flatMap((day, month) =>
    Object.entries(opening).map(([account_id, start]) => {
      const at = new Date(day + 21 * 3_600_000).toISOString();
      const earned = ideas
        .flatMap(({ trades }) => trades)
        .filter((trade) => trade.account_id === account_id && trade.time <= at)
        .reduce((sum, trade) => sum + trade.realized_pnl - trade.commission, 0);
      return { account_id, balance: cents(start + earned + (account_id === 'DEMO-BANK' ? month * 350 : 0)), at };
    }),
  );
}
