import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('eight begin immediately, and the others eight a turn in their order', async () => {
  const turns = new Turns(() => 0);
  const begun: number[] = [];
  for (let n = 0; n < 30; n += 1) turns.take(() => begun.push(n));
  expect(begun).toHaveLength(8);
  const counts: number[] = [];
  while (begun.length < 30) {
    await nextTurn();
    counts.push(begun.length);
  }
  expect(counts.every((count, at) => count - (counts[at - 1] ?? 8) <= 8)).toBe(true);
  expect(begun).toEqual(Array.from({ length: 30 }, (_, n) => n));
});

test('one is while connections come', async () => {
  let arrived = 0;
  const turns = new Turns(() => arrived);
  const begun: number[] = [];
  const counts: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    arrived += 1;
    for (let m = 0; m < 5; m += 1) turns.take(() => begun.push(m));
    await nextTurn();
    counts.push(begun.length);
  }
  expect(counts.every((count, at) => count - (counts[at - 1] ?? 0) <= 2)).toBe(true);
  while (begun.length < 30) await nextTurn();
});

test('one that begins another while it begins holds nothing up', async () => {
  const turns = new Turns(() => 0);
  const begun: string[] = [];
  turns.take(() => {
    begun.push('first');
    turns.take(() => begun.push('second'));
  });
  await nextTurn();
  turns.take(() => begun.push('third'));
  await nextTurn();
  expect(begun).toEqual(['first', 'second', 'third']);
});
