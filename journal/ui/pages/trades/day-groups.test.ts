import { expect, test } from 'vitest';
import { groupDays, startOfWeek } from './day-groups.ts';

test.each([
  ['2026-11-13', 'monday', '2026-11-09'],
  ['2026-11-09', 'monday', '2026-11-09'],
  ['2026-11-08', 'monday', '2026-11-02'],
  ['2026-11-13', 'sunday', '2026-11-08'],
  ['2026-11-13', 'saturday', '2026-11-07'],
  ['2026-01-01', 'monday', '2025-12-29'],
] as const)('the week of %s that begins on a %s begins on %s', (day, start, first) => {
  expect(startOfWeek(day, start)).toBe(first);
});

const days = ['2026-11-06', '2026-11-09', '2026-11-13'].map((day, i) => ({ day, trade_count: i + 1 }));

test('days stand alone or with their week, the newest first', () => {
  expect(groupDays(days, 'day', 'monday').map(({ from, to, count }) => [from, to, count])).toEqual([
    ['2026-11-13', '2026-11-13', 3],
    ['2026-11-09', '2026-11-09', 2],
    ['2026-11-06', '2026-11-06', 1],
  ]);
  expect(groupDays(days, 'week', 'monday').map(({ from, to, count }) => [from, to, count])).toEqual([
    ['2026-11-09', '2026-11-15', 5],
    ['2026-11-02', '2026-11-08', 1],
  ]);
  expect(groupDays(days, 'week', 'monday').flatMap((group) => group.days)).toHaveLength(days.length);
});
