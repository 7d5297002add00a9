// The other side of `readLog`: a thread that scans the log.
import { parentPort, workerData } from 'node:worker_threads';
import { scanLog, type LogJob, type ThreadMessage } from './read.ts';

// What `readLog` starts a thread with.
const job = workerData as LogJob;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
const send = (message: ThreadMessage) => parentPort?.postMessage(message);

/** Progress is for people: a few times a second is enough. */
const STEP = 16 << 20;
let reported = 0;

try {
  const result = await scanLog(job, (bytes) => {
    if (bytes - reported < STEP) return;
    reported = bytes;
    send({ progress: bytes });
  });
  send({ result });
} catch (error) {
  send({ error: error instanceof Error ? error.message : 'the log could not be read' });
}
