// Window averages as the downstream engine takes them: straight sums, oldest first, the current bar excluded.
import type { Series } from '../candles/series.ts';
import { BUY, EXIT_LONG, EXIT_SHORT, SELL, type Flags } from './flags.ts';
import { SAME } from './rules.ts';

/** Sum of `column[from..to)`, oldest first: the order decides the last bit. */
export function straightSum(column: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += column[i];
  return sum;
}

/** RSI of the changes into bars [i - period, i), averaged plainly; NaN without as many. */
export function plainRsi(close: Float64Array, period: number, i: number): number {
  if (i < period + 1) return NaN;
  let gain = 0;
  let loss = 0;
  for (let k = i - period; k < i; k++) {
    const change = close[k] - close[k - 1];
    if (change > 0) gain += change;
    else loss -= change;
  }
  return loss === 0 ? 100 : 100 - 100 / (1 + gain / period / (loss / period));
}

/** One step of an exponential mean. */
export function blend(mean: number, value: number, period: number): number {
  const weight = 2 / (period + 1);
  return value * weight + mean * (1 - weight);
}

/** Plain mean of the true ranges of bars [i - period, i); NaN without as many. */
export function averageTrueRange({ h, l, c }: Series, period: number, i: number): number {
  if (period === 0 || i < period + 1) return NaN;
  let sum = 0;
  for (let k = i - period; k < i; k++) {
    const high = h[k];
    const low = l[k];
    const before = c[k - 1];
    sum += Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
  }
  return sum / period;
}

/** Lowest and highest of `values[from..to)`. */
export function rangeOf(values: Float64Array, from: number, to: number): readonly [number, number] {
  let lowest = Infinity;
  let highest = -Infinity;
  for (let k = from; k < to; k++) {
    const value = values[k];
    if (value > highest) highest = value;
    if (value < lowest) lowest = value;
  }
  return [lowest, highest];
}

/** A rolling difference drifts; after this many bars it is summed afresh. */
const RESUM_EVERY = 16_384;

/**
 * Flags of a cross of two means: bought where the short mean comes from below the long one to above it, sold the other
 * way round, exactly as straight sums would decide. Windows are [i-p, i), as downstream; with `included` they end with bar
 * i itself, and where the means are equal the rule of expressions holds: from at or below to above is a cross.
 * A rolling difference decides almost every bar; only where the two means all but meet are the windows summed straight.
 */
export function meanCrossFlags(close: Float64Array, short: number, long: number, from: number, included: 0 | 1): Flags {
  const flags = new Uint8Array(close.length);
  const start = Math.max(short, long);
  const stop = close.length + included; // i is the end of the windows; the bar they speak for is i - included
  if (short < 1 || long < 1 || stop <= start) return flags;
  const perShort = 1 / short;
  const perLong = 1 / long;
  const entering = perShort - perLong;
  const same = included === 1 ? SAME : 0;
  let before = NaN;
  let largest = largestOf(close, 0, start);
  for (let block = start; block < stop; block += RESUM_EVERY) {
    const end = Math.min(block + RESUM_EVERY, stop);
    largest = Math.max(largest, largestOf(close, block, end));
    // Rounding of RESUM_EVERY rolling steps stays some hundred times below this.
    const near = largest * 1e-9;
    let gap = straightSum(close, block - short, block) / short - straightSum(close, block - long, block) / long;
    for (let i = block; i < end; i++) {
      // On almost every bar the sign is clearly what it was; everything else is looked at closely.
      if (!(gap * before > near)) {
        const sign = gap > near ? 1 : gap < -near ? -1 : exactSign(close, short, long, i, same);
        // Downstream, a bar on which the means are equal is no cross, nor is the one after it.
        const crosses = included === 1 ? sign !== 0 && sign * before <= 0 : sign * before < 0;
        if (crosses && i - included >= from) flags[i - included] = sign > 0 ? BUY | EXIT_SHORT : SELL | EXIT_LONG;
        before = sign;
      }
      gap += close[i] * entering - close[i - short] * perShort + close[i - long] * perLong;
    }
  }
  return flags;
}

function exactSign(close: Float64Array, short: number, long: number, i: number, same: number): number {
  const shortMean = straightSum(close, i - short, i) / short;
  const longMean = straightSum(close, i - long, i) / long;
  const gap = shortMean - longMean;
  const near = Math.abs(longMean) * same;
  return gap > near ? 1 : gap < -near ? -1 : 0;
}

/** The largest magnitude in values[from..to). */
function largestOf(values: Float64Array, from: number, to: number): number {
  const end = Math.min(to, values.length);
  let most = 0;
  let least = 0;
  for (let i = from; i < end; i++) {
    const value = values[i];
    if (value > most) most = value;
    else if (value < least) least = value;
  }
  return Math.max(most, -least);
}
