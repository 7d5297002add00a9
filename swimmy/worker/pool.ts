// A fixed number of threads. A task that crashes or is cancelled costs its thread, which is replaced; never the process.
import { Worker } from 'node:worker_threads';
import type { ResultOf, TaskName, TaskOf } from './tasks.ts';
import type { TaskMessage, ThreadMessage } from './thread.ts';

export class CancelledError extends Error {
  constructor() {
    super('cancelled');
    this.name = 'CancelledError';
  }
}

interface Job extends TaskMessage {
  readonly onSteps: (steps: number) => void;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

interface Slot {
  worker: Worker | undefined;
  job: Job | undefined;
}

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onSteps?: (steps: number) => void;
}

export interface Pool {
  readonly size: number;
  run<N extends TaskName>(name: N, task: TaskOf<N>, options?: RunOptions): Promise<ResultOf<N>>;
  close(): Promise<void>;
}

// From source a thread runs the file next to this one; bundled, its own bundle next to ours.
const entry = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url);

export function createPool(size: number): Pool {
  const slots: Slot[] = Array.from({ length: size }, () => ({ worker: undefined, job: undefined }));
  const waiting: Job[] = [];
  let nextId = 1;
  let closed = false;

  const start = (slot: Slot): Worker => {
    const worker = new Worker(entry);
    worker.on('message', (message: ThreadMessage) => {
      const job = slot.job;
      if (slot.worker !== worker || job?.id !== message.id) return;
      if (message.kind === 'step') return job.onSteps(message.steps);
      slot.job = undefined;
      worker.unref(); // an idle thread keeps no process alive
      if (message.kind === 'done') job.resolve(message.result);
      else job.reject(new Error(message.reason));
      next(slot);
    });
    const handleLoss = (reason: string): void => {
      if (slot.worker !== worker) return;
      slot.worker = undefined;
      const job = slot.job;
      slot.job = undefined;
      job?.reject(new Error(reason));
      if (!closed) next(slot);
    };
    worker.on('error', (error) =>
      handleLoss(`the backtest crashed: ${error instanceof Error ? error.message : String(error)}`),
    );
    worker.on('exit', () => handleLoss('the backtest crashed its thread'));
    return worker;
  };
  const next = (slot: Slot): void => {
    if (slot.job !== undefined) return;
    const job = waiting.shift();
    if (job === undefined) return;
    slot.job = job;
    slot.worker ??= start(slot);
    slot.worker.ref();
    slot.worker.postMessage({ id: job.id, name: job.name, task: job.task } satisfies TaskMessage, []);
  };
  const cancel = (job: Job): void => {
    const at = waiting.indexOf(job);
    if (at >= 0) waiting.splice(at, 1);
    const slot = slots.find((candidate) => candidate.job === job);
    if (slot) {
      const { worker } = slot;
      slot.job = undefined;
      slot.worker = undefined;
      void worker?.terminate();
      next(slot);
    }
    job.reject(new CancelledError());
  };

  return {
    size,
    run: <N extends TaskName>(name: N, task: TaskOf<N>, { signal, onSteps = () => undefined }: RunOptions = {}) =>
      new Promise<ResultOf<N>>((resolve, reject) => {
        if (signal?.aborted || closed) return reject(new CancelledError());
        const onAbort = (): void => cancel(job);
        const settle =
          <T>(use: (value: T) => void) =>
          (value: T) => {
            signal?.removeEventListener('abort', onAbort);
            use(value);
          };
        // The thread answers a task with that task's result type.
        const job: Job = {
          id: nextId++,
          name,
          task,
          onSteps,
          resolve: settle(resolve as (result: unknown) => void),
          reject: settle(reject),
        };
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.push(job);
        const free = slots.find((slot) => slot.job === undefined);
        if (free) next(free);
      }),
    close: async () => {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new CancelledError());
      await Promise.all(slots.map(async (slot) => slot.worker?.terminate()));
    },
  };
}
