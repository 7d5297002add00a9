import { expect, test } from 'vitest';
import { PersonFirst } from './person-first.ts';

const never = new AbortController().signal;
const untilAborted = (signal: AbortSignal) =>
  new Promise<string>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('given up')));
  });

test('what is tried is given up for a write of the person and tried again when that is through', async () => {
  const first = new PersonFirst();
  const log: string[] = [];
  const written = Promise.withResolvers<void>();
  const tried = first.attempt((signal) => {
    log.push('tries');
    return log.length === 1 ? untilAborted(signal) : Promise.resolve('done');
  }, never);
  const holding = first.hold(async () => {
    log.push('person');
    await written.promise;
  });
  expect(log).toEqual(['tries', 'person']);
  written.resolve();
  await holding;
  expect(await tried).toBe('done');
  expect(log).toEqual(['tries', 'person', 'tries']);
});

test('it is refused when the person writes for too long, and when it takes too long itself', async () => {
  const first = new PersonFirst(20);
  const busy = { status: 503, message: expect.stringContaining('nothing was stored') as string };
  const tooMuch = { status: 413, code: 'too_large', message: expect.stringContaining('zorivest import') as string };
  await expect(first.attempt(untilAborted, never)).rejects.toMatchObject(tooMuch);
  const written = Promise.withResolvers<void>();
  const holding = first.hold(() => written.promise);
  await expect(first.attempt(() => Promise.resolve('done'), never)).rejects.toMatchObject(busy);
  written.resolve();
  await holding;
});

test('a failure of its own is reported, and an end from outside is not tried again', async () => {
  const first = new PersonFirst();
  await expect(first.attempt(() => Promise.reject(new Error('not found')), never)).rejects.toThrow('not found');
  const end = new AbortController();
  const tried = first.attempt(untilAborted, end.signal);
  end.abort();
  await expect(tried).rejects.toThrow('given up');
});
