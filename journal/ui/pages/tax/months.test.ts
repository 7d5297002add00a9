import { expect, it } from 'vitest';
import { addUpMonths } from './months.ts';

const results = [
  { month: '2026-02', realized_st_gain: 100, realized_lt_gain: 0 },
  { month: '2026-04', realized_st_gain: -30, realized_lt_gain: 20 },
];

it('a month without a sale stays where it was, and the last is today’s', () => {
  expect(addUpMonths(results, 2026, '2026-05-11')).toEqual([
    { month: '2026-01', day: '2026-01-31', short: 0, long: 0 },
    { month: '2026-02', day: '2026-02-28', short: 100, long: 0 },
    { month: '2026-03', day: '2026-03-31', short: 100, long: 0 },
    { month: '2026-04', day: '2026-04-30', short: 70, long: 20 },
    { month: '2026-05', day: '2026-05-11', short: 70, long: 20 },
  ]);
});

it('a year that is over has all its months, one to come only what is marked at its end', () => {
  expect(addUpMonths(results, 2026, '2027-03-01').at(-1)).toMatchObject({ day: '2026-12-31', short: 70, long: 20 });
  const marked = { month: '2026-12', realized_st_gain: 4, realized_lt_gain: 6 };
  expect(addUpMonths([marked], 2026, '2025-11-01')).toEqual([
    { month: '2026-12', day: '2026-12-31', short: 4, long: 6 },
  ]);
  expect(addUpMonths([], 2026, '2025-11-01')).toEqual([]);
});
