import { expect, it } from 'vitest';
import { fittingLength } from './longer-bars.ts';

const OPEN = Date.parse('2026-11-09T14:30:00Z') / 1000;
const DAY = 86_400;

/** Sessions of six and a half hours, a bar a minute. */
const minutes = (days: number): number[][] =>
  Array.from({ length: days * 390 }, (_, i) => {
    const time = OPEN + Math.floor(i / 390) * DAY + (i % 390) * 60;
    return [time, i, i + 2, i - 1, i + 1, 10];
  });

it('a trade of a week is shown completely, by bars that begin with the session', () => {
  const { interval, bars } = fittingLength('1m', minutes(5), 120);
  expect(interval).toBe('30m');
  expect(bars).toHaveLength(5 * 13);
  expect(bars[0]).toEqual([OPEN, 0, 31, -1, 30, 300]);
  expect(bars[13]?.[0]).toBe(OPEN + DAY);
  // The whole of the volume, from the first open to the last close.
  expect(bars.reduce((sum, bar) => sum + (bar[5] ?? 0), 0)).toBe(5 * 390 * 10);
  expect(bars.at(-1)?.[4]).toBe(5 * 390);
});

it('what fits stays as it is, and bars of days are not merged', () => {
  const few = minutes(1).slice(0, 100);
  expect(fittingLength('1m', few, 120)).toEqual({ interval: '1m', bars: few });
  const days = Array.from({ length: 300 }, (_, i) => [OPEN + i * DAY, 1, 2, 0, 1, 5]);
  expect(fittingLength('1d', days, 120)).toEqual({ interval: '1d', bars: days });
});
