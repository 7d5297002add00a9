// Moves the log of a database into its file and ends: in a thread of its own, so that the wait for the disk blocks no one else.
import { parentPort, workerData } from 'node:worker_threads';
import { moveLog, openConnection } from '@zorivest/store';
import type { CheckpointJob } from './checkpoint.ts';

const { path, dataKey } = workerData as CheckpointJob; // what `checkpointOnThread` hands over
const connection = openConnection(path, dataKey, { cacheKib: 256 });
dataKey.fill(0);
parentPort?.postMessage('opened', []);
try {
  moveLog(connection);
} finally {
  connection.close();
}
