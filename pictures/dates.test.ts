import { expect, test } from 'vitest';
import { dateFormats } from './dates.ts';

const ours = dateFormats('en-GB', 'America/New_York', 'h23');

test('a day has its weekday, and is the same day in every zone', () => {
  expect(ours.day('2026-11-13')).toBe('Fri 13 Nov 2026');
  expect(ours.moment('2026-11-13')).toBe('Fri 13 Nov 2026');
  expect(ours.shortDay('2026-11-13')).toBe('13 Nov');
  expect(ours.day('2026-09-14')).toBe('Mon 14 Sep 2026');
});

test('a moment is one of its zone', () => {
  expect(ours.moment('2026-11-14T01:05:00Z')).toBe('Fri 13 Nov 2026 20:05');
  expect(ours.day('2026-11-14T01:05:00Z')).toBe('Fri 13 Nov 2026');
  expect(ours.moment('2026-11-14T05:00:00Z')).toBe('Sat 14 Nov 2026 00:00');
});

test('each language in its own order, without a comma behind the weekday', () => {
  expect(dateFormats('en-US', 'UTC').day('2026-11-13')).toBe('Fri Nov 13, 2026');
  expect(dateFormats('de', 'UTC').day('2026-11-13')).toBe('Fr. 13. Nov. 2026');
});

test('what is missing is a dash, and what is no time stays', () => {
  for (const write of [ours.day, ours.moment, ours.shortDay])
    expect([write(null), write(''), write('soon')]).toEqual(['–', '–', 'soon']);
});
