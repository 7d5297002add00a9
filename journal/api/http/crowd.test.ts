import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Crowd } from './crowd.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A number of requests of a key: which have begun, and what each calls when it was answered. */
function ask(crowd: Crowd, keyId: string, count: number) {
  const begun: number[] = [];
  const leave = Array.from({ length: count }, (_, n) => crowd.enter(keyId, () => begun.push(n)));
  return { begun, leave };
}

it('a few of a key begin immediately, the others one by one, in their order, and no other key waits', () => {
  const crowd = new Crowd();
  const { begun, leave } = ask(crowd, 'key_a', 40);
  expect(begun).toHaveLength(32);
  expect(ask(crowd, 'key_b', 3).begun).toHaveLength(3);
  // As long as all of them are being answered, nothing is let in.
  vi.advanceTimersByTime(1000);
  expect(begun).toHaveLength(32);
  for (const done of leave.slice(0, 32)) done();
  vi.advanceTimersByTime(30);
  expect(begun.slice(32)).toEqual([32, 33, 34]);
  // Who comes now stands behind those that wait.
  const later = ask(crowd, 'key_a', 1);
  expect(later.begun).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect([begun.length, later.begun.length]).toEqual([40, 1]);
});

it('a request that is abandoned while it waits never begins, and takes no other’s place', () => {
  const crowd = new Crowd();
  const { begun, leave } = ask(crowd, 'key_a', 34);
  leave[32]?.();
  leave[0]?.();
  vi.advanceTimersByTime(1000);
  expect(begun.slice(32)).toEqual([33]);
  for (const done of leave.slice(1)) if (done !== leave[32]) done();
  expect(vi.getTimerCount()).toBe(0);
  expect(ask(crowd, 'key_a', 32).begun).toHaveLength(32);
});
