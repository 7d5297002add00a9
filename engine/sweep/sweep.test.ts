import { describe, expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import type { Series } from '../candles/series.ts';
import { modeSchema } from '../request/mode.ts';
import { requestSchema } from '../request/schema.ts';
import { runRealistic, type RealisticInput } from '../realistic/run.ts';
import { combinations, SweepError, withParameters } from './combinations.ts';
import { rankInMemory, sweepDetails } from './details.ts';
import {
  blocksOf,
  deflatedSharpe,
  joinSpreads,
  NO_RUNS,
  normal,
  normalQuantile,
  probabilityOfOverfitting,
  shapeOf,
  spreadOf,
} from './overfitting.ts';
import { createPieceRunner } from './piece.ts';
import { rankRuns, runTrials, trialsOf } from './run.ts';
import { sweepFault, sweepSpace } from './space.ts';

const series: Series = parseCsv(new TextEncoder().encode([...generateCsv(40_000, 42)].join(''))).series;

const inputFor = (mode: object, fields: object = { sma_short: 5, sma_long: 20 }): RealisticInput => {
  const request = requestSchema.parse({ symbol: 'X', strategy: { name: 'S', volume: 1, ...fields }, mode });
  return {
    series,
    strategy: request.strategy,
    mode: modeSchema.parse(mode),
    symbol: 'X',
    aux: new Map(),
    swaps: [],
  };
};
const EXPRESSED = {
  entry_long: 'cross_up(ema(close, fast), ema(close, slow))',
  exit_long: 'cross_down(ema(close, fast), ema(close, slow))',
  params: { fast: 12, slow: 26 },
};
const rowsOf = (input: RealisticInput) => combinations(input.strategy, input.mode);

describe('combinations', () => {
  test('every one once, in order; steps do not drift', () => {
    expect(rowsOf(inputFor({ sweep: { sma_short: [5, 8], sl: { from: 0.1, to: 0.3, step: 0.1 } } }))).toEqual([
      { sma_short: 5, sl: 0.1 },
      { sma_short: 5, sl: 0.2 },
      { sma_short: 5, sl: 0.3 },
      { sma_short: 8, sl: 0.1 },
      { sma_short: 8, sl: 0.2 },
      { sma_short: 8, sl: 0.3 },
    ]);
  });

  test('a constraint leaves out what means nothing, over plain parameters and those of expressions', () => {
    const plain = inputFor({ sweep: { sma_short: [5, 20, 30], sma_long: [10, 20], where: 'sma_short < sma_long' } });
    expect(rowsOf(plain)).toEqual([
      { sma_short: 5, sma_long: 10 },
      { sma_short: 5, sma_long: 20 },
    ]);
    const named = inputFor({ sweep: { fast: [5, 10, 30], where: 'fast * 2 <= slow' } }, EXPRESSED);
    expect(rowsOf(named)).toEqual([{ fast: 5 }, { fast: 10 }]);
  });

  test('a parameter that only the sweep names is one, too', () => {
    const { params: _params, ...bare } = EXPRESSED;
    expect(rowsOf(inputFor({ sweep: { fast: [5], slow: [20, 30] } }, bare))).toEqual([
      { fast: 5, slow: 20 },
      { fast: 5, slow: 30 },
    ]);
  });

  test('random search draws distinct combinations of the grid, the same for the same seed', () => {
    const sweep = { fast: { from: 2, to: 40, step: 1 }, slow: { from: 10, to: 90, step: 1 }, where: 'fast < slow' };
    const draw = (seed: number) =>
      rowsOf(inputFor({ sweep, search: { method: 'random', samples: 100, seed } }, EXPRESSED));
    expect(draw(1)).toEqual(draw(1));
    expect(draw(1)).not.toEqual(draw(2));
    expect(new Set(draw(1).map((row) => JSON.stringify(row))).size).toBe(100);
    expect(draw(1).every(({ fast = 0, slow = 0 }) => fast < slow)).toBe(true);
  });

  test('random search reaches into grids far too large to run', () => {
    const wide = { from: 1, to: 100_000, step: 1 };
    const input = inputFor({ sweep: { fast: wide, slow: wide }, search: { method: 'random', samples: 50 } }, EXPRESSED);
    const rows = rowsOf(input);
    expect(rows).toHaveLength(50);
    expect(Math.max(...rows.map(({ fast = 0 }) => fast))).toBeGreaterThan(50_000);
  });

  test('a sweep that makes no sense is refused', () => {
    expect(() => rowsOf(inputFor({ sweep: { sma_short: [1.5] } }))).toThrow(SweepError);
    expect(() => rowsOf(inputFor({ sweep: { sl: { from: 0, to: 1e9, step: 1e-6 } } }))).toThrow(SweepError);
    expect(() => rowsOf(inputFor({ sweep: { sma_short: [30], where: 'sma_short < sma_long' } }))).toThrow(
      'no combination is left',
    );
  });
});

describe('runs', () => {
  test('each row equals the run on its own, and the best is first', () => {
    const input = inputFor({ rank_by: 'pnl', sweep: { sma_short: [5, 8, 13], tp: [0.05, 0.1] } });
    const rows = runTrials(input, trialsOf(rowsOf(input), input.mode));
    for (const { parameters, figures } of rows)
      expect(figures).toEqual(runRealistic({ ...input, strategy: withParameters(input.strategy, parameters) }).figures);
    expect(rankRuns(rows, 'pnl')[0]?.figures.pnl).toBe(Math.max(...rows.map((row) => row.figures.pnl)));
  });

  test('expressions are swept as well, columns shared between runs', () => {
    const input = inputFor({ sweep: { fast: [5, 9], slow: [20, 30], where: 'fast < slow' } }, EXPRESSED);
    const rows = runTrials(input, trialsOf(rowsOf(input), input.mode));
    for (const { parameters, figures } of rows)
      expect(figures).toEqual(runRealistic({ ...input, strategy: withParameters(input.strategy, parameters) }).figures);
    expect(new Set(rows.map(({ figures }) => figures.pnl)).size).toBe(4);
  });

  test('the best come first, with what they are worth', () => {
    const input = inputFor({ sweep: { sma_short: { from: 2, to: 9, step: 1 }, sma_long: [20, 30, 40] } });
    const { axes } = sweepSpace(input.strategy, input.mode);
    const rows = runTrials(input, trialsOf(rowsOf(input), input.mode));
    const details = sweepDetails(rankInMemory(rows, axes, 'sharpe'), 'sharpe');
    expect(details).toMatchObject({
      runs: 24,
      trials: 24,
      rank_by: 'sharpe',
      heat_map: { x: 'sma_short', y: 'sma_long' },
    });
    expect(details.warning).toContain('The best of 24 runs');
    expect(details.deflated_sharpe).toBeGreaterThanOrEqual(0);
    expect(details.pbo).toBeGreaterThanOrEqual(0);
    expect(details.best.map(({ figures }) => figures.sharpe)).toEqual(
      details.best.map(({ figures }) => figures.sharpe).toSorted((a, b) => b - a),
    );
    expect(details.heat_map?.values.flat().every((value) => value !== null)).toBe(true);
  });

  test('pieces of any size hold the runs of the whole, each once', () => {
    const input = inputFor({
      sweep: { sma_short: { from: 2, to: 12, step: 1 }, tp: [0, 0.1], where: 'sma_short != 5' },
    });
    const run = createPieceRunner(input);
    const { places } = sweepSpace(input.strategy, input.mode);
    const whole = run({ from: 0, to: places, runs: 20 });
    expect(whole.rows).toBe(20);
    const parts = [0, 1, 7, 8, 20, places].flatMap((from, i, cuts) =>
      i + 1 < cuts.length ? [run({ from, to: cuts[i + 1], runs: 20 })] : [],
    );
    expect(parts.flatMap(({ values }) => [...values])).toEqual([...whole.values]);
    expect(parts.flatMap(({ blocks }) => [...blocks])).toEqual([...whole.blocks]);
  });
});

describe('the space of a sweep', () => {
  const space = (sweep: object, rest: object = {}) => {
    const { strategy, mode } = inputFor({ sweep, ...rest });
    return sweepSpace(strategy, mode);
  };
  const fault = (sweep: object, rest: object = {}) => {
    const { strategy, mode } = inputFor({ sweep, ...rest });
    return sweepFault(strategy, mode);
  };

  test('its places are the combinations, in their order', () => {
    const input = inputFor({ sweep: { sma_short: [5, 8, 30], sl: [0.1, 0.2], where: 'sma_short < sma_long' } });
    const { places, at } = sweepSpace(input.strategy, input.mode);
    expect(Array.from({ length: places }, (_, place) => at(place)).filter((row) => row !== undefined)).toEqual(
      rowsOf(input),
    );
    const random = inputFor({
      sweep: { sl: { from: 0, to: 1, step: 0.001 } },
      search: { method: 'random', samples: 7 },
    });
    const drawn = sweepSpace(random.strategy, random.mode);
    expect(Array.from({ length: drawn.places }, (_, place) => drawn.at(place))).toEqual(rowsOf(random));
  });

  test('a million are no list', () => {
    const { places, at } = space({ sl: { from: 0.001, to: 1, step: 0.001 }, tp: { from: 0.001, to: 1, step: 0.001 } });
    expect(places).toBe(1_000_000);
    expect(at(999_999)).toEqual({ sl: 1, tp: 1 });
  });

  test('what cannot be run is reported before it is sent', () => {
    const thousands = { from: 0.001, to: 2, step: 0.001 };
    expect(fault({ sl: thousands, tp: thousands })).toMatch(/4000000 combinations, of which at most 2000000/);
    expect(fault({ sl: thousands, tp: { from: 1, to: 1000, step: 1 } })).toBeUndefined();
    expect(fault({ sl: [1], where: 'sl > 2' })).toMatch(/no combination is left/);
    expect(fault({ sl: thousands, tp: thousands }, { search: { method: 'random' } })).toBeUndefined();
    const windows = { walk_forward: { train_bars: 100, test_bars: 10 } };
    expect(fault({ sl: thousands, tp: { from: 1, to: 200, step: 1 } }, windows)).toMatch(/at most 200000/);
    expect(
      fault({ sl: thousands, tp: { from: 1, to: 200, step: 1 }, where: 'sl < 1 and tp < 150' }, windows),
    ).toBeUndefined();
  });
});

describe('how much of the best is luck', () => {
  test('the normal distribution, at values of the tables', () => {
    expect(normal(0)).toBeCloseTo(0.5, 15);
    expect(normal(1.959963984540054)).toBeCloseTo(0.975, 12);
    expect(normal(-3.090232306167813)).toBeCloseTo(0.001, 12);
    expect(normal(5)).toBeCloseTo(0.9999997133484281, 14);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 10);
  });

  /** Days of returns around a mean, by a generator of our own. */
  const days = (seed: number, mean: number, count = 500) => {
    let state = seed;
    const uniform = () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff) >>> 0) / 0x7fffffff;
    return Float64Array.from({ length: count }, () => mean + 0.01 * (uniform() + uniform() + uniform() - 1.5));
  };

  test('deflated Sharpe by the formula, worked by hand', () => {
    // Two runs with Sharpe 0.1 and 0.3 a day: deviation 0.1414, expected maximum of two by chance 0.0738.
    const best = { periods: 101, sharpe: 0.3, skew: -0.5, kurtosis: 4 };
    const expected =
      Math.SQRT2 *
      0.1 *
      ((1 - 0.5772156649) * normalQuantile(0.5) + 0.5772156649 * normalQuantile(1 - 1 / (2 * Math.E)));
    const wanted = normal(((0.3 - expected) * 10) / Math.sqrt(1 + 0.15 + 0.75 * 0.09));
    expect(deflatedSharpe(best, spreadOf([0.1, 0.3]))).toBeCloseTo(wanted, 8);
  });

  test('what is known of the runs of two sweeps is what is known of all of them', () => {
    const [first, second] = [
      [0.1, -0.2, 0.4],
      [0.3, 0.05],
    ] as const;
    const both = joinSpreads(spreadOf(first), spreadOf(second));
    const all = spreadOf([...first, ...second]);
    expect(both.count).toBe(5);
    expect(both.mean).toBeCloseTo(all.mean, 14);
    expect(both.variance).toBeCloseTo(all.variance, 14);
    expect(joinSpreads(NO_RUNS, all)).toEqual(all);
  });

  test('skew and kurtosis of a few days, by hand', () => {
    // Mean 1, deviations -1 -1 2: second moment 2, third 2, fourth 6.
    const { skew, kurtosis, sharpe } = shapeOf(Float64Array.of(0, 0, 3));
    expect(skew).toBeCloseTo(2 / 2 ** 1.5, 12);
    expect(kurtosis).toBeCloseTo(6 / 4, 12);
    expect(sharpe).toBeCloseTo(1 / Math.sqrt(3), 12);
  });

  test('a run that is better everywhere is not overfitted, one of pure noise is as often as not', () => {
    const blocks = (returns: Float64Array) => blocksOf(returns) ?? new Float64Array();
    const skilled = [blocks(days(1, 0.02)), ...Array.from({ length: 30 }, (_, i) => blocks(days(i + 2, 0)))];
    expect(probabilityOfOverfitting(skilled, 500)).toBe(0);
    const noise = Array.from({ length: 60 }, (_, i) => blocks(days(977 * i + 13, 0)));
    const pbo = probabilityOfOverfitting(noise, 500);
    expect(pbo).toBeGreaterThan(0.2);
    expect(pbo).toBeLessThan(0.95);
  });

  test('too little data to judge the choice gives no probability', () => {
    expect(blocksOf(days(1, 0, 19))).toBeUndefined();
    expect(probabilityOfOverfitting([new Float64Array(20)], 500)).toBeNull();
    expect(deflatedSharpe(shapeOf(new Float64Array(1)), NO_RUNS)).toBeNull();
    const input = inputFor(
      { sweep: { level: [1, 2, 3] } },
      { entry_long: 'close > 1e6 * level', exit_long: 'close < 1', params: { level: 1 } },
    );
    const untraded = sweepDetails(
      rankInMemory(runTrials(input, trialsOf(rowsOf(input), input.mode)), [], 'sharpe'),
      'sharpe',
    );
    expect(untraded).toMatchObject({ trials: 3, deflated_sharpe: null, pbo: null });
  });
});
