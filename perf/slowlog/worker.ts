// The other side of `readLog`: one thread scans the log, another hashes it.
import { parentPort, workerData } from 'node:worker_threads';
import { hashFile, scanLog, type ThreadMessage, type ThreadTask } from './read.ts';

// What `readLog` starts a thread with.
const { role, job } = workerData as ThreadTask;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
const send = (message: ThreadMessage) => parentPort?.postMessage(message);

/** Progress is for people: a few times a second is enough. */
const STEP = 16 << 20;
let told = 0;

try {
  const result =
    role === 'hash'
      ? hashFile(job.path, job.bytes)
      : await scanLog(job, (bytes) => {
          if (bytes - told < STEP) return;
          told = bytes;
          send({ progress: bytes });
        });
  send({ result });
} catch (error) {
  send({ error: error instanceof Error ? error.message : 'the log could not be read' });
}
