import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

const never = new AbortController().signal;

function startPace() {
  let now = 1_000_000;
  const waits: number[] = [];
  const pace = new Pace({
    now: () => now,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return Promise.resolve();
    },
  });
  return { pace, waits, pass: (milliseconds: number) => (now += milliseconds) };
}

it('who begins as many as programs do waits for nothing, and a flood for each of them', async () => {
  const { pace, waits, pass } = startPace();
  for (let n = 0; n < 60; n += 1) await pace.turn('key_a', never);
  expect(waits).toEqual([]);
  for (let n = 0; n < 3; n += 1) await pace.turn('key_a', never);
  expect(waits).toEqual([100, 200, 300]);
  // Neither another key nor the person waits behind it.
  await pace.turn('key_b', never);
  await pace.turn(null, never);
  expect(waits).toHaveLength(3);
  pass(60 * 100 + 300);
  await pace.turn('key_a', never);
  expect(waits).toHaveLength(3);
});

it('what would wait too long is refused, only then, and takes no other’s turn', async () => {
  const { pace, waits } = startPace();
  for (let n = 0; n < 160; n += 1) await pace.turn('key_a', never);
  await expect(pace.turn('key_a', never)).rejects.toMatchObject({ status: 429 });
  await expect(pace.turn('key_a', never)).rejects.toMatchObject({ status: 429 });
  expect(waits.slice(-3)).toEqual([10_000, 10_000, 10_000]);
});
