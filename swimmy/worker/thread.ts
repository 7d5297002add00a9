// Entry of a pool thread: one task at a time, its result or the reason why not.
import { parentPort } from 'node:worker_threads';
import { createHandlers, type TaskName } from './tasks.ts';

export interface TaskMessage {
  readonly id: number;
  readonly name: TaskName;
  readonly task: unknown;
}
export type ThreadMessage =
  | { readonly id: number; readonly kind: 'step'; readonly steps: number }
  | { readonly id: number; readonly kind: 'done'; readonly result: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly reason: string };

/** Steps are reported in batches, so that a sweep of tiny runs does not flood the channel. */
const REPORT_EVERY_MS = 50;

const handlers = createHandlers();

parentPort?.on('message', ({ id, name, task }: TaskMessage) => {
  const post = (message: ThreadMessage) => parentPort?.postMessage(message, []);
  let steps = 0;
  let reportedAt = performance.now();
  const step = (): void => {
    steps++;
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    post({ id, kind: 'step', steps });
    steps = 0;
    reportedAt = performance.now();
  };
  const answer = async (): Promise<void> => {
    // The pool pairs each name with its own task type.
    const handler = handlers[name] as (task: unknown, step: () => void) => unknown;
    post({ id, kind: 'done', result: await handler(task, step) });
  };
  answer().catch((error: unknown) =>
    post({ id, kind: 'failed', reason: error instanceof Error ? error.message : String(error) }),
  );
});
