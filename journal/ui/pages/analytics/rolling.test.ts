import { expect, test } from 'vitest';
import { rollingExpectancy, WINDOW } from './rolling.ts';

const days = (...results: readonly (readonly [pnl: number, count: number])[]) =>
  results.map(([pnl, trade_count], i) => ({
    day: new Date(Date.UTC(2026, 0, i + 1)).toISOString().slice(0, 10),
    pnl,
    trade_count,
  }));

test('the mean is over the last thirty trades or more, by whole days', () => {
  const points = rollingExpectancy(days(...Array.from({ length: 12 }, (_, i) => [i < 6 ? 50 : 100, 5] as const)));
  expect(points[0]).toMatchObject({ day: '2026-01-06', mean: 10, count: WINDOW, within: 0 });
  expect(points.at(-1)).toMatchObject({ day: '2026-01-12', mean: 20, count: WINDOW, within: 0 });
  // Half of one and half of the other.
  expect(points[3]).toMatchObject({ day: '2026-01-09', mean: 15 });
});

test('days that differ make it less sure', () => {
  const even = rollingExpectancy(days(...Array.from({ length: 6 }, () => [100, 5] as const)));
  const uneven = rollingExpectancy(days(...Array.from({ length: 6 }, (_, i) => [i % 2 ? 400 : -200, 5] as const)));
  expect(even.at(-1)?.mean).toBe(uneven.at(-1)?.mean);
  expect(uneven.at(-1)?.within).toBeCloseTo((1.96 * Math.sqrt(6 * 300 ** 2)) / 30);
});

test('few trades or few days say nothing', () => {
  expect(rollingExpectancy(days(...Array.from({ length: 5 }, () => [10, 5] as const)))).toEqual([]);
  expect(rollingExpectancy(days([500, 40], [-20, 40]))).toEqual([]);
  expect(rollingExpectancy([])).toEqual([]);
});
