// Results of the real engine, reproduced. The case files live outside the repository.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { resample } from '../candles/resample.ts';
import { slice, type Series } from '../candles/series.ts';
import { requestSchema } from '../request/schema.ts';
import { INDICATOR_TYPES, isCompatible } from '../indicators/registry.ts';
import { runCompatible, type CompatibleResult } from './run.ts';
import { straightSum } from '../indicators/means.ts';

/** Those the downstream engine knows. */
const TYPES = INDICATOR_TYPES.filter(isCompatible);
const goldenFile = join(process.env.ZORIVEST_CASES ?? '../shared/data', 'swimmy/golden.jsonl');

const candles = (count: number): Series =>
  parseCsv(new TextEncoder().encode([...generateCsv(count, 42)].join(''))).series;

interface GoldenRun {
  readonly bars: number;
  readonly request: {
    readonly timeframe?: number;
    readonly aux_tf?: number;
    readonly strategy: { readonly name: string };
  };
  readonly result: Readonly<Record<string, number | string>>;
}

test('every golden run is equal to 1e-9', (context) => {
  if (!existsSync(goldenFile)) context.skip(`no ${goldenFile}`);
  const wrong: string[] = [];
  const minutes = candles(20_000);
  const runs = readFileSync(goldenFile, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as GoldenRun);
  expect(runs.length).toBeGreaterThan(0);
  for (const run of runs) {
    const { aux_tf, ...rest } = run.request;
    const request = requestSchema.parse({ ...rest, symbol: 'USDJPY' });
    const series = resample(minutes, request.timeframe ?? 1);
    if (series.length !== run.bars) wrong.push(`${run.request.strategy.name}: ${series.length} bars`);
    const aux = new Map(aux_tf === undefined ? [] : [['h1', resample(minutes, aux_tf)]]);
    const { figures } = runCompatible({ series, strategy: request.strategy, aux, swaps: request.swap_history ?? [] });
    for (const [name, value] of Object.entries(figures)) {
      const expected = Number(run.result[name]);
      const error = Math.abs(value - expected) / Math.max(1, Math.abs(expected));
      if (!(error < 1e-9)) wrong.push(`${run.request.strategy.name}: ${name} is ${value}, the engine gave ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});

const STRATEGY = { name: 'S', sma_short: 10, sma_long: 30, sl: 0.15, tp: 0.3, volume: 1 };
const run = (series: Series, strategy: object = {}): CompatibleResult =>
  runCompatible({
    series,
    strategy: requestSchema.parse({ symbol: 'X', strategy: { ...STRATEGY, ...strategy } }).strategy,
    aux: new Map(),
    swaps: [],
  });

describe('whatever the indicator', () => {
  const series = candles(3000);
  test.each(TYPES)('%s trades, twice alike, and wins and losses add up', (indicator_type) => {
    const first = run(series, { indicator_type });
    expect(first.figures.trades).toBeGreaterThan(0);
    expect(first.figures.wins + first.figures.losses).toBe(first.figures.trades);
    expect(run(series, { indicator_type })).toEqual(first);
  });

  test.each(TYPES)('%s on any few bars gives figures, not a crash', (indicator_type) => {
    for (const length of [0, 1, 2, 5, 16, 25, 45]) {
      const few = run(slice(series, 0, length), { indicator_type, sma_short: 0, sma_long: 0, atr_period: 0 });
      expect(few.figures.trades).toBeGreaterThanOrEqual(0);
    }
  });
});

test('rolling means decide every bar exactly as straight sums would, ties included', () => {
  const { c, t } = candles(50_000);
  const trades: [number, number][] = [];
  // The rules of an SMA cross, written the slow way.
  const mean = (period: number, i: number) => straightSum(c, i - period, i) / period;
  let side = 0;
  let entry = 0;
  for (let i = 52; i < c.length; i++) {
    const [before, now] = [mean(10, i - 1) - mean(50, i - 1), mean(10, i) - mean(50, i)];
    const buy = before < 0 && now > 0;
    const sell = before > 0 && now < 0;
    const close = c[i];
    if (side !== 0) {
      const gain = side * (close - entry);
      if (gain <= -0.15 || gain >= 0.3 || (side > 0 ? sell : buy)) {
        trades.push([t[i], side * (close - side * 0.005 - entry)]);
        side = 0;
      }
    }
    if (side === 0 && (buy || sell)) {
      side = buy ? 1 : -1;
      entry = close + side * 0.005;
    }
  }
  const fast = run({ ...candles(50_000) }, { sma_long: 50 });
  expect(fast.trades.exitTime).toEqual(trades.map(([time]) => time));
  expect(fast.trades.pnl.map((pnl) => pnl + 0)).toEqual(trades.map(([, pnl]) => pnl + 0));
});

test('an expression strategy that says the same as the cross rules trades when they say so', () => {
  const result = run(candles(3000), {
    entry_long_ast: ['CrossUp', ['Sma', 10], ['Sma', 30]],
    entry_short_ast: ['CrossDown', ['Sma', 10], ['Sma', 30]],
    exit_long_ast: ['CrossDown', ['Sma', 10], ['Sma', 30]],
    exit_short_ast: ['CrossUp', ['Sma', 10], ['Sma', 30]],
  });
  expect(result.figures.trades).toBeGreaterThan(10);
});
