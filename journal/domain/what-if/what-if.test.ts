import { describe, expect, it } from 'vitest';
import { roundTrips } from '../trips/index.ts';
import { buy, sell } from '../testing/executions.ts';
import { type ExitTrade, ledgerShares, whatIfExit } from './index.ts';

const MINUTE = 60_000;

/** Open, high, low, close of each minute. */
function barsOf(rows: readonly (readonly [number, number, number, number])[]) {
  const column = (at: 0 | 1 | 2 | 3) => rows.map((row) => row[at]);
  return {
    seconds: 60,
    at: rows.map((_, i) => i * MINUTE),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
    volume: rows.map(() => 1),
  };
}

function long(rows: Parameters<typeof barsOf>[0], more: Partial<ExitTrade> = {}): ExitTrade {
  const ends = rows.length * MINUTE;
  return {
    side: 1,
    entry: 100,
    opened: 0,
    closed: 2 * MINUTE,
    stop: 98,
    target: 104,
    r: 2,
    sessionEnds: ends,
    lastSessionEnds: ends,
    bars: barsOf(rows),
    ...more,
  };
}

/** The same upside down: what holds for a long trade holds for a short one. */
function mirror({ entry, stop, target, bars, ...trade }: ExitTrade): ExitTrade {
  const flip = (price: number): number => 200 - price;
  const all = (prices: ArrayLike<number>): number[] => Array.from(prices, flip);
  return {
    ...trade,
    side: -1,
    entry: flip(entry),
    stop: stop === null ? null : flip(stop),
    target: target === null ? null : flip(target),
    bars: { ...bars, open: all(bars.open), high: all(bars.low), low: all(bars.high), close: all(bars.close) },
  };
}

const cases: readonly (readonly [string, ExitTrade, Parameters<typeof whatIfExit>[1], unknown])[] = [
  [
    'the target, once a bar reaches it',
    long([
      [100, 101, 99, 101],
      [101, 103, 100, 102],
      [102, 104.5, 102, 104],
    ]),
    { kind: 'target', value: null },
    { price: 104, at: 2 * MINUTE, isTie: false },
  ],
  [
    'the stop where one bar reaches both, and says so',
    long([
      [100, 101, 99, 101],
      [101, 105, 97, 104],
    ]),
    { kind: 'target', value: null },
    { price: 98, isTie: true },
  ],
  [
    'the open of a bar that opens beyond the stop',
    long([
      [100, 101, 99, 101],
      [96, 97, 95, 96],
    ]),
    { kind: 'target', value: null },
    { price: 96, isTie: false },
  ],
  [
    'the open of a bar that opens beyond the target',
    long([
      [100, 101, 99, 101],
      [106, 107, 105, 106],
    ]),
    { kind: 'target', value: null },
    { price: 106, isTie: false },
  ],
  [
    'a number of R instead of the plan',
    long([
      [100, 101, 99, 101],
      [101, 102.5, 100, 102],
    ]),
    { kind: 'target', value: 1 },
    { price: 102 },
  ],
  [
    'the last close of the session where neither is reached',
    long([
      [100, 101, 99, 101],
      [101, 102, 100, 101.5],
    ]),
    { kind: 'target', value: null },
    { price: 101.5, at: 2 * MINUTE },
  ],
  [
    'the stop as it was set',
    long([
      [100, 101, 97.5, 101],
      [101, 102, 100, 101.5],
    ]),
    { kind: 'stop', value: null },
    { price: 98 },
  ],
  [
    'as it was where the stop was not reached while it was open',
    long([
      [100, 101, 99, 101],
      [101, 102, 100, 101.5],
      [101, 102, 90, 91],
    ]),
    { kind: 'stop', value: null },
    'as it was',
  ],
  [
    'half of the best there was while it was open',
    long([
      [100, 103, 99, 101],
      [101, 102, 100, 101.5],
      [101, 120, 90, 91],
    ]),
    { kind: 'mfe', value: 0.5 },
    { price: 101.5 },
  ],
  [
    'the close of the second bar',
    long([
      [100, 103, 99, 101],
      [101, 102, 100, 101.25],
      [101, 120, 90, 91],
    ]),
    { kind: 'bars', value: 2 },
    { price: 101.25 },
  ],
  [
    'the last close of its session',
    long(
      [
        [100, 103, 99, 101],
        [101, 102, 100, 101.25],
        [90, 91, 89, 90],
      ],
      { sessionEnds: 2 * MINUTE },
    ),
    { kind: 'close' },
    { price: 101.25 },
  ],
  [
    // The best price of the bar moves the stop to 101 before its worst, 100.5, is compared with it.
    'a stop that follows by one R, moved before it is tested',
    long([
      [100, 101, 99.5, 101],
      [101, 103, 100.5, 102],
    ]),
    { kind: 'trail', value: 1 },
    { price: 101, isTie: true },
  ],
  [
    'nothing where no plan has a target',
    long([[100, 101, 99, 101]], { target: null }),
    { kind: 'target', value: null },
    { reason: 'no plan with a target' },
  ],
  [
    'nothing where no bar is in the trade',
    long([[100, 101, 99, 101]], { opened: 30_000, closed: 50_000 }),
    { kind: 'mfe', value: 1 },
    { reason: 'no bar while it was open' },
  ],
];

describe('a trade left at', () => {
  it.each(cases)('%s', (_, trade, rule, left) => {
    if (typeof left === 'string') expect(whatIfExit(trade, rule)).toBe(left);
    else expect(whatIfExit(trade, rule)).toMatchObject(left as object);
    const short = whatIfExit(mirror(trade), rule);
    const upright = typeof short === 'object' && 'price' in short ? { ...short, price: 200 - short.price } : short;
    if (typeof left === 'string') expect(upright).toBe(left);
    else expect(upright).toMatchObject(left as object);
  });
});

describe('a record without', () => {
  // Three trades of one day, the first two lost, and one of the next day.
  const { round_trips: trips } = roundTrips([
    buy('a', 0, 10, 100),
    sell('b', 10, 10, 99),
    buy('c', 20, 10, 100),
    sell('d', 30, 10, 99),
    buy('e', 40, 10, 100),
    sell('f', 50, 10, 103),
    buy('g', 24 * 60, 10, 100),
    sell('h', 24 * 60 + 10, 10, 101),
  ]);
  const rule = { drops: () => false, max_risk_r: null, hasRisk: () => true, stop_after_losses: null, time_zone: 'UTC' };
  const shares = (more: object) => [...ledgerShares(trips, { ...rule, ...more }).values()];

  it('what came after two losses of a day', () => {
    expect(shares({ stop_after_losses: 2 })).toEqual([1, 1, 0, 1]);
    expect(shares({ stop_after_losses: 1 })).toEqual([1, 0, 0, 1]);
  });

  it('trades that were dropped: their losses stop nothing', () => {
    const first = trips[0]?.id;
    expect(shares({ stop_after_losses: 2, drops: ({ id }: { id: string }) => id === first })).toEqual([0, 1, 1, 1]);
  });

  it('more than a number of its own R, where that is known', () => {
    expect(shares({ max_risk_r: 0.5, hasRisk: ({ id }: { id: string }) => id !== trips[0]?.id })).toEqual([
      1, 0.5, 0.5, 0.5,
    ]);
    expect(shares({ max_risk_r: 3 })).toEqual([1, 1, 1, 1]);
  });
});
