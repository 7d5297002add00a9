import { describe, expect, it, test } from 'vitest';
import { cronFault, firingsBetween } from './cron.ts';

const between = (expression: string, zone: string, from: string, to: string) =>
  firingsBetween(expression, zone, new Date(from), new Date(to), 1000).map((at) => at.toISOString().slice(0, 16));

describe('clocks that are set forward and back', () => {
  // The local hour 02:xx does not exist, or exists twice.
  test.each([
    ['America/New_York', '2026-03-08T05:00Z', '2026-03-09T05:00Z'],
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T21:59Z'],
    ['Australia/Sydney', '2026-10-03T14:00Z', '2026-10-04T14:00Z'],
    ['America/New_York', '2026-11-01T04:30Z', '2026-11-02T04:30Z'],
    ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T22:59Z'],
    ['Australia/Lord_Howe', '2026-10-03T12:00Z', '2026-10-04T12:00Z'],
  ])('run a daily job once in %s', (zone, from, to) => {
    for (const minute of ['1:30', '2:00', '2:30', '3:00']) {
      const [hour, m] = minute.split(':');
      expect(between(`${Number(m)} ${hour} * * *`, zone, from, to)).toHaveLength(1);
    }
  });

  it('run a job of every quarter of an hour all the time there is', () => {
    // 23 hours in spring and 25 in autumn, as they pass in reality.
    expect(between('*/15 * * * *', 'America/New_York', '2026-03-08T04:59Z', '2026-03-09T03:59Z')).toHaveLength(23 * 4);
    const autumn = between('*/15 * * * *', 'America/New_York', '2026-11-01T03:59Z', '2026-11-02T04:59Z');
    expect(autumn).toHaveLength(25 * 4);
    expect(new Set(autumn).size).toBe(autumn.length);
  });
});

test('Sunday is both 0 and 7, and Monday is 1', () => {
  const week = ['2026-03-01T00:00Z', '2026-03-07T23:59Z'] as const; // a Sunday to a Saturday
  for (const day of ['0', '7', 'sun']) expect(between(`0 12 * * ${day}`, 'UTC', ...week)).toEqual(['2026-03-01T12:00']);
  expect(between('0 12 * * 1', 'UTC', ...week)).toEqual(['2026-03-02T12:00']);
});

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '61 * * * *',
  '* 25 * * *',
  '0 0 31 2 *',
  '*/0 * * * *',
  'a b c d e',
  '@daily',
  '0 0 L W ?',
  '1-0 * * * *',
  '* * * * 8',
  '-1 * * * *',
])('"%s" is no time table', (expression) => {
  expect(cronFault(expression, 'UTC')).not.toBeNull();
});

test('a time zone that is none is refused', () => {
  for (const zone of ['', 'Mars/Olympus', 'EST5EDT; drop', '../etc'])
    expect(cronFault('0 0 * * *', zone)).not.toBeNull();
});
