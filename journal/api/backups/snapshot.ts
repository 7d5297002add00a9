import { Worker } from 'node:worker_threads';

const script = new URL(
  import.meta.url.endsWith('.ts') ? './snapshot-worker.ts' : './snapshot-worker.js',
  import.meta.url,
);

function run(data: object, dataKey: Uint8Array): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { workerData: { ...data, dataKey: Uint8Array.from(dataKey) } });
    worker.once('message', ({ fault }: { fault: string | null }) => resolve(fault));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the snapshot thread ended without an answer')));
  });
}

/** A consistent copy of the open book, still encrypted under the same key. */
export async function takeSnapshot(database: string, target: string, dataKey: Uint8Array): Promise<void> {
  await run({ kind: 'snapshot', database, target }, dataKey);
}

/** Null when every page of the file is sound. */
export function inspectDatabase(database: string, dataKey: Uint8Array): Promise<string | null> {
  return run({ kind: 'inspect', database, target: '' }, dataKey);
}
