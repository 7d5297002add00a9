// A second thread of a child process, that keeps checking while the first is stuck in a long query or a hostile file:
// a child whose service is gone ends, and so does one that takes more memory than it may. Counting the heap alone would
// miss what is held outside of it, and that is where a small PDF unfolds into a gigabyte.
import { Worker } from 'node:worker_threads';

/** How a child that took too much memory ends: nothing else ends it like this. */
export const TOO_MUCH_MEMORY: NodeJS.Signals = 'SIGUSR2';

/** How one ends that has worked for longer than it may. */
export const TOO_MUCH_TIME: NodeJS.Signals = 'SIGXCPU';

/**
 * Beyond half of its memory a child is looked at often, for an allocation is fast; below it seldom, for most children wait
 * all day. A parent it may outlive for a moment.
 */
const LOOK_MS = 5;
const SELDOM_MS = 50;
const PARENT_MS = 250;

/**
 * `seconds` are of processor time: what hostile input takes is work, and a machine that is busy with something else is no
 * reason to refuse what is harmless.
 */
export function watchOver(megabytes: number, seconds = Infinity): void {
  // An orphan gets another parent, or, on Windows, keeps the number of one that is gone.
  const look = `
    const { workerData: { parent, most, seconds, tooMuch, tooLong } } = require('node:worker_threads');
    const end = (signal) => {
      try {
        process.kill(process.pid, signal);
      } catch {
        process.kill(process.pid, 'SIGKILL'); // where there is no such signal
      }
    };
    const look = () => {
      const taken = process.memoryUsage.rss();
      if (taken > most) end(tooMuch);
      setTimeout(look, taken > most / 2 ? ${LOOK_MS} : ${SELDOM_MS});
    };
    look();
    setInterval(() => {
      const { user, system } = process.cpuUsage();
      if ((user + system) / 1e6 > seconds) end(tooLong);
      try {
        if (process.ppid === parent && process.kill(parent, 0)) return;
      } catch {}
      end('SIGKILL');
    }, ${PARENT_MS});
  `;
  const workerData = {
    parent: process.ppid,
    most: megabytes * 1024 * 1024,
    seconds,
    tooMuch: TOO_MUCH_MEMORY,
    tooLong: TOO_MUCH_TIME,
  };
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 };
  const watcher = new Worker(look, { eval: true, workerData, resourceLimits: limits });
  // What the process is for decides how long it lives.
  watcher.unref();
}
