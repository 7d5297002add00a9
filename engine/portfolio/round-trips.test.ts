// The profits of all trades add up to the change of the account, whatever a portfolio did and whatever holding it cost.
import { describe, expect, test } from 'vitest';
import type { PortfolioInput } from './input.ts';
import { roundTrips } from './round-trips.ts';
import { runPortfolio } from './run.ts';

const DAY = 86_400;
const START = 1_704_067_200; // Monday, 1 January 2024
const swing = (s: number, bars: number) =>
  Array.from({ length: bars }, (_, i) => {
    const c = 50 + 10 * s + 12 * Math.sin(i / (5 + 3 * s)) + i / 30;
    return { t: START + i * DAY, o: c - 0.3, h: c + 1, l: c - 1, c, v: 1000 };
  });
const SYMBOLS = [
  { symbol: 'a', candles: swing(0, 300) },
  { symbol: 'b', candles: swing(1, 300) },
  { symbol: 'c', candles: swing(2, 180), delisted: { price: 0 } },
  { symbol: 'd', candles: swing(3, 220), delisted: true },
];

function tripsOf(input: Partial<PortfolioInput>) {
  const result = runPortfolio({ symbols: SYMBOLS, cash: 10_000, ...input });
  const symbols = (input.symbols ?? SYMBOLS) as typeof SYMBOLS; // no test gives mere names
  const last = new Map(symbols.map(({ symbol, candles }) => [symbol, candles.at(-1)?.c ?? NaN]));
  const trips = roundTrips(result.trades, result.carry, result.times, last);
  return { result, trips, change: (result.equity.at(-1) ?? NaN) - 10_000 };
}
const sumOf = (trips: readonly { readonly pnl: number }[]) => trips.reduce((sum, { pnl }) => sum + pnl, 0);

const costs = {
  fee_bps: 10,
  slippage: 0.001,
  borrow_rate: 0.05,
  funding_rate: 0.08,
  swap: { long: -0.02, short: -0.03, triple: 3 },
};
const cases: readonly (readonly [string, Partial<PortfolioInput>])[] = [
  [
    'shares of the account, long and short',
    { weights: { expression: 'zscore(close / sma(10)) * 0.3', rebalance: 'weekly' } },
  ],
  ['borrowed cash', { weights: { expression: '0.6 + 0 * close', rebalance: 'monthly' }, leverage: 3 }],
  ['signals both ways', { signals: { entries: 'close > sma(9)', exits: 'close < sma(9)' }, size: 20 }],
  [
    'orders and rolls',
    {
      orders: [20, 60, 100, 140].map((i, k) => ({
        date: START + i * DAY,
        symbol: 'abcd'[k] ?? 'a',
        size: k % 2 ? -30 : 40,
      })),
      rolls: [{ date: START + 80 * DAY, symbol: 'a', gap: 2 }],
    },
  ],
];

describe.each(cases)('%s', (_name, input) => {
  test('add up', () => {
    const { result, trips, change } = tripsOf({ costs, ...input });
    expect(trips.length).toBeGreaterThan(0);
    expect(result.carry.length).toBeGreaterThan(0);
    expect(sumOf(trips)).toBeCloseTo(change, 6);
    const fees = trips.reduce((sum, trip) => sum + trip.fees, 0);
    expect(fees).toBeCloseTo(result.fees_total, 6);
    // Each follows from its own lines.
    for (const { side, volume, entry_price, exit_price, fees: paid, carry, pnl } of trips)
      expect((side === 'long' ? 1 : -1) * volume * (exit_price - entry_price) - paid + carry).toBeCloseTo(pnl, 6);
  });
});

test('a rebalanced position is one trade with its fills', () => {
  const { trips, result } = tripsOf({
    symbols: [{ symbol: 'a', candles: swing(0, 300) }],
    weights: { expression: '0.5 + 0 * close', rebalance: 'weekly' },
  });
  expect(trips).toHaveLength(1);
  expect(trips[0]?.fills).toBe(result.trades.length);
  expect(trips[0]?.reason).toBe('end');
});

test('a symbol that becomes worthless loses what was paid for it', () => {
  const { trips } = tripsOf({ orders: [{ date: START, symbol: 'c', size: 10 }] });
  expect(trips).toMatchObject([{ symbol: 'c', exit_price: 0, reason: 'delisted' }]);
  expect(trips[0]?.pnl).toBeCloseTo(-10 * (trips[0]?.entry_price ?? NaN), 9);
});
