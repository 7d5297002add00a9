import { describe, expect, test } from 'vitest';
import { parseCsv } from '../candles/file.ts';
import { generateCsv } from '../candles/generate.ts';
import { seriesOf, type Candle, type Series } from '../candles/series.ts';
import { modeSchema } from '../request/mode.ts';
import { INDICATOR_TYPES } from '../indicators/registry.ts';
import { requestSchema } from '../request/schema.ts';
import { bootstrap, type SharpeRule } from '../figures/bootstrap.ts';
import { lookaheadCheck } from './lookahead.ts';
import { choose, walkForward, windows } from '../sweep/walk-forward.ts';
import { runRealistic, type RealisticInput } from './run.ts';
import { execute } from './execute.ts';
import { realisticFlags } from './flags.ts';
import type { Trade } from './trade.ts';
import { BUY, EXIT_LONG, SELL } from '../indicators/flags.ts';

const candles = (count: number): Series =>
  parseCsv(new TextEncoder().encode([...generateCsv(count, 42)].join(''))).series;
const series = candles(3000);

const bar = (o: number, h: number, l: number, c: number, minute: number): Candle => ({
  t: minute * 60,
  o,
  h,
  l,
  c,
  v: 1,
});
const STRATEGY = requestSchema.parse({
  symbol: 'X',
  strategy: { name: 'S', sma_short: 5, sma_long: 20, sl: 2, tp: 3, volume: 1 },
}).strategy;

/** Buys on the close of the first bar, then holds: what closes the trade is the rule under test. */
function buyFirst(bars: readonly Candle[], mode: object, exitAt?: number): Trade | undefined {
  const flags = new Uint8Array(bars.length);
  flags[0] = BUY;
  if (exitAt !== undefined) flags[exitAt] = EXIT_LONG;
  const parsed = modeSchema.parse(mode);
  const free = { spread: 0, slippage: 0, commission: 0, swap_long: 0, swap_short: 0 };
  const costs = Object.assign(free, parsed.costs[0]);
  return execute(
    {
      series: seriesOf(bars),
      signals: { flags, stop: 2, target: 3 },
      mode: parsed,
      costs,
      volume: 1,
      swaps: [],
      startEquity: parsed.initial_equity,
      from: 0,
      atEnd: 'end',
    },
    new Float64Array(bars.length),
  ).trades[0];
}

describe('fills', () => {
  const quiet = [
    bar(100, 100, 100, 100, 0),
    bar(101, 101, 101, 101, 1),
    bar(102, 102, 102, 102, 2),
    bar(101.5, 101.5, 101.5, 101.5, 3),
  ];

  test('close: at the close that decided', () => {
    expect(buyFirst(quiet, { fill: 'close' }, 2)).toMatchObject({
      entry_price: 100,
      exit_price: 102,
      reason: 'signal',
    });
  });
  test('next_open: at the open after the close that decided', () => {
    expect(buyFirst(quiet, { fill: 'next_open' }, 2)).toMatchObject({
      entry_price: 101,
      exit_price: 101.5,
      reason: 'signal',
    });
  });
  test('intrabar: a stop inside the bar fills at the stop', () => {
    const bars = [bar(100, 100, 100, 100, 0), bar(100, 101, 97.5, 100.5, 1)];
    expect(buyFirst(bars, { fill: 'intrabar' })).toMatchObject({ exit_price: 98, reason: 'stop' });
  });
  test('intrabar: a gap through the stop fills at the open, not at the stop', () => {
    const bars = [bar(100, 100, 100, 100, 0), bar(100, 100.5, 99.5, 100, 1), bar(95, 96, 94, 95, 2)];
    expect(buyFirst(bars, { fill: 'intrabar' })).toMatchObject({ exit_price: 95, reason: 'stop' });
  });
  test.each([
    ['stop_first', 98, 'stop'],
    ['target_first', 103, 'target'],
    ['nearest_to_open', 98, 'stop'],
  ])('intrabar: stop and target in one bar go by %s', (same_bar, exit_price, reason) => {
    const bars = [bar(100, 100, 100, 100, 0), bar(100, 104, 97, 100, 1)];
    expect(buyFirst(bars, { fill: 'intrabar', same_bar })).toMatchObject({ exit_price, reason });
  });
  test('a position still open at the end is closed there and says so', () => {
    expect(buyFirst(quiet, { fill: 'close' })).toMatchObject({ exit_price: 101.5, reason: 'end' });
  });
});

describe('costs and size', () => {
  const rise = [bar(100, 100, 100, 100, 0), bar(104, 104, 104, 104, 1)];

  test('spread and slippage on each side, none on a resting target; commission twice', () => {
    const costs = [{ spread: 0.2, slippage: 0.05, commission: 0.5 }];
    // in at 100 + 0.1 + 0.05, out at 104 - 0.1 (target), commission 2 x 0.5
    const trade = buyFirst(rise, { fill: 'close', costs });
    expect(trade).toMatchObject({ entry_price: 100.15, exit_price: 103.9, reason: 'target' });
    expect(trade?.pnl).toBeCloseTo(103.9 - 100.15 - 1, 12);
  });
  test('costs are those of the symbol', () => {
    const mode = modeSchema.parse({ fill: 'close', costs: [{ spread: 1 }, { symbol: 'EURUSD', spread: 3 }] });
    const flags = new Uint8Array([BUY, 0]);
    const run = (symbol: string) =>
      runRealistic(
        { series: seriesOf(rise), strategy: STRATEGY, mode, symbol, aux: new Map(), swaps: [] },
        { signals: { flags } },
      ).trades[0]?.entry_price;
    expect(run('EURUSD')).toBe(101.5);
    expect(run('USDJPY')).toBe(100.5);
  });
  test('swap is paid for every midnight held', () => {
    const day = 1440;
    const bars = [bar(100, 100, 100, 100, 10), bar(100, 100, 100, 100, day + 10), bar(100, 100, 100, 100, 3 * day + 1)];
    expect(buyFirst(bars, { fill: 'close', costs: [{ swap_long: -0.01 }] }, 2)?.pnl).toBeCloseTo(-0.03, 12);
  });
  test('risk per trade sizes the position by its stop', () => {
    const trade = buyFirst(rise, { fill: 'close', size: { risk_percent: 1 }, initial_equity: 20_000 });
    expect(trade?.volume).toBe(100); // 1 % of 20,000 over a stop of 2
  });
  test('long-only never sells', () => {
    const mode = modeSchema.parse({ direction: 'long' });
    const flags = new Uint8Array(series.length).fill(SELL);
    expect(
      runRealistic(
        { series, strategy: STRATEGY, mode, symbol: undefined, aux: new Map(), swaps: [] },
        { signals: { flags } },
      ).trades,
    ).toEqual([]);
  });
});

const inputFor = (strategy: object, mode: object = {}): RealisticInput => ({
  series,
  strategy: { ...STRATEGY, sl: 0.05, tp: 0.08, ...strategy },
  mode: modeSchema.parse(mode),
  symbol: undefined,
  aux: new Map(),
  swaps: [],
});

test.each(INDICATOR_TYPES)('%s decides without looking ahead', (indicator_type) => {
  const { strategy } = inputFor({ indicator_type, sma_short: 14, sma_long: 30 });
  const report = lookaheadCheck(series, (cut) => ({ flags: realisticFlags(cut, strategy) }));
  expect(report).toMatchObject({ ok: true, differing_bars: 0 });
  expect(runRealistic(inputFor(strategy)).figures.trades).toBeGreaterThan(0);
});

test('the look-ahead test catches a strategy that peeks one bar', () => {
  const peeks = ({ c, length }: Series) => ({
    flags: Uint8Array.from({ length }, (_, i) => ((c[i + 1] ?? 0) > c[i] ? BUY : SELL)),
  });
  const report = lookaheadCheck(series, peeks);
  expect(report.ok).toBe(false);
  expect(report.first_difference).toBeGreaterThan(0);
});

test('walk-forward trades only the bars after each training window', () => {
  const input = inputFor({}, { sweep: { sma_short: [5, 10] }, walk_forward: { train_bars: 1000, test_bars: 500 } });
  const plan = windows(series.length, { train_bars: 1000, test_bars: 500, anchored: false });
  expect(plan.map(({ trainFrom, testFrom, testTo }) => [trainFrom, testFrom, testTo])).toEqual([
    [0, 1000, 1500],
    [500, 1500, 2000],
    [1000, 2000, 2500],
    [1500, 2500, 3000],
  ]);
  const choices = plan.map((window) => choose(input, window));
  const { run, windows: walked } = walkForward(input, choices);
  expect(walked.every(({ parameters }) => [5, 10].includes(parameters.sma_short ?? 0))).toBe(true);
  expect(run.trades.length).toBeGreaterThan(10);
  for (const trade of run.trades) {
    const window = walked.find(({ test_from, test_to }) => trade.entry_time >= test_from && trade.exit_time <= test_to);
    expect(window).toBeDefined();
  }
});

test('the bootstrap is the same for the same seed, another for another, and brackets its median', () => {
  const { returns } = runRealistic({ ...inputFor({}), series: candles(40_000) }).days;
  const rule: SharpeRule = { periodsPerYear: 252, sampleDeviation: true };
  const options = { samples: 200, seed: 7, blockDays: 3 };
  const first = bootstrap(returns, rule, options);
  expect(bootstrap(returns, rule, options)).toEqual(first);
  expect(bootstrap(returns, rule, { ...options, seed: 8 })).not.toEqual(first);
  expect(first.sharpe.p05).toBeLessThan(first.sharpe.p50);
  expect(first.max_drawdown.p50).toBeLessThan(first.max_drawdown.p95);
});
