import { Worker } from 'node:worker_threads';

const script = new URL(
  import.meta.url.endsWith('.ts') ? './checkpoint-thread.ts' : './checkpoint-thread.js',
  import.meta.url,
);

export interface CheckpointJob {
  readonly path: string;
  readonly dataKey: Uint8Array<ArrayBuffer>;
}

export interface Checkpoint {
  /** The thread has the database open: another connection that is closed now is not the last. */
  readonly opened: Promise<void>;
  /** The log was moved and the database closed; rejects when that could not be done. */
  readonly done: Promise<void>;
}

/** Moves the log of a database into its file on another thread of this process. */
export function checkpointOnThread(path: string, dataKey: Uint8Array): Checkpoint {
  const workerData: CheckpointJob = { path, dataKey: Uint8Array.from(dataKey) };
  const thread = new Worker(script, {
    workerData,
    // Handed over, not copied: it is wiped there.
    transferList: [workerData.dataKey.buffer],
    resourceLimits: { maxOldGenerationSizeMb: 32 },
  });
  const [opened, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  thread.once('message', () => opened.resolve());
  thread.once('error', (error) => {
    opened.reject(error);
    done.reject(error);
  });
  thread.once('exit', () => {
    opened.reject(new Error('the thread ended before it had opened the database'));
    done.resolve();
  });
  // Not everybody waits for both.
  for (const { promise } of [opened, done]) promise.catch(() => {});
  return { opened: opened.promise, done: done.promise };
}
