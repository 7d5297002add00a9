import { expect, test } from 'vitest';
import { areaPath, linePath } from './path.ts';
import { roundNumbers, roundTimes } from './ticks.ts';

test('numbers are multiples of 1, 2 or 5, as their texts show them, within the span', () => {
  expect(roundNumbers([0, 1], 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
  expect(roundNumbers([-1, 1], 4)).toEqual([-1, -0.5, 0, 0.5, 1]);
  expect(roundNumbers([123, 4567], 5)).toEqual([1000, 2000, 3000, 4000]);
  expect(roundNumbers([0.1, 0.7], 6)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7]);
  expect(roundNumbers([8.1, 8.9], 1)).toEqual([8.5]);
  expect(roundNumbers([3, 3], 4)).toEqual([3]);
});

test('about as many as wanted, whatever the size of the span', () => {
  for (let power = -9; power <= 12; power++)
    for (const width of [1, 1.7, 2.4, 3.9, 6.2, 9.8])
      for (const wanted of [2, 3, 5, 8]) {
        const span = [-0.3 * width * 10 ** power, 0.7 * width * 10 ** power] as const;
        const found = roundNumbers(span, wanted);
        expect(found.length, `${span.join(' to ')}, ${wanted}`).toBeGreaterThanOrEqual(Math.floor(wanted / 2));
        expect(found.length, `${span.join(' to ')}, ${wanted}`).toBeLessThanOrEqual(2 * wanted + 1);
        expect(found.every((each) => each >= span[0] && each <= span[1])).toBe(true);
      }
});

const formatTimes = (times: number[]) => times.map((time) => new Date(time).toISOString().slice(0, 16));

test('times are those of clock and calendar', () => {
  const from = Date.UTC(2026, 10, 18, 9, 31);
  const hour = 3_600_000;
  expect(formatTimes(roundTimes([from, from + 2 * hour], 4))).toEqual([
    '2026-11-18T10:00',
    '2026-11-18T10:30',
    '2026-11-18T11:00',
    '2026-11-18T11:30',
  ]);
  // Weeks begin on Sundays.
  expect(formatTimes(roundTimes([Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 30)], 4))).toEqual([
    '2026-11-08T00:00',
    '2026-11-15T00:00',
    '2026-11-22T00:00',
    '2026-11-29T00:00',
  ]);
  expect(formatTimes(roundTimes([Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31)], 4))).toEqual([
    '2026-01-01T00:00',
    '2026-04-01T00:00',
    '2026-07-01T00:00',
    '2026-10-01T00:00',
  ]);
  expect(formatTimes(roundTimes([Date.UTC(1961, 5, 1), Date.UTC(2026, 5, 1)], 4))).toEqual([
    '1980-01-01T00:00',
    '2000-01-01T00:00',
    '2020-01-01T00:00',
  ]);
  expect(roundTimes([10, 20], 5)).toEqual([10, 12, 14, 16, 18, 20]);
});

test('a path is interrupted where a value is missing, and a point alone is a dot', () => {
  const hole = [2, Number.NaN] as const;
  expect(linePath([[0, 1], [1, 2.26], hole, [3, 4]])).toBe('M0,1L1,2.3M3,4Z');
  expect(linePath([])).toBe('');
  expect(
    areaPath([
      [0, 9, 1],
      [1, 9, 2],
      [2, 9, Number.NaN],
      [3, 9, 4],
    ]),
  ).toBe('M0,1L1,2L1,9L0,9ZM3,4L3,9Z');
});
