import { expect, test } from 'vitest';
import { periodOf } from './period.ts';

const summarize = (text: string) => {
  const period = periodOf(text);
  return period && [period.from.toISOString().slice(0, 16), period.to.toISOString().slice(0, 16), period.host];
};

test('days are whole, times of day in a range are moments', () => {
  expect(summarize('2026-11-16')).toEqual(['2026-11-16T00:00', '2026-11-17T00:00', null]);
  expect(summarize('2026-11-01..2026-11-07')).toEqual(['2026-11-01T00:00', '2026-11-08T00:00', null]);
  expect(summarize('2026-11-16T10')).toEqual(['2026-11-16T10:00', '2026-11-16T11:00', null]);
  expect(summarize('2026-11-16T10:15..2026-11-16T12:00@web-1')).toEqual([
    '2026-11-16T10:15',
    '2026-11-16T12:00',
    'web-1',
  ]);
  expect(summarize('2026-12-31@db.example')).toEqual(['2026-12-31T00:00', '2027-01-01T00:00', 'db.example']);
});

test('other text is not a period', () => {
  const none = ['', 'main', '2026', '20261116', 'abcdef12', '2026-02-30', '2026-13-01', '2026-11-16T24'];
  expect(none.filter((text) => periodOf(text) !== null)).toEqual([]);
  expect(periodOf('2026-11-17..2026-11-16')).toBeNull();
  expect(periodOf('2026-11-16T10:00..2026-11-16T10:00')).toBeNull();
  expect(periodOf('2026-11-15..2026-11-16..2026-11-17')).toBeNull();
});
