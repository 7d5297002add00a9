import { expect, it } from 'vitest';
import { seriesOf } from '../candles/series.ts';
import { priceBars } from './price-bars.ts';

const bars = (count: number) =>
  seriesOf(Array.from({ length: count }, (_, i) => ({ t: 60 * i, o: i, h: i + 3, l: i - 2, c: i + 1, v: 1 })));

it('a short run is its own bars, from the time that is asked for', () => {
  expect(priceBars(bars(4), 120)).toEqual([
    [120, 2, 5, 0, 3],
    [180, 3, 6, 1, 4],
  ]);
});

it('a long one is at most 400, which keep first open, extremes and last close', () => {
  const made = priceBars(bars(1001), 0);
  expect(made).toHaveLength(334);
  expect(made[0]).toEqual([0, 0, 5, -2, 3]);
  expect(made.at(-1)).toEqual([60 * 999, 999, 1003, 997, 1001]);
});

it('without bars there are none', () => {
  expect(priceBars(bars(0), 0)).toEqual([]);
  expect(priceBars(bars(5), 1e9)).toEqual([]);
});
