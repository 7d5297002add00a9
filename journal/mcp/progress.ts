import type { CallContext } from '@zorivest/kernel';

const BEAT_MS = 1000;

/**
 * Does long work and reports it to the client: immediately what is being done, every second that it still is, and that it
 * has ended. A client that hears from us waits on. `from` is how many steps came before.
 */
export async function reporting<T>(
  message: string,
  { progress }: Pick<CallContext, 'progress'>,
  work: () => Promise<T>,
  from = 0,
): Promise<T> {
  let done = from;
  progress({ done, message });
  const beat = setInterval(() => {
    done++;
    progress({ done, message: `${message}, ${done - from} s` });
  }, BEAT_MS);
  try {
    const result = await work();
    progress({ done: done + 1, message: 'Done' });
    return result;
  } finally {
    clearInterval(beat);
  }
}
