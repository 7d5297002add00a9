import { expect, test } from 'vitest';
import { type Bars, coarser, timeFrames } from './coarser-bars.ts';

/** Five-minute bars of two sessions that open at half past nine. */
function sessions(each: number): Bars {
  const time = [0, 1].flatMap((day) =>
    Array.from({ length: each }, (_, i) => Date.parse(`2026-11-1${2 + day}T09:30:00Z`) / 1000 + i * 300),
  );
  const open = time.map((_, i) => 100 + i);
  return {
    time,
    open,
    high: open.map((price) => price + 2),
    low: open.map((price) => price - 2),
    close: open.map((price) => price + 1),
    volume: open.map(() => 10),
  };
}

test('longer bars have the first price, the last, the highest, the lowest and all of the volume', () => {
  const made = coarser(sessions(6), '15m');
  expect(made).toEqual({
    time: sessions(6).time.filter((_, i) => i % 3 === 0),
    open: [100, 103, 106, 109],
    high: [104, 107, 110, 113],
    low: [98, 101, 104, 107],
    close: [103, 106, 109, 112],
    volume: [30, 30, 30, 30],
  });
});

test('a bar never reaches from one day into the next, and a day stands on its day', () => {
  expect(coarser(sessions(4), '15m').volume).toEqual([30, 10, 30, 10]);
  expect(coarser(sessions(4), '1d').time.map((time) => new Date(time * 1000).toISOString().slice(0, 10))).toEqual([
    '2026-11-12',
    '2026-11-13',
  ]);
  expect(coarser(sessions(4), '1w').volume).toEqual([80]);
});

test('only frames that still show something are offered', () => {
  expect(timeFrames('5m', sessions(78))).toEqual(['5m', '15m', '30m', '1h']);
  expect(timeFrames('5m', sessions(2))).toEqual(['5m']);
  expect(timeFrames('1M', sessions(2))).toEqual(['1M']);
});
