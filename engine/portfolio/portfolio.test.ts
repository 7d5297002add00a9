// Portfolios by hand: every fill at its price, on a bar its symbol has.
import { describe, expect, test } from 'vitest';
import type { OrderInput, PortfolioInput } from './input.ts';
import type { PriceRow } from './market.ts';
import { ORDER_KINDS, ORDER_RULES } from './order-kinds.ts';
import { runPortfolio } from './run.ts';
import { corwinSchultz } from './spread.ts';

const day = (i: number) => `2024-01-${String(i + 1).padStart(2, '0')}`;
/** Bars of [open, high, low, close]; null where there is none. */
const rows = (bars: readonly (readonly [number, number, number, number] | null)[]): PriceRow[] =>
  bars.flatMap((bar, i): PriceRow[] => (bar === null ? [] : [[day(i), ...bar, 1000]]));
const flat = (closes: readonly (number | null)[]) => rows(closes.map((c) => (c === null ? null : [c, c, c, c])));
const run = (bars: Readonly<Record<string, PriceRow[]>>, input: Partial<PortfolioInput>) =>
  runPortfolio({
    symbols: Object.entries(bars).map(([symbol, candles]) => ({ symbol, candles })),
    cash: 1000,
    ...input,
  });
const roundTo6 = (value: number) => Number(value.toFixed(6));
const brief = ({ trades }: ReturnType<typeof run>) =>
  trades.map(
    ({ date, symbol, side, size, price, reason }) =>
      `${date} ${symbol} ${side} ${roundTo6(size)} @ ${roundTo6(price)} ${reason}`,
  );

describe('an order with a type', () => {
  // Opens at 100, dips to 90, ends at 95; then a gap up to 110.
  const bars = {
    a: rows([
      [100, 100, 100, 100],
      [100, 105, 90, 95],
      [110, 120, 108, 115],
      [115, 115, 80, 85],
    ]),
  };
  const order = (fields: Partial<OrderInput>): OrderInput => ({ date: day(0), symbol: 'a', size: 2, ...fields });

  test.each<[string, Partial<OrderInput>, string[]]>([
    ['market', { type: 'market' }, ['2024-01-02 a buy 2 @ 100 order']],
    ['limit', { type: 'limit', limit: 92 }, ['2024-01-02 a buy 2 @ 92 limit']],
    ['limit above the open', { type: 'limit', limit: 103 }, ['2024-01-02 a buy 2 @ 100 limit']],
    ['limit never reached', { type: 'limit', limit: 70 }, []],
    ['stop', { type: 'stop', stop: 104 }, ['2024-01-02 a buy 2 @ 104 stop']],
    ['stop over a gap', { type: 'stop', stop: 107 }, ['2024-01-03 a buy 2 @ 110 stop']],
    ['stop-limit', { type: 'stop-limit', stop: 104, limit: 106 }, ['2024-01-02 a buy 2 @ 104 stop']],
    ['stop-limit that a gap passes', { type: 'stop-limit', stop: 107, limit: 109 }, ['2024-01-04 a buy 2 @ 109 limit']],
    ['for a day', { type: 'stop', stop: 107, time_in_force: 'day' }, []],
    ['until a date', { type: 'stop', stop: 107, time_in_force: { until: day(1) } }, []],
    ['short', { type: 'limit', limit: 118, size: -2 }, ['2024-01-03 a sell 2 @ 118 limit']],
  ])('%s', (_name, fields, expected) => {
    expect(brief(run(bars, { orders: [order(fields)] }))).toEqual(expected);
  });

  test.each(ORDER_KINDS)('%s: fills on a bar that reaches all its prices, for a purchase and a sale', (type) => {
    const wide = [100, 110, 90, 100] as const;
    const a = rows([[100, 100, 100, 100], wide, wide]);
    for (const way of [1, -1]) {
      const prices = { limit: 100 + way * 4, stop: 100 + way * 2 };
      const needed = Object.fromEntries(ORDER_RULES[type].needs.map((price) => [price, prices[price]]));
      expect(run({ a }, { orders: [order({ type, size: way, ...needed })] }).trades).toHaveLength(1);
    }
  });

  test('of a stop and a target in one bar the stop fills, unless optimistic; the other is cancelled', () => {
    const orders = [
      order({ type: 'market' }),
      order({ date: day(1), type: 'stop', stop: 109, size: -2, oco: 'exit' }),
      order({ date: day(1), type: 'limit', limit: 118, size: -2, oco: 'exit' }),
    ];
    expect(brief(run(bars, { orders }))).toEqual(['2024-01-02 a buy 2 @ 100 order', '2024-01-03 a sell 2 @ 109 stop']);
    expect(brief(run(bars, { orders, optimistic: true }))).toEqual([
      '2024-01-02 a buy 2 @ 100 order',
      '2024-01-03 a sell 2 @ 118 limit',
    ]);
  });

  test('is cut down to the account, and to a share of the volume, and continues the next day', () => {
    expect(brief(run(bars, { orders: [order({ type: 'market', size: 50 })] }))).toEqual([
      '2024-01-02 a buy 10 @ 100 order',
    ]);
    const thin = run(bars, {
      orders: [order({ type: 'market', size: 4 })],
      costs: { volume_share: { most: 0.003, impact: 1 } },
    });
    expect(brief(thin)).toEqual(['2024-01-02 a buy 3 @ 100.3 order', '2024-01-03 a buy 1 @ 110.11 order']);
  });

  test('for a day waits until the day ends, in the time zone of the run', () => {
    const hour = (i: number) => 1_704_063_600 + i * 3600; // 31 December 2023, 23:00 UTC
    const hours = Array.from({ length: 30 }, (_, i) => ({
      t: hour(i),
      o: 100,
      h: 100,
      l: i === 20 ? 90 : 100,
      c: 100,
      v: 1,
    }));
    const fillsIn = (time_zone: string) =>
      runPortfolio({
        symbols: [{ symbol: 'a', candles: hours }],
        cash: 1000,
        time_zone,
        orders: [{ date: hour(1), symbol: 'a', size: 1, type: 'limit', limit: 95, time_in_force: 'day' }],
      }).trades.length;
    expect(fillsIn('UTC')).toBe(1);
    // There the day ends 13 bars later, before the price falls.
    expect(fillsIn('Asia/Tokyo')).toBe(0);
  });

  test('what a partial fill leaves of a triggered stop-limit waits for its limit, not for its stop again', () => {
    const bar = (o: number, h: number, l: number, c: number): PriceRow => [day(0), o, h, l, c, 10];
    const candles = [bar(100, 100, 100, 100), bar(100, 105, 100, 103), bar(102, 103, 101, 102)];
    const { trades } = runPortfolio({
      symbols: [{ symbol: 'a', candles: candles.map(([, ...rest], i) => [day(i), ...rest] as PriceRow) }],
      cash: 10_000,
      costs: { volume_share: { most: 0.2 } },
      orders: [order({ type: 'stop-limit', stop: 104, limit: 106, size: 4 })],
    });
    // The second bar never reaches 104 again.
    expect(trades.map(({ size, price, reason }) => `${size} @ ${price} ${reason}`)).toEqual([
      '2 @ 104 stop',
      '2 @ 102 limit',
    ]);
  });

  test('fills on the next bar that its symbol has', () => {
    const gap = { a: bars.a, b: flat([50, null, null, 60]) };
    expect(brief(run(gap, { orders: [{ date: day(1), symbol: 'b', size: 1, type: 'market' }] }))).toEqual([
      '2024-01-04 b buy 1 @ 60 order',
    ]);
  });

  test('says what is wrong with it', () => {
    const fails = (fields: Partial<OrderInput>) => () => run(bars, { orders: [order(fields)] });
    expect(fails({ type: 'limit' })).toThrow('orders.0: a limit order needs its limit');
    expect(fails({ type: 'stop-limit', limit: 3 })).toThrow('needs its stop');
    expect(fails({ type: 'market', symbol: 'x' })).toThrow('unknown symbol x');
    expect(fails({ date: '2024-02-30x' })).toThrow('not a date');
  });
});

describe('weights', () => {
  const bars = { a: flat([100, 110, 120, 130]), b: flat([100, 90, null, 70]), c: flat([100, 100, 100, 100]) };

  test('go to those that rose most, whenever that changes; a symbol without a bar stays what it is', () => {
    const result = run(bars, {
      weights: { expression: 'if(top(1, close / close[1]), 1, 0)', rebalance: 'daily' },
    });
    expect(brief(result)).toEqual(['2024-01-02 a buy 9.090909 @ 110 rebalance']);
    expect(result.stats.total_return).toBeCloseTo(130 / 110 - 1, 12);
  });

  test('of a long and a short, with what borrowing costs', () => {
    const weights = [{ date: day(0), weights: { a: 0.5, b: -0.5 } }];
    const result = run(bars, { weights });
    expect(result.positions_end).toEqual({ a: 5, b: -5, c: 0 });
    expect(result.equity).toEqual([1000, 1100, 1150, 1300]);
    const borrowed = run(bars, { weights, costs: { borrow_rate: 0.365 } });
    expect(borrowed.equity[3]).toBeCloseTo(1300 - 0.001 * (500 + 450 + 450), 10);
  });

  test('are held to limits of a symbol, a sector and all together', () => {
    const symbols = [
      { symbol: 'a', candles: bars.a, sector: 'x' },
      { symbol: 'b', candles: bars.b, sector: 'x' },
      { symbol: 'c', candles: bars.c, sector: 'y' },
    ];
    const weights = [{ date: day(0), weights: { a: 0.6, b: 0.6, c: 0.8 } }];
    const shares = (limits: object) =>
      Object.values(run({}, { symbols, weights, limits }).positions_end).map((units) => roundTo6(units / 10));
    expect(shares({})).toEqual([0.3, 0.3, 0.4]);
    expect(shares({ symbol: 0.2 })).toEqual([0.2, 0.2, 0.2]);
    expect(shares({ sector: 0.4 })).toEqual([0.2, 0.2, 0.4]);
    expect(shares({ gross: 0.5 })).toEqual([0.15, 0.15, 0.2]);
  });

  test('decided at a close can be filled at the next open', () => {
    const gaps = {
      a: rows([
        [100, 100, 100, 100],
        [125, 130, 120, 130],
      ]),
    };
    expect(brief(run(gaps, { weights: [{ date: day(0), weights: { a: 1 } }], fill: 'next_open' }))).toEqual([
      '2024-01-02 a buy 8 @ 125 rebalance',
    ]);
  });

  test('need dates and symbols that are there', () => {
    expect(() => run(bars, { weights: [{ date: '2024-03-01', weights: { a: 1 } }] })).toThrow(
      'no symbol has a bar on 2024-03-01',
    );
    expect(() => run(bars, { weights: [{ date: day(0), weights: { z: 1 } }] })).toThrow('unknown symbol z');
    expect(() => run(bars, { weights: { expression: 'rank(close' } })).toThrow(/expected|missing|\)/);
  });
});

test('signals of expressions compare symbols bar by bar', () => {
  const bars = { a: flat([1, 2, 3, 1]), b: flat([3, 2, 2, 3]) };
  const result = run(bars, {
    signals: { entries: 'rank(close) == 1', exits: 'rank(close) > 1' },
    direction: 'longonly',
    call_sequence: 'auto',
  });
  expect(brief(result).map((text) => text.replace(/ @.*/, ''))).toEqual([
    '2024-01-01 b buy 333.333333',
    '2024-01-02 b sell 333.333333',
    '2024-01-02 a buy 333.333333',
    '2024-01-04 a sell 333.333333',
    '2024-01-04 b buy 111.111111',
  ]);
});

describe('an account that goes wrong', () => {
  test('is liquidated at the worst prices of the bar that leaves too little', () => {
    const bars = {
      a: rows([
        [100, 100, 100, 100],
        [90, 95, 60, 80],
        [80, 80, 80, 80],
      ]),
    };
    const result = run(bars, { weights: [{ date: day(0), weights: { a: 2 } }], leverage: 2 });
    expect(brief(result)).toEqual(['2024-01-01 a buy 20 @ 100 rebalance', '2024-01-02 a sell 20 @ 60 liquidated']);
    expect(result).toMatchObject({ liquidations: 1, outcome: 'lived', cash_end: 200 });
  });

  test('is ruined at the close that leaves nothing', () => {
    const bars = { a: flat([100, 250, 10]) };
    const result = run(bars, { orders: [{ date: day(0), symbol: 'a', size: -10 }] });
    expect(brief(result).at(-1)).toBe('2024-01-02 a buy 10 @ 250 ruined');
    expect(result).toMatchObject({ outcome: 'ruined', ruined_at: Date.UTC(2024, 0, 2) / 1000 });
    expect(result.equity).toEqual([1000, -500, -500]);
  });

  test('a symbol that is delisted is closed at its last price, or at the one that was paid', () => {
    const symbols = (delisted: true | { price: number }) => [
      { symbol: 'a', candles: flat([100, 50, null, null]), delisted },
      { symbol: 'b', candles: flat([1, 1, 1, 1]) },
    ];
    const weights = [{ date: day(0), weights: { a: 1 } }];
    expect(run({}, { symbols: symbols(true), weights }).equity).toEqual([1000, 500, 500, 500]);
    const paid = run({}, { symbols: symbols({ price: 10 }), weights });
    expect(paid.equity).toEqual([1000, 500, 100, 100]);
    expect(brief(paid).at(-1)).toBe('2024-01-03 a sell 10 @ 10 delisted');
    expect(run({}, { symbols: symbols({ price: 0 }), weights }).equity).toEqual([1000, 500, 0, 0]);
  });
});

describe('costs', () => {
  const bars = { a: flat([100, 100, 100, 100, 100, 100, 100, 100]) };
  const buy = (costs: PortfolioInput['costs']) =>
    run(bars, { orders: [{ date: day(0), symbol: 'a', size: 5 }], costs });

  test.each<[string, NonNullable<PortfolioInput['costs']>, number]>([
    ['per unit', { fee_per_unit: 0.01 }, 0.05],
    ['at least', { fee_per_unit: 0.01, min_fee: 1 }, 1],
    ['basis points', { fee_bps: 10 }, 0.5],
    [
      'tiers',
      {
        tiers: [
          { from: 0, fee_rate: 0.01 },
          { from: 400, fee_rate: 0.005 },
        ],
      },
      2.5,
    ],
    ['spread', { spread: 0.4 }, 1],
    ['swap', { swap: { long: -0.1 } }, 0.5 * 7],
    ['swap, a whole week with three nights on Wednesday', { swap: { long: -0.1, triple: 3 } }, 0.5 * 7],
  ])('%s', (_name, costs, lost) => {
    expect(1000 - (buy(costs).equity.at(-1) ?? NaN)).toBeCloseTo(lost, 10);
  });

  test('a contract that is rolled to another price makes no profit by that', () => {
    const rolled = run(
      { a: flat([100, 100, 120, 120]) },
      {
        orders: [{ date: day(0), symbol: 'a', size: 5 }],
        rolls: [{ date: day(2), symbol: 'a', gap: 20 }],
      },
    );
    expect(rolled.equity).toEqual([1000, 1000, 1000, 1000]);
  });

  test('a spread is read from daily bars, and from no shorter ones', () => {
    // Bars that bounce between bid and ask around a price that stands still: all of the range is spread.
    const high = Float64Array.from({ length: 30 }, () => 101);
    const low = Float64Array.from({ length: 30 }, () => 99);
    const close = Float64Array.from({ length: 30 }, () => 100);
    expect(corwinSchultz(high, low, close)[5]).toBeCloseTo(0.02, 4);
    const hours = Array.from({ length: 5 }, (_, i) => ({ t: i * 3600, o: 1, h: 2, l: 1, c: 1, v: 1 }));
    expect(() =>
      runPortfolio({ symbols: [{ symbol: 'a', candles: hours }], orders: [], costs: { spread: 'estimated' } }),
    ).toThrow('intraday bars');
  });
});

describe('limits and the share of the volume', () => {
  // Flat at 100 with a volume of 1000, so that 5 % of it is 50 units.
  const bars = { a: flat([100, 100, 100, 100]), b: flat([100, 100, 100, 100]) };
  const decisions: readonly (readonly [string, Partial<PortfolioInput>])[] = [
    ['weights', { weights: { expression: '0.5 + 0 * close', rebalance: 'daily' } }],
    ['signals', { signals: { entries: 'close > 0' } }],
    ['orders', { orders: ['a', 'b'].map((symbol) => ({ date: day(1), symbol, size: 400 })) }],
    [
      'orders with a type',
      { orders: ['a', 'b'].map((symbol) => ({ date: day(0), symbol, size: 400, type: 'market' })) },
    ],
  ];
  test.each(decisions)('hold for %s', (_name, decision) => {
    const limited = run(bars, { cash: 100_000, limits: { symbol: 0.1, gross: 0.15 }, ...decision });
    const worth = limited.held_value.map((value, i) => value / (limited.equity[i] ?? NaN));
    expect(Math.max(...worth)).toBeGreaterThan(0.1);
    expect(Math.max(...worth)).toBeLessThanOrEqual(0.15 + 1e-9);
    expect(limited.warnings.join()).toContain('limits');

    const thin = run(bars, { cash: 100_000, costs: { volume_share: { most: 0.05 } }, ...decision });
    const sizes = thin.trades.map(({ size }) => size);
    expect(sizes.length).toBeGreaterThan(0);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(50 + 1e-9);
    expect(thin.warnings.join()).toContain('volume');
  });

  test('a signal for all the cash is not called cut, and pays only for the volume it takes', () => {
    const costs = { volume_share: { most: 0.05, impact: 1 } };
    const { trades, warnings } = run({ a: flat([100, 100]) }, { signals: { entries: 'close > 0' }, costs });
    // 10 units of a volume of 1000 move the price by 1 %, not by the 5 % of the largest share.
    expect(trades[0]?.price).toBeCloseTo(101, 9);
    expect(warnings.join()).not.toContain('volume');
  });

  test('short proceeds are not spent on more than the account', () => {
    const both = run(bars, { signals: { a: { entries: 'true' }, b: { entries: 'false', exits: 'true' } } });
    expect(both.peak_leverage).toBeLessThanOrEqual(1 + 1e-9);
  });

  test('an order for more than the account is cut down', () => {
    const { peak_leverage, warnings } = run(bars, { orders: [{ date: day(1), symbol: 'a', size: -900 }] });
    expect(peak_leverage).toBeLessThanOrEqual(1 + 1e-9);
    expect(warnings).toContain('Orders were cut down to limits and leverage.');
  });
});

describe('periods of symbols with different calendars', () => {
  const START = 1_640_995_200; // Saturday, 1 January 2022
  const candles = (days: readonly number[]) =>
    days.map((i) => {
      const c = 100 + (i % 7);
      return { t: START + i * 86_400, o: c, h: c, l: c, c, v: 1 };
    });
  const all = Array.from({ length: 90 }, (_, i) => i);
  /** Days on which a stock trades: the first of January 2022 is a Saturday. */
  const weekdays = all.filter((i) => i % 7 > 1);
  const stock = { symbol: 'stock', candles: candles(weekdays) };
  const coin = { symbol: 'coin', candles: candles(all) };
  const monthly = { weights: { expression: '0.4 + 0 * close', rebalance: 'monthly' } } as const;
  const boughtOn = (symbols: PortfolioInput['symbols'], name: string) =>
    runPortfolio({ symbols, cash: 1000, ...monthly }).trades.find(({ symbol }) => symbol === name)?.bar;

  test('each is decided on the first bar of its own', () => {
    expect(boughtOn([coin, stock], 'coin')).toBe(0);
    // Monday the third, not a month later because the coin trades on the first.
    expect(boughtOn([coin, stock], 'stock')).toBe(2);
  });

  test('what is held of symbols that are not decided counts towards the limits', () => {
    const weights = { expression: '0.8 + 0 * close', rebalance: 'monthly' } as const;
    const { held_value, equity } = runPortfolio({ symbols: [coin, stock], cash: 1000, weights });
    expect(Math.max(...held_value.map((value, i) => value / (equity[i] ?? NaN)))).toBeLessThanOrEqual(1 + 1e-9);
  });
});

describe('what a portfolio could not do', () => {
  test('entries that found no cash are counted', () => {
    const bars = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, flat([100, 100, 100])]));
    const { trades, entries_without_cash } = run(bars, { signals: { entries: 'close > 0' } });
    expect(new Set(trades.map(({ symbol }) => symbol)).size).toBe(1);
    // Two symbols, asked again on each of the three bars.
    expect(entries_without_cash).toBe(6);
  });

  test('sales that bring less than their fee are counted', () => {
    const bars = { a: flat([1, 1, 1]) };
    const orders = [
      { date: day(0), symbol: 'a', size: 100 },
      { date: day(1), symbol: 'a', size: -2 },
    ];
    expect(run(bars, { orders, costs: { fixed_fee: 5 } }).sales_below_fee).toBe(1);
  });

  test('a symbol whose bars end before the others is named', () => {
    const long = Array.from({ length: 25 }, () => 10);
    const { warnings } = run(
      { a: flat(long), b: flat(long.slice(0, 10)) },
      { signals: { entries: 'close > 0' }, size: 1 },
    );
    expect(warnings.join()).toMatch(/Bars end before the others: b \(2024-01-10\)\./);
    const delisted = runPortfolio({
      symbols: [
        { symbol: 'a', candles: flat(long) },
        { symbol: 'b', candles: flat(long.slice(0, 10)), delisted: true },
      ],
      cash: 1000,
      signals: { entries: 'close > 0' },
    });
    expect(delisted.warnings.join()).not.toContain('Bars end');
  });
});
