import { expect, test } from 'vitest';
import { scheduleDays, scheduleOf, scheduleParts, scheduleText } from './schedule.ts';

test.each([
  ['0 17 * * 5', 'Fridays at 17:00'],
  ['30 8 * * 1-5', 'Monday to Friday at 08:30'],
  ['30 8 * * mon-fri', 'Monday to Friday at 08:30'],
  ['0 9,17 * * *', 'every day at 09:00, 17:00'],
  ['0 6 1 * *', 'on day 1 of the month at 06:00'],
  ['*/15 * * * *', 'every 15 minutes'],
  ['0 * * * *', 'every hour'],
  ['5 * * * *', 'every hour at 05 past'],
  ['* * * * *', 'every minute'],
  ['0 0 * * 0', 'Sundays at 00:00'],
  ['0 17 * 3 5', 'on a custom schedule'],
  ['0 */2 * * *', 'on a custom schedule'],
  ['', 'on a custom schedule'],
])('%s is %s', (cron, expected) => {
  expect(scheduleText(cron)).toBe(expected);
});

test('a form offers days in words; what it says is the schedule it was read from', () => {
  expect(scheduleDays.slice(0, 3).map(([, label]) => label)).toEqual(['Every day', 'Monday to Friday', 'Mondays']);
  for (const [days, label] of scheduleDays) {
    const cron = scheduleOf({ days, at: '08:05' });
    expect(scheduleParts(cron)).toEqual({ days, at: '08:05' });
    expect(scheduleText(cron).toLowerCase()).toBe(`${label.toLowerCase()} at 08:05`);
  }
  expect(scheduleOf(scheduleParts('30 8 * * mon-fri') ?? { days: '', at: '' })).toBe('30 8 * * 1-5');
});

test.each(['*/15 * * * *', '0 9,17 * * *', '0 17 * 3 5', '0 17 * * 2,4', ''])('%s has no short form', (cron) => {
  expect(scheduleParts(cron)).toBeNull();
});
