/** What a task asks of the service is asked until it is answered: the service may end and be started again meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiUnreachable, type CallOptions } from '@zorivest/contract';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5000;

/** Asks again while the service is away, as long as the call is a task; only for what is done once however often it is asked. */
export async function persist<T>({ task, signal }: Pick<CallOptions, 'task' | 'signal'>, ask: () => Promise<T>) {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiUnreachable) || task?.hasBecomeTask !== true) throw error;
      await sleep(pause, undefined, signal ? { signal } : {});
    }
  }
}
