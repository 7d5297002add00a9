// Ways to turn indicator columns into flags, shared by both modes.
import { BUY, EXIT_LONG, EXIT_SHORT, SELL, type Flags } from './flags.ts';

/** Buy where the sign turns from negative to positive, sell where it turns back; each closes the other. */
export function crossFlags(signs: Int8Array, from: number): Flags {
  const flags = new Uint8Array(signs.length);
  for (let i = from; i < signs.length; i++) {
    const turn = signs[i] - signs[i - 1];
    if (turn === 2) flags[i] = BUY | EXIT_SHORT;
    else if (turn === -2) flags[i] = SELL | EXIT_LONG;
  }
  return flags;
}

/**
 * Numbers closer than this share of their size are equal. Two means of prices that meet exactly differ by what binary
 * sums leave over, and on which bar they cross must not hang on that.
 */
export const SAME = 1e-12;

/**
 * Bought where a was at or below b one bar before and is above it now, sold the other way round: the rule of cross_up and
 * cross_down in expressions. Nothing is known of a bar whose predecessor is not.
 */
export function crossOverFlags(a: Float64Array, b: Float64Array): Flags {
  const flags = new Uint8Array(a.length);
  let before = NaN;
  for (let i = 0; i < a.length; i++) {
    const level = b[i];
    const gap = a[i] - level;
    const same = Math.abs(level) * SAME;
    const side = gap > same ? 1 : gap < -same ? -1 : Number.isNaN(gap) ? NaN : 0;
    if (side > 0 && before <= 0) flags[i] = BUY | EXIT_SHORT;
    else if (side < 0 && before >= 0) flags[i] = SELL | EXIT_LONG;
    before = side;
  }
  return flags;
}

/** Bought on the way up through `low`, sold on the way down through `high`; closed beyond the far one. */
export function oscillatorFlags(value: Float64Array, from: number, low: number, high: number): Flags {
  const flags = new Uint8Array(value.length);
  for (let i = from; i < value.length; i++) {
    const now = value[i];
    const before = value[i - 1];
    let flag = 0;
    if (before < low && now >= low) flag |= BUY;
    if (before > high && now <= high) flag |= SELL;
    if (now > high) flag |= EXIT_LONG;
    if (now < low) flag |= EXIT_SHORT;
    flags[i] = flag;
  }
  return flags;
}

/** Bought when the close comes back up through the lower band, sold at the upper, closed at the middle. */
export function bandFlags(close: Float64Array, middle: Float64Array, width: Float64Array, from: number): Flags {
  const flags = new Uint8Array(close.length);
  for (let i = from; i < close.length; i++) {
    const now = close[i];
    const centre = middle[i];
    const lower = centre - width[i];
    if (Number.isNaN(middle[i - 1])) continue;
    const lowerBefore = middle[i - 1] - width[i - 1];
    let flag = 0;
    if (close[i - 1] <= lowerBefore && now > lower) flag |= BUY;
    if (now >= centre + width[i]) flag |= SELL;
    if (now >= centre) flag |= EXIT_LONG;
    if (now <= centre) flag |= EXIT_SHORT;
    flags[i] = flag;
  }
  return flags;
}

/** Bought when the close crosses its level upwards, sold downwards; each closes the other. */
export function levelFlags(close: Float64Array, level: Float64Array, from: number): Flags {
  const flags = new Uint8Array(close.length);
  for (let i = from; i < close.length; i++) {
    const now = close[i];
    const before = close[i - 1];
    if (before <= level[i - 1] && now > level[i]) flags[i] = BUY | EXIT_SHORT;
    else if (before >= level[i - 1] && now < level[i]) flags[i] = SELL | EXIT_LONG;
  }
  return flags;
}
