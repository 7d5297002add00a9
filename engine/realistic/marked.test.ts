// Equity by hand: what every bar is worth, and the figures that follow from it.
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { seriesOf } from '../candles/series.ts';
import { modeSchema } from '../request/mode.ts';
import { requestSchema } from '../request/schema.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL } from '../indicators/flags.ts';
import { realisticOutcome } from '../outcome/outcome.ts';
import { combinations } from '../sweep/combinations.ts';
import { runTrials, trialsOf } from '../sweep/run.ts';
import { choose, walkForward, windows } from '../sweep/walk-forward.ts';
import { runRealistic, type RealisticInput } from './run.ts';
import type { Signals } from './signals.ts';

const DAY = 86_400;
const MONDAY = 1_704_067_200; // 2024-01-01

/** A bar for each close, opened at the close before, with no more range than that. */
const bars = (closes: readonly number[], step = DAY, from = MONDAY) =>
  seriesOf(
    closes.map((c, i) => {
      const o = closes[i - 1] ?? c;
      return { t: from + i * step, o, h: Math.max(o, c), l: Math.min(o, c), c, v: 1 };
    }),
  );
const { strategy } = requestSchema.parse({
  symbol: 'X',
  strategy: { name: 'S', sma_short: 5, sma_long: 20, volume: 100 },
  mode: {},
});
const flagsAt = (length: number, at: Readonly<Record<number, number>>) =>
  Uint8Array.from({ length }, (_, i) => at[i] ?? 0);

function run(closes: readonly number[], signals: Signals, mode: object = {}, step = DAY, from = MONDAY) {
  const input: RealisticInput = {
    series: bars(closes, step, from),
    strategy,
    mode: modeSchema.parse({ fill: 'close', ...mode }),
    symbol: 'X',
    aux: new Map(),
    swaps: [],
  };
  return runRealistic(input, { signals });
}

describe('a position that sat on a loss', () => {
  // Bought at 100, down to 60, sold at 110: 100 units of it on 10,000.
  const closes = [100, 80, 60, 90, 110, 110];
  const { figures, equity, trades } = run(closes, { flags: flagsAt(6, { 0: BUY, 4: EXIT_LONG }) });

  test('is valued at every close', () => {
    expect([...equity]).toEqual([10_000, 8000, 6000, 9000, 11_000, 11_000]);
    expect(trades).toMatchObject([{ pnl: 1000, reason: 'signal' }]);
  });

  test('shows its drawdown, and every figure by its definition', () => {
    const returns = [0, -0.2, -0.25, 0.5, 11 / 9 - 1, 0];
    const mean = returns.reduce((a, b) => a + b) / 6;
    const deviation = Math.sqrt(returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 5);
    const downside = Math.sqrt((0.2 ** 2 + 0.25 ** 2) / 6);
    const years = 5 / 365.25;
    const periods = 6 / years;
    expect(figures.max_drawdown).toBeCloseTo(0.4, 12);
    expect(figures.ulcer).toBeCloseTo(Math.sqrt((0.2 ** 2 + 0.4 ** 2 + 0.1 ** 2) / 6), 12);
    expect(figures.periods_per_year).toBeCloseTo(periods, 9);
    expect(figures.sharpe).toBeCloseTo((mean / deviation) * Math.sqrt(periods), 10);
    expect(figures.sortino).toBeCloseTo((mean / downside) * Math.sqrt(periods), 10);
    expect(figures.volatility).toBeCloseTo(deviation * Math.sqrt(periods), 10);
    expect([figures.cagr, figures.calmar]).toEqual([NaN, NaN]);
    expect(figures.exposure).toBeCloseTo(4 / 6, 12);
    expect(figures.return).toBeCloseTo(0.1, 12);
  });

  test('has a yearly return once it has lasted a year', () => {
    const long = run(closes, { flags: flagsAt(6, { 0: BUY, 4: EXIT_LONG }) }, {}, 100 * DAY).figures;
    expect(long.cagr).toBeCloseTo(1.1 ** (365.25 / 500) - 1, 12);
    expect(long.calmar).toBeCloseTo(long.cagr / 0.4, 12);
  });

  test('reports the figures of closed trades separately, and what holding would have made', () => {
    const request = requestSchema.parse({
      symbol: 'X',
      strategy: { ...strategy, sma_short: 1, sma_long: 2 },
      mode: {},
    });
    const series = bars([100, 120, 90, 100, 130, 80, 70, 120]);
    const { result } = realisticOutcome(request, modeSchema.parse({}), series, {}, false);
    expect(result.benchmark.return).toBeCloseTo(0.2, 12);
    expect(result.benchmark.max_drawdown).toBeCloseTo(1 - 70 / 130, 12);
    expect(Object.keys(result.closed)).toHaveLength(11);
    expect(result.closed.pnl).toBe(result.pnl);
  });
});

test('returns are those of UTC days with bars: a weekend is not a day, the first day starts from the initial equity', () => {
  const hours = 6 * 3600;
  // Friday 2024-01-05 from noon: two bars, then nothing until Monday.
  const friday = MONDAY + 4 * DAY + 12 * 3600;
  const signals = { flags: flagsAt(4, { 0: BUY }) };
  const input = run([100, 90, 90, 90], signals, {}, hours, friday);
  expect([...input.days.time]).toEqual([MONDAY + 4 * DAY, MONDAY + 5 * DAY]);
  const series = seriesOf(
    [0, hours, 3 * DAY, 3 * DAY + hours].map((t, i) => {
      const c = [100, 90, 99, 108][i];
      return { t: friday + t, o: c, h: c, l: c, c, v: 1 };
    }),
  );
  const mode = modeSchema.parse({ fill: 'close', periods_per_year: 252 });
  const gapped = runRealistic({ series, strategy, mode, symbol: 'X', aux: new Map(), swaps: [] }, { signals });
  expect(gapped.days.returns).toHaveLength(2);
  expect(gapped.days.returns[0]).toBeCloseTo(-0.1, 12);
  expect(gapped.days.returns[1]).toBeCloseTo(10_800 / 9000 - 1, 12);
  expect(gapped.figures.periods_per_year).toBe(252);
});

describe('costs fall when they fall due', () => {
  const closes = [100, 100, 100, 100, 100];
  test('entry commission and half the spread at the entry, the rest at the exit', () => {
    const { equity, trades } = run(
      closes,
      { flags: flagsAt(5, { 1: BUY, 3: EXIT_LONG }) },
      { costs: [{ spread: 0.2, slippage: 0.05, commission: 0.5 }] },
    );
    // 100 units: 0.15 a unit and 50 of commission on the way in, the same on the way out.
    expect([...equity].map((value) => Number(value.toFixed(9)))).toEqual([10_000, 9935, 9935, 9870, 9870]);
    expect(trades[0]?.pnl).toBeCloseTo(-130, 9);
  });
  test('swap at each midnight passed, also the one an exit at the next open passes', () => {
    const costs = [{ swap_long: -0.01, swap_short: 0.02 }];
    const long = run(closes, { flags: flagsAt(5, { 0: BUY, 2: EXIT_LONG }) }, { costs });
    expect([...long.equity].map((value) => Number(value.toFixed(9)))).toEqual([10_000, 9999, 9998, 9998, 9998]);
    const short = run(closes, { flags: flagsAt(5, { 0: SELL, 2: EXIT_SHORT }) }, { costs, fill: 'next_open' });
    // In at the open of day 1, out at the open of day 3: two midnights.
    expect([...short.equity].map((value) => Number(value.toFixed(9)))).toEqual([
      10_000, 10_000, 10_002, 10_004, 10_004,
    ]);
    expect(short.trades[0]?.pnl).toBeCloseTo(4, 9);
  });
  test('swap records hold from their time on', () => {
    const input: RealisticInput = {
      series: bars(closes),
      strategy,
      mode: modeSchema.parse({ fill: 'close' }),
      symbol: 'X',
      aux: new Map(),
      swaps: [
        { t: 0, sl: -0.01, ss: 0 },
        { t: MONDAY + 2 * DAY, sl: -0.03, ss: 0 },
      ],
    };
    const { equity } = runRealistic(input, { signals: { flags: flagsAt(5, { 0: BUY }) } });
    expect([...equity].map((value) => Number(value.toFixed(9)))).toEqual([10_000, 9999, 9996, 9993, 9990]);
  });
});

describe('no stop and no target', () => {
  const series = parseCsv(new TextEncoder().encode([...generateCsv(4000, 5)].join(''))).series;
  const inputWith = (fields: object, mode: object = {}): RealisticInput => {
    const request = requestSchema.parse({
      symbol: 'X',
      strategy: { name: 'S', sma_short: 5, sma_long: 20, volume: 1, ...fields },
      mode,
    });
    return { series, strategy: request.strategy, mode: modeSchema.parse(mode), symbol: 'X', aux: new Map(), swaps: [] };
  };
  test.each([['close'], ['next_open'], ['intrabar']])('absent, null, 0 and out of reach are the same (%s)', (fill) => {
    const trades = (fields: object) => runRealistic(inputWith(fields, { fill })).trades;
    const none = trades({});
    expect(none.length).toBeGreaterThan(50);
    expect(none.every(({ reason }) => reason === 'signal' || reason === 'end')).toBe(true);
    expect(trades({ sl: 0, tp: 0 })).toEqual(none);
    expect(trades({ sl: null, tp: null })).toEqual(none);
    expect(trades({ sl: 1000, tp: 1000 })).toEqual(none);
  });
  test('also as swept values, null and 0 alike', () => {
    const input = inputWith({}, { sweep: { sl: [null, 0, 0.02], tp: [0, 0.05] } });
    const rows = runTrials(input, trialsOf(combinations(input.strategy, input.mode), input.mode));
    const pnl = rows.map(({ figures }) => figures.pnl);
    expect(pnl[0]).toBe(runRealistic(inputWith({})).figures.pnl);
    expect(pnl.slice(0, 2)).toEqual(pnl.slice(2, 4));
    expect(new Set(pnl).size).toBe(4);
  });
  test('a barrier of ranges above 0 wins over its fixed distance, and leaves the other as it is', () => {
    const barrier = runRealistic(inputWith({ sl: 1000, tp: 0.03, atr_barrier_sl: 1, atr_period: 14 })).trades;
    expect(barrier.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['signal', 'stop', 'target']));
    const only = runRealistic(inputWith({ atr_barrier_sl: 1 })).trades;
    expect(only.some(({ reason }) => reason === 'target')).toBe(false);
  });
});

test('walk-forward: equity runs on, and positions close where windows end', () => {
  const series = parseCsv(new TextEncoder().encode([...generateCsv(6000, 9)].join(''))).series;
  const mode = modeSchema.parse({
    sweep: { sma_short: [5, 10], sma_long: [20, 40] },
    walk_forward: { train_bars: 1000, test_bars: 700 },
    size: { risk_percent: 1 },
  });
  const input: RealisticInput = {
    series,
    strategy: { ...strategy, sl: 0.02 },
    mode,
    symbol: 'X',
    aux: new Map(),
    swaps: [],
  };
  const plan = windows(series.length, { train_bars: 1000, test_bars: 700, anchored: false });
  const { run: walked, windows: results } = walkForward(
    input,
    plan.map((window) => choose(input, window)),
  );
  expect(walked.equity).toHaveLength(5000);
  expect(walked.equity.at(-1)).toBeCloseTo(10_000 + walked.figures.pnl, 6);
  const ends = new Set(results.map(({ test_to }) => test_to));
  const forced = walked.trades.filter(({ reason }) => reason === 'window_end');
  expect(forced.length).toBeGreaterThan(1);
  expect(forced.every(({ exit_time }) => ends.has(exit_time))).toBe(true);
  expect(walked.trades.some(({ reason }) => reason === 'end')).toBe(false);
  // Sized by the equity that ran on, not by the one at the start.
  const late = walked.trades.at(-1);
  const before = 10_000 + walked.trades.slice(0, -1).reduce((sum, { pnl }) => sum + pnl, 0);
  expect(late?.volume).toBeCloseTo((before * 0.01) / 0.02, 6);
});

describe('stops that move', () => {
  test('a trailing stop follows the best close and never goes back', () => {
    const { trades } = run([100, 104, 110, 107, 106, 104, 90], { flags: flagsAt(7, { 0: BUY }), trail: 5 });
    expect(trades).toMatchObject([{ exit_price: 104, reason: 'trail' }]);
  });
  test('a trailing stop inside the bar moves only for the bars after the one that moved it', () => {
    const series = seriesOf([
      { t: 0, o: 100, h: 100, l: 100, c: 100, v: 1 },
      { t: 60, o: 100, h: 110, l: 100, c: 109, v: 1 },
      { t: 120, o: 109, h: 109, l: 101, c: 102, v: 1 },
    ]);
    const mode = modeSchema.parse({ fill: 'intrabar' });
    const { trades } = runRealistic(
      { series, strategy, mode, symbol: 'X', aux: new Map(), swaps: [] },
      { signals: { flags: flagsAt(3, { 0: BUY }), trail: 5 } },
    );
    expect(trades).toMatchObject([{ exit_time: 120, exit_price: 105, reason: 'trail' }]);
  });
  test('break-even moves the stop to the entry once the price has gone far enough', () => {
    const signals = { flags: flagsAt(6, { 0: BUY }), stop: 10, breakEven: 5 };
    expect(run([100, 104, 95, 105, 101, 99], signals).trades).toMatchObject([{ exit_price: 99, reason: 'break_even' }]);
    expect(run([100, 104, 95, 104, 101, 99], signals).trades).toMatchObject([{ exit_price: 99, reason: 'end' }]);
  });
  test('a time stop closes after a number of closes', () => {
    const { trades } = run([100, 101, 102, 103, 104], { flags: flagsAt(5, { 0: BUY }), mostBars: 3 });
    expect(trades).toMatchObject([{ exit_price: 103, reason: 'time' }]);
  });
});

test('equity that ends at or below zero has no CAGR, and trades no more', () => {
  const { figures, equity, trades } = run(
    [100, 0.5, 0.5, 0.5],
    { flags: flagsAt(4, { 0: BUY, 1: EXIT_LONG, 2: BUY }) },
    {
      size: { volume: 101 },
    },
  );
  expect(equity.at(-1)).toBeLessThan(0);
  expect(trades).toHaveLength(1);
  expect(figures.cagr).toBeNaN();
  expect(figures.max_drawdown).toBeGreaterThan(1);
});
