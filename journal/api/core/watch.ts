// A second thread of a child process, that goes on looking while the first is stuck in a long query or a hostile file:
// a child whose service is gone ends, and so does one that takes more memory than it may. Counting the heap alone would
// miss what is held outside of it, and that is where a small PDF unfolds into a gigabyte.
import { Worker } from 'node:worker_threads';

/** How a child that took too much memory ends: nothing else ends it like this. */
export const TOO_MUCH_MEMORY: NodeJS.Signals = 'SIGUSR2';

/**
 * Beyond half of its memory a child is looked at often, for an allocation is fast; below it seldom, for most children wait
 * all day. A parent it may outlive for a moment.
 */
const LOOK_MS = 5;
const SELDOM_MS = 50;
const PARENT_MS = 250;

export function watchOver(megabytes: number): void {
  // An orphan gets another parent, or, on Windows, keeps the number of one that is gone.
  const look = `
    const { workerData: { parent, most, signal } } = require('node:worker_threads');
    const end = (signal) => {
      try {
        process.kill(process.pid, signal);
      } catch {
        process.kill(process.pid, 'SIGKILL'); // where there is no such signal
      }
    };
    const look = () => {
      const taken = process.memoryUsage.rss();
      if (taken > most) end(signal);
      setTimeout(look, taken > most / 2 ? ${LOOK_MS} : ${SELDOM_MS});
    };
    look();
    setInterval(() => {
      try {
        if (process.ppid === parent && process.kill(parent, 0)) return;
      } catch {}
      end('SIGKILL');
    }, ${PARENT_MS});
  `;
  const workerData = { parent: process.ppid, most: megabytes * 1024 * 1024, signal: TOO_MUCH_MEMORY };
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 };
  const watcher = new Worker(look, { eval: true, workerData, resourceLimits: limits });
  // What the process is for decides how long it lives.
  watcher.unref();
}
