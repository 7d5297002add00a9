import { expect, test } from 'vitest';
import { isMarketOpen, sessionOf } from './calendar.ts';

test.each([
  ['2026-01-01', 'closed', "New Year's Day"],
  ['2026-01-19', 'closed', 'Martin Luther King Day'],
  ['2026-02-16', 'closed', "Presidents' Day"],
  ['2026-04-03', 'closed', 'Good Friday'],
  ['2026-05-25', 'closed', 'Memorial Day'],
  ['2026-06-19', 'closed', 'Juneteenth'],
  ['2026-07-03', 'closed', 'Independence Day, moved from Saturday'],
  ['2026-09-07', 'closed', 'Labor Day'],
  ['2026-11-26', 'closed', 'Thanksgiving'],
  ['2026-11-27', 'early', 'the day after Thanksgiving'],
  ['2026-12-24', 'early', 'Christmas Eve'],
  ['2026-12-25', 'closed', 'Christmas'],
  ['2025-07-03', 'early', 'the eve of Independence Day'],
  ['2025-01-09', 'closed', 'a day of mourning'],
  ['2021-12-31', 'full', "not closed for a New Year's Day on a Saturday"],
  ['2024-03-29', 'closed', 'Good Friday'],
  ['2026-03-04', 'full', 'an ordinary Wednesday'],
  ['2026-03-07', 'closed', 'a Saturday'],
])('%s is %s: %s', (date, session) => {
  expect(sessionOf(date)).toBe(session);
});

test('the market follows New York through the change of clocks', () => {
  expect(isMarketOpen(new Date('2026-03-06T14:30:00Z'))).toBe(true); // 9:30 EST
  expect(isMarketOpen(new Date('2026-03-09T13:30:00Z'))).toBe(true); // 9:30 EDT
  expect(isMarketOpen(new Date('2026-03-06T13:30:00Z'))).toBe(false);
  expect(isMarketOpen(new Date('2026-11-27T18:30:00Z'))).toBe(false); // 13:30 on a short day
});
