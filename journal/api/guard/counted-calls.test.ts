import { expect, test } from 'vitest';
import { callsAfter, callsByKey, type CountedCall, HOUR, MINUTE, withCall } from './counted-calls.ts';

const now = Date.parse('2026-11-16T12:00:00Z');
const call = (ago: number, keyId: string | null = 'k1') => ({ at: now - ago, keyId });

test('each key has its calls minute by minute, and what is an hour old no longer counts', () => {
  const calls = [call(HOUR), call(HOUR - 1), call(90_000, 'k2'), call(MINUTE), call(MINUTE - 1), call(0)];
  const [one, two] = callsByKey(calls, now);
  expect(one).toMatchObject({ key_id: 'k1', last_hour: 4 });
  expect(one?.by_minute).toHaveLength(60);
  expect([one?.by_minute[0], one?.by_minute[58], one?.by_minute[59]]).toEqual([1, 1, 2]);
  expect(two).toMatchObject({ key_id: 'k2', last_hour: 1 });
  expect(two?.by_minute[58]).toBe(1);
});

test('the last minute of all keys is what the limit a minute counts', () => {
  const calls = [call(MINUTE, 'k2'), call(59_999, 'k2'), call(30_000), call(1)];
  const lastMinute = callsByKey(calls, now).reduce((sum, { by_minute }) => sum + (by_minute.at(-1) ?? 0), 0);
  expect(lastMinute).toBe(callsAfter(calls, now - MINUTE).length);
});

test('a call that a clock set back has left in the future counts as just now', () => {
  expect(callsByKey([call(-5 * MINUTE)], now)[0]?.by_minute.at(-1)).toBe(1);
});

test('of calls without end the newest remain, as many as the highest limit counts', () => {
  let calls: CountedCall[] = [];
  for (let n = 0; n < 250_000; n += 1) calls = withCall(calls, { at: n, keyId: 'k1' });
  expect(calls.length).toBeGreaterThanOrEqual(100_000);
  expect(calls.length).toBeLessThanOrEqual(110_000);
  expect([calls.at(-1)?.at, calls.at(-100_000)?.at]).toEqual([249_999, 150_000]);
});
