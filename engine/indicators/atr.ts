import type { Series } from '../candles/series.ts';
import { indicator, period } from './indicator.ts';
import { blank } from './rolling.ts';

/** The range of bar i, the gap from the close before it included. */
export function trueRange({ h, l, c }: Series, i: number): number {
  const high = h[i];
  const low = l[i];
  const before = c[i - 1];
  return Math.max(high - low, Math.abs(high - before), Math.abs(low - before));
}

/** Wilder's average true range. */
export function wilderAtr(bars: Series, count: number): Float64Array {
  const out = blank(bars.length);
  if (count < 1) return out;
  let mean = 0;
  for (let i = 1; i < bars.length; i++) {
    const range = trueRange(bars, i);
    mean = i <= count ? mean + range / count : (mean * (count - 1) + range) / count;
    if (i >= count) out[i] = mean;
  }
  return out;
}

export const atr = indicator({
  name: 'atr',
  realistic: {
    about: "Wilder's average true range, in price units",
    numbers: { period: period() },
    outputs: ['value'],
    columns: (bars, _source, { period: count }) => ({ value: wilderAtr(bars, count) }),
  },
});
