// Moves the log of a database into its file and ends: what waits for the disk here keeps nobody else waiting.
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
