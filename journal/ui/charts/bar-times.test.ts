import { expect, test } from 'vitest';
import { clearOf, around, ascending, barAt, chartTime } from './bar-times.ts';

const clock = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);

test('a minute stands where a clock in New York showed it, a day on its day', () => {
  expect(clock(chartTime('2026-01-05T14:30:00Z', 'America/New_York', false))).toBe('2026-01-05T09:30');
  expect(clock(chartTime('2026-07-06T13:30:00Z', 'America/New_York', false))).toBe('2026-07-06T09:30');
  expect(clock(chartTime('2026-01-05T00:00:00Z', 'America/New_York', true))).toBe('2026-01-05T00:00');
});

test('an hour that a clock shows twice is drawn once', () => {
  const zone = 'America/New_York';
  const times = ['05:30', '06:00', '06:30', '07:00'].map((at) => chartTime(`2026-11-01T${at}:00Z`, zone, false));
  expect(times.map(clock)).toEqual(['2026-11-01T01:30', '2026-11-01T01:00', '2026-11-01T01:30', '2026-11-01T02:00']);
  expect(ascending(times)).toEqual([0, 3]);
});

test('a fill belongs to the bar that had begun, one before all bars to the first', () => {
  expect([5, 10, 14, 99].map((at) => barAt([10, 20, 30], at))).toEqual([0, 0, 0, 2]);
});

test('a trade is shown with room on both sides, but not with a stretch of nothing beyond the bars', () => {
  const times = Array.from({ length: 100 }, (_, i) => 10 * i);
  expect(around(times, 400, 500)).toEqual([30, 60]);
  expect(around(times, 900, 980)).toEqual([80, 102]);
  expect(around(times, 20, 300)).toEqual([-3, 58]);
});

test('the text of a mark stays clear of its arrow and the candles next to it: below a buy, above a sale', () => {
  const bars = Array.from({ length: 100 }, (_, i) => ({ low: 100 + i, high: 101 + i }));
  const mark = { at: 50, reach: 8, price: 150 };
  // Eight bars to each side.
  expect(clearOf(bars, { ...mark, isBuy: false })).toBe(159);
  expect(clearOf(bars, { ...mark, isBuy: true })).toBe(142);
  // Among flat ones the arrow itself is what they would lie on.
  const flat = bars.map((bar, i) => (Math.abs(i - 50) < 20 ? { low: 150, high: 151 } : bar));
  expect(clearOf(flat, { ...mark, price: null, isBuy: false })).toBeCloseTo(158, 0);
  expect(clearOf(flat, { ...mark, price: null, isBuy: true })).toBeCloseTo(143, 0);
});
