import { expect, test } from 'vitest';
import { daysBefore, firstDay } from './period-before.ts';

test.each([
  [{ period: 'ytd' }, { from: '2025-01-01', to: '2025-11-17' }],
  [{ period: 'mtd' }, { from: '2026-10-01', to: '2026-10-17' }],
  [{ period: 'qtd' }, { from: '2026-07-01', to: '2026-08-17' }],
  [{ period: 'last_month' }, { from: '2026-09-01', to: '2026-09-30' }],
  [{ period: 'last_quarter' }, { from: '2026-04-01', to: '2026-06-30' }],
  [{ period: 'last_year' }, { from: '2024-01-01', to: '2024-12-31' }],
  [
    { from: '2026-03-01', to: '2026-03-10' },
    { from: '2026-02-19', to: '2026-02-28' },
  ],
  [{ period: 'all' }, null],
  [{ from: '2027-01-01' }, null],
])('before %o come %o', (chosen, before) => {
  expect(daysBefore(chosen, '2026-11-17')).toEqual(before);
});

test('the last day of a month has one before it that may be shorter', () => {
  expect(daysBefore({ period: 'mtd' }, '2026-03-31')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
});

test.each([
  [{ period: 'ytd' }, '2026-01-01'],
  [{ period: 'mtd' }, '2026-11-01'],
  [{ period: 'qtd' }, '2026-10-01'],
  [{ period: 'last_month' }, '2026-10-01'],
  [{ period: 'last_quarter' }, '2026-07-01'],
  [{ period: 'last_year' }, '2025-01-01'],
  [{ from: '2026-03-05', to: '2026-03-09' }, '2026-03-05'],
  [{ period: 'all' }, null],
])('%o begins on %s', (chosen, first) => {
  expect(firstDay(chosen, '2026-11-13')).toBe(first);
  expect(daysBefore(chosen, '2026-11-13') === null).toBe(first === null);
});
