// Seeded resampling of daily returns: the same run gives the same bounds, whoever asks.
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { sharpeOf } from './statistics.ts';

/** Below this many days a bound would be noise; the downstream engine answers -infinity. */
const FEWEST_DAYS = 10;
const DEFAULT_SEED = 0x5717;

interface BootstrapOptions {
  readonly samples: number;
  readonly seed: number;
  /** Days kept together, so that runs of losses survive the shuffle. */
  readonly blockDays: number;
}

/** 5th percentile of 100 resampled Sharpes, as the downstream engine takes it; -infinity under ten days. */
export function sharpeLowerBound(daily: Float64Array, movingBlocks = false): number {
  if (daily.length < FEWEST_DAYS) return -Infinity;
  const sharpes: number[] = [];
  const blockDays = movingBlocks ? Math.max(2, Math.round(Math.cbrt(daily.length))) : 1;
  resampled(daily, { samples: 100, seed: DEFAULT_SEED, blockDays }, (sample) => sharpes.push(sharpeOf(sample)));
  return percentile(
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
  daily: Float64Array,
  options: BootstrapOptions,
): { readonly sharpe: Bounds; readonly max_drawdown: Bounds } {
  const sharpes: number[] = [];
  const drawdowns: number[] = [];
  resampled(daily, options, (sample) => {
    sharpes.push(sharpeOf(sample));
    drawdowns.push(drawdownOf(sample));
  });
  return { sharpe: bounds(sharpes), max_drawdown: bounds(drawdowns) };
}

function resampled(daily: Float64Array, options: BootstrapOptions, use: (sample: Float64Array) => void): void {
  if (daily.length === 0) return;
  const { samples, seed, blockDays } = options;
  const random = xoroshiro128plus(seed);
  const sample = new Float64Array(daily.length);
  const block = Math.min(blockDays, daily.length);
  for (let round = 0; round < samples; round++) {
    for (let at = 0; at < daily.length; at += block) {
      const from = (random.next() >>> 0) % (daily.length - block + 1);
      for (let k = 0; k < block && at + k < daily.length; k++) sample[at + k] = daily[from + k] as number;
    }
    use(sample);
  }
}

function drawdownOf(daily: Float64Array): number {
  let equity = 1;
  let peak = 1;
  let worst = 0;
  for (let i = 0; i < daily.length; i++) {
    equity *= 1 + (daily[i] as number);
    if (equity > peak) peak = equity;
    const fall = (peak - equity) / peak;
    if (fall > worst) worst = fall;
  }
  return worst;
}

function bounds(values: readonly number[]): Bounds {
  const sorted = values.toSorted((a, b) => a - b);
  return { p05: percentile(sorted, 0.05), p50: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) };
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
