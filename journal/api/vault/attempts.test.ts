import { describe, expect, it } from 'vitest';
import { Attempts } from './attempts.ts';

function lane() {
  let now = 1_000_000;
  let [under, most, checked] = [0, 0, 0];
  const attempts = new Attempts(() => now);
  const look = (right: boolean) => async () => {
    checked += 1;
    under += 1;
    most = Math.max(most, under);
    await Promise.resolve();
    under -= 1;
    return right ? 'key' : null;
  };
  const attempt = (right: boolean) =>
    attempts.take(look(right)).catch((error: { status: number; retryAfterSeconds: number }) => error);
  return { attempt, checks: () => checked, most: () => most, pass: (ms: number) => (now += ms) };
}

describe('tries at the passphrase', () => {
  it('of a hundred simultaneous wrong ones five are checked, one after another, and the others learn when to come back', async () => {
    const { attempt, checks, most } = lane();
    const answers = await Promise.all(Array.from({ length: 100 }, () => attempt(false)));
    expect([checks(), most()]).toEqual([5, 1]);
    const refused = answers.filter((answer) => answer !== null);
    expect(refused).toHaveLength(95);
    expect(refused[0]).toMatchObject({ status: 429, retryAfterSeconds: 60 });
  });

  it('are open again after a minute', async () => {
    const { attempt, pass } = lane();
    for (let n = 0; n < 5; n += 1) await attempt(false);
    expect(await attempt(true)).toMatchObject({ status: 429 });
    pass(60_001);
    expect(await attempt(true)).toBe('key');
  });

  it('that are right cost nothing', async () => {
    const { attempt } = lane();
    for (let n = 0; n < 50; n += 1) expect(await attempt(true)).toBe('key');
  });

  it('go on after one that failed to look', async () => {
    const attempts = new Attempts(() => 0);
    await expect(attempts.take(() => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
    expect(await attempts.take(() => Promise.resolve('key'))).toBe('key');
  });
});
