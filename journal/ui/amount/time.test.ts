import { expect, test } from 'vitest';
import { clock, day, instantOf, moment, wallClock, weekday, wholeDay, zoneName } from './time.ts';

const NEW_YORK = 'America/New_York';

test('a zone is called by its place', () => {
  expect(['America/New_York', 'America/Argentina/Buenos_Aires', 'UTC'].map(zoneName)).toEqual([
    'New York',
    'Buenos Aires',
    'UTC',
  ]);
});

test('what a clock shows leads back to the instant, in summer and in winter', () => {
  for (const at of ['2026-01-15T14:30:05.000Z', '2026-07-15T20:00:00.000Z', '2026-03-08T06:59:59.000Z'])
    expect(instantOf(wallClock(at, NEW_YORK), NEW_YORK)).toBe(at);
  expect(wallClock('2026-07-15T00:30:00Z', NEW_YORK)).toBe('2026-07-14T20:30:00');
});

test('an hour that a clock shows twice is the first of the two', () => {
  expect(instantOf('2026-11-01T01:30:00', NEW_YORK)).toBe('2026-11-01T05:30:00.000Z');
});

test('an hour that no clock shows is the one after it', () => {
  expect(instantOf('2026-03-08T02:30:00', NEW_YORK)).toBe('2026-03-08T07:30:00.000Z');
});

test('a time without seconds is understood too', () => {
  expect(instantOf('2026-01-15T09:30', NEW_YORK)).toBe('2026-01-15T14:30:00.000Z');
});

test('a time without a zone is shown in the time zone of the book, not of the machine', () => {
  const at = '2026-11-14T03:31:05Z';
  expect([moment(at), weekday(at), day(at), clock(at)]).toEqual([
    'Fri 13 Nov 2026 22:31',
    'Fri 13 Nov 2026',
    '2026-11-13',
    '22:31:05',
  ]);
});

test('a day is as long as the clocks of its zone make it', () => {
  expect(wholeDay('2026-11-01', NEW_YORK)).toEqual({
    from: '2026-11-01T04:00:00.000Z',
    to: '2026-11-02T05:00:00.000Z',
  });
});
