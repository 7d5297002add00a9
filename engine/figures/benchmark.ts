// What the strategy is compared with: buying at the first close that was traded and holding to the last.
import type { Series } from '../candles/series.ts';
import { deepestFall } from './equity-curve.ts';

export interface Benchmark {
  readonly return: number;
  readonly max_drawdown: number;
}

/** The price of what is held, at the close of each bar that was traded: the candles' own, or another series'. */
export function heldPrices(series: Series, time: Float64Array, other: Series | undefined): Float64Array {
  if (other === undefined) return series.c.subarray(series.length - time.length);
  const out = new Float64Array(time.length);
  let at = -1;
  for (let i = 0; i < time.length; i++) {
    while (at + 1 < other.length && other.t[at + 1] <= time[i]) at++;
    // Before its first bar nothing is held: its first price stands in.
    out[i] = other.c[Math.max(0, at)] ?? NaN;
  }
  return out;
}

export function benchmarkOf(prices: Float64Array): Benchmark {
  const first = prices[0];
  const last = prices[prices.length - 1];
  if (first === undefined || last === undefined) return { return: 0, max_drawdown: 0 };
  const [peak, bottom] = deepestFall(prices);
  return { return: last / first - 1, max_drawdown: 1 - prices[bottom] / prices[peak] };
}
