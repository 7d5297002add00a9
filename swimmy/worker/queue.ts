// Where accepted messages wait. One worker alone keeps them in memory; several share a queue server (nats-queue.ts).
import type { Board, JobState } from './board.ts';
import { isFinal } from './board.ts';
import { errorAnswer } from './answer.ts';
import type { Executor } from './execute.ts';

export interface Queue {
  submit(id: string, message: string): Promise<void>;
  /** Stops a waiting or running job; false when there is none to stop. */
  cancel(id: string): Promise<boolean>;
  /** Runs the failed pieces of a sweep again; resolves to their number. */
  retry(id: string): Promise<number>;
  lookup(id: string): Promise<JobState | undefined>;
  close(): Promise<void>;
}

export interface QueueParts {
  readonly executor: Executor;
  readonly board: Board;
  /** Sends an answer to its collector. */
  readonly publish: (text: string) => Promise<void>;
  readonly concurrency: number;
}

/** Runs one job to its end, keeping the board informed; the answer is published by the caller. */
async function runJob(
  { executor, board }: Pick<QueueParts, 'executor' | 'board'>,
  id: string,
  message: string,
  signal: AbortSignal,
): Promise<JobState & { readonly text: string }> {
  board.set(id, { status: 'running', progress: 0, stage: 'starting' });
  const { status, text } = await executor.execute(message, {
    signal,
    onProgress: (progress, stage) => {
      if (!signal.aborted) board.set(id, { status: 'running', progress, stage });
    },
  });
  return { status, progress: 1, stage: status, text };
}

export function createLocalQueue({ executor, board, publish, concurrency }: QueueParts): Queue {
  const waiting: { readonly id: string; readonly message: string }[] = [];
  const running = new Map<string, AbortController>();

  const run = async ({ id, message }: (typeof waiting)[number]): Promise<void> => {
    const controller = new AbortController();
    running.set(id, controller);
    const state = await runJob({ executor, board }, id, message, controller.signal);
    running.delete(id);
    board.set(id, state);
    next();
    await publish(state.text);
  };
  const next = (): void => {
    const job = running.size < concurrency ? waiting.shift() : undefined;
    if (job === undefined) return;
    void run(job);
    next();
  };

  return {
    submit: async (id, message) => {
      const known = board.get(id);
      if (known?.text !== undefined && isFinal(known)) return publish(known.text); // asked again: answered again
      if (known !== undefined) return;
      board.set(id, { status: 'queued', progress: 0, stage: 'waiting' });
      waiting.push({ id, message });
      next();
    },
    cancel: async (id) => {
      const at = waiting.findIndex((job) => job.id === id);
      if (at >= 0) {
        waiting.splice(at, 1);
        const text = errorAnswer('cancelled', id, '');
        board.set(id, { status: 'cancelled', progress: 0, stage: 'cancelled', text });
        await publish(text);
        return true;
      }
      running.get(id)?.abort();
      return running.has(id);
    },
    retry: () => Promise.resolve(0), // a sweep in one worker has no pieces that could be left over
    lookup: (id) => Promise.resolve(board.get(id)),
    close: () => {
      waiting.length = 0;
      for (const controller of running.values()) controller.abort();
      return Promise.resolve();
    },
  };
}
