// Takes the snapshot in a thread of its own: copying a large book takes seconds, and requests must not wait for it.
import { parentPort, workerData } from 'node:worker_threads';
import { integrityFault, openConnection, snapshotInto } from '../store/dialect.ts';

interface Job {
  readonly kind: 'snapshot' | 'inspect';
  readonly database: string;
  readonly target: string;
  readonly dataKey: Uint8Array;
}

const job = workerData as Job;
const connection = openConnection(job.database, job.dataKey, { readonly: true });
try {
  if (job.kind === 'snapshot') snapshotInto(connection, job.target);
  const fault = job.kind === 'inspect' ? integrityFault(connection) : null;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
  parentPort?.postMessage({ fault });
} finally {
  connection.close();
  job.dataKey.fill(0);
}
