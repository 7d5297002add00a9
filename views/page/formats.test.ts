import { expect, it } from 'vitest';
import { formatsFor } from './formats.ts';

it('amounts are written as the host’s locale writes them', () => {
  const [american, german] = [formatsFor('en-US', 'UTC'), formatsFor('de-DE', 'UTC')];
  expect([american, german].map(({ money }) => money(-1234.5, 'USD'))).toEqual(['−1,234.50 USD', '−1.234,50 USD']);
  expect([american, german].map(({ percent }) => percent(0.384615))).toEqual(['38.5 %', '38,5 %']);
  expect(american.gain(12)).toBe('+12.00');
  expect(american.plain(0.00000012)).toBe('0.00000012');
});

it('what is not known is a dash, never a zero', () => {
  const { money, percent, plain, day } = formatsFor('en-US', 'UTC');
  expect([money(null, 'USD'), percent(undefined), plain(Number.NaN), day(null)]).toEqual(['–', '–', '–', '–']);
});

it('moments are those of the host’s zone, summer and winter, and days stay days', () => {
  const { day, moment, zoned } = formatsFor('en-US', 'America/New_York');
  expect(moment('2026-11-13T02:05:00Z')).toContain('Nov 12, 2026');
  expect(day('2026-11-13')).toBe('Fri Nov 13, 2026');
  expect(zoned(Date.UTC(2026, 6, 1, 12))).toBe(Date.UTC(2026, 6, 1, 8));
  expect(zoned(Date.UTC(2026, 11, 1, 12, 59, 30))).toBe(Date.UTC(2026, 11, 1, 7, 59, 30));
});

it('on the day the clocks change the hours before and after are distinguished', () => {
  const { zoned } = formatsFor('en-US', 'America/New_York');
  // 8 March 2026: at 2 o'clock it is 3.
  expect(zoned(Date.UTC(2026, 2, 8, 6, 30))).toBe(Date.UTC(2026, 2, 8, 1, 30));
  expect(zoned(Date.UTC(2026, 2, 8, 7, 30))).toBe(Date.UTC(2026, 2, 8, 3, 30));
  expect(zoned(Date.UTC(1969, 11, 31, 12))).toBe(Date.UTC(1969, 11, 31, 7));
});

it('a locale or zone that does not exist is not taken, and text that is no time stays as it is', () => {
  const { money, day } = formatsFor('no such locale!', 'Mars/Olympus');
  expect(money(1)).toBe('1.00');
  expect(day('soon')).toBe('soon');
});

it('a brief day has its year where it is not this one, in the zone of the host', () => {
  const { brief } = formatsFor('en-US', 'America/New_York');
  const year = new Date().getFullYear();
  expect([brief(`${year}-06-13`), brief('2019-06-13'), brief('2020-01-01T02:00:00Z')]).toEqual([
    'Jun 13',
    'Jun 13, 2019',
    'Dec 31, 2019',
  ]);
  expect([brief(null), brief('soon')]).toEqual(['–', 'soon']);
});
