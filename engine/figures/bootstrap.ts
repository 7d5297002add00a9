// Seeded resampling of returns: the same run always gives the same bounds.
import { flooredPercentile } from '../statistics/basic.ts';
import { randomIndices } from './random.ts';
import { TRADING_DAYS } from './closed-trades.ts';

/** Below this many days a bound would be noise; the downstream engine answers -infinity. */
const FEWEST_DAYS = 10;
const DEFAULT_SEED = 0x5717;

interface BootstrapOptions {
  readonly samples: number;
  readonly seed: number;
  /** Length of a block of days that are drawn together, so that runs of losses survive the shuffle. */
  readonly blockDays: number;
}

/** How a Sharpe ratio is taken from returns. */
export interface SharpeRule {
  readonly periodsPerYear: number;
  /** Divide squares by one less than their number (realistic) or by their number (compatible). */
  readonly sampleDeviation: boolean;
}

export const COMPATIBLE_SHARPE: SharpeRule = { periodsPerYear: TRADING_DAYS, sampleDeviation: false };

/** 5th percentile of 100 resampled Sharpes, as the downstream engine takes it; -infinity under ten days. */
export function sharpeLowerBound(returns: Float64Array, rule: SharpeRule, movingBlocks = false): number {
  if (returns.length < FEWEST_DAYS) return -Infinity;
  const blockDays = movingBlocks ? Math.max(2, Math.round(Math.cbrt(returns.length))) : 1;
  const sharpes: number[] = [];
  resampleDays(returns, { samples: 100, seed: DEFAULT_SEED, blockDays }, sharpeOfSample(returns, rule, sharpes));
  return flooredPercentile(
    sharpes.toSorted((a, b) => a - b),
    0.05,
  );
}

interface Bounds {
  readonly p05: number;
  readonly p50: number;
  readonly p95: number;
}

export function bootstrap(
  returns: Float64Array,
  rule: SharpeRule,
  options: BootstrapOptions,
): { readonly sharpe: Bounds; readonly max_drawdown: Bounds } {
  const sharpes: number[] = [];
  const drawdowns: number[] = [];
  const takeSharpe = sharpeOfSample(returns, rule, sharpes);
  resampleDays(returns, options, (picked) => {
    takeSharpe(picked);
    drawdowns.push(drawdownOf(returns, picked));
  });
  return { sharpe: bounds(sharpes), max_drawdown: bounds(drawdowns) };
}

/** Each sample is the list of the days it is made of, in its order. */
function resampleDays(
  returns: Float64Array,
  { samples, seed, blockDays }: BootstrapOptions,
  use: (picked: Int32Array) => void,
): void {
  const days = returns.length;
  if (days === 0) return;
  const draw = randomIndices(seed);
  const block = Math.min(blockDays, days);
  const starts = new Int32Array(Math.ceil(days / block));
  const picked = block === 1 ? starts : new Int32Array(days);
  for (let round = 0; round < samples; round++) {
    draw(starts, days - block + 1);
    if (block > 1) for (let i = 0; i < days; i++) picked[i] = starts[Math.trunc(i / block)] + (i % block);
    use(picked);
  }
}

/** Squares are summed around the mean of all returns, so that nothing is lost where the two sums all but cancel. */
function sharpeOfSample(returns: Float64Array, rule: SharpeRule, out: number[]): (picked: Int32Array) => void {
  const days = returns.length;
  let total = 0;
  for (let i = 0; i < days; i++) total += returns[i];
  const centre = total / days;
  const centred = returns.map((value) => value - centre);
  const over = rule.sampleDeviation ? days - 1 : days;
  const annual = Math.sqrt(rule.periodsPerYear);
  return (picked) => {
    let sum = 0;
    let squares = 0;
    for (let i = 0; i < picked.length; i++) {
      const value = centred[picked[i]];
      sum += value;
      squares += value * value;
    }
    const variance = (squares - (sum * sum) / days) / over;
    out.push(variance > 0 ? ((centre + sum / days) / Math.sqrt(variance)) * annual : 0);
  };
}

function drawdownOf(returns: Float64Array, picked: Int32Array): number {
  let equity = 1;
  let peak = 1;
  let worst = 0;
  for (let i = 0; i < picked.length; i++) {
    equity *= 1 + returns[picked[i]];
    if (equity > peak) peak = equity;
    const fall = (peak - equity) / peak;
    if (fall > worst) worst = fall;
  }
  return worst;
}

function bounds(values: readonly number[]): Bounds {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    p05: flooredPercentile(sorted, 0.05),
    p50: flooredPercentile(sorted, 0.5),
    p95: flooredPercentile(sorted, 0.95),
  };
}
