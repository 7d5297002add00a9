// The price of a run as the few bars that a picture of it can show.
import { firstAtOrAfter, type Series } from '../candles/series.ts';

/** [start in seconds, open, high, low, close] */
export type PriceBar = readonly [number, number, number, number, number];

const MOST_BARS = 400;

/** Bars from a time on; of very many, neighbours become one with the first open, the extremes and the last close. */
export function priceBars({ t, o, h, l, c, length }: Series, from: number): PriceBar[] {
  const first = firstAtOrAfter(t, from);
  const each = Math.max(1, Math.ceil((length - first) / MOST_BARS));
  return Array.from({ length: Math.ceil((length - first) / each) }, (_, bar) => {
    const start = first + bar * each;
    const end = Math.min(length, start + each);
    let [high, low] = [h[start], l[start]];
    for (let i = start + 1; i < end; i++) {
      high = Math.max(high, h[i]);
      low = Math.min(low, l[i]);
    }
    return [t[start], o[start], high, low, c[end - 1]];
  });
}
