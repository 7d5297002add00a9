// Work on what others wrote, in a process of its own: whatever it does to its time and memory, this one goes on, and it
// can be ended. It gets the job and nothing else of ours: no settings, no keys, no inspector.
import { fork } from 'node:child_process';
import { Worker } from 'node:worker_threads';

export interface ErrandOptions<Job> {
  /** Listens for one message, the job, and answers with one. */
  readonly script: URL;
  readonly job: Job;
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** The job has left this process. */
  readonly sent?: () => void;
}

/** Why there is no answer. */
export class ErrandFailed extends Error {
  readonly reason: 'cancelled' | 'too_long' | 'too_large' | 'died';
  constructor(reason: ErrandFailed['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const HEAP_MB = 256;

/** Of resident memory: what SQLite, zlib and buffers take is not in the heap. Below the 512 MB no worker may pass. */
export const ERRAND_MB = 400;

/** How an errand ends itself when it has grown too large; nothing else sends this signal, and it leaves no core file. */
const TOO_LARGE = 'SIGUSR2';

export function runErrand<Job extends object, Answer>(options: ErrandOptions<Job>): Promise<Answer> {
  const { script, job, seconds, signal, sent } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ErrandFailed('cancelled'));
    const child = fork(script, [], {
      env: { ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }) },
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      child.removeAllListeners();
      // What it still has to say about its end concerns nobody, but unheard it would end this process too.
      child.on('error', () => {});
      child.kill('SIGKILL');
      settle();
    };
    const fail = (reason: ErrandFailed['reason']) => () => end(() => reject(new ErrandFailed(reason)));
    const stop = fail('cancelled');
    const timer = setTimeout(fail('too_long'), seconds * 1000);
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', fail('died'));
    child.once('exit', (_, by) => fail(by === TOO_LARGE ? 'too_large' : 'died')());
    child.once('message', (answer) => end(() => resolve(answer as Answer))); // what the script is written to send
    child.send(job, () => sent?.());
    return undefined;
  });
}

/** The other side: takes the job, sends the answer, ends; also when the service has gone or memory runs out. */
export function onErrand(work: (job: never) => Promise<object>): void {
  watchOverErrand();
  process.once('message', (job) => {
    // The service sends each script the job it is written for.
    void work(job as never).then((answer) => process.send?.(answer, () => process.disconnect()));
  });
  process.once('disconnect', () => process.exit());
}

/**
 * A second thread, since the first may be in the middle of one long call. It ends the process
 * - when the service was killed and could not: an orphan gets another parent, or, on Windows, keeps the number of one
 *   that is gone;
 * - when it takes more memory than it may. V8's own limit does not see what SQLite or zlib allocate. Looking is cheap
 *   and an allocation is fast, so it looks often.
 */
function watchOverErrand(): void {
  const watch = `
    const { workerData: { parent, bytes, signal } } = require('node:worker_threads');
    const end = (signal) => {
      try {
        process.kill(process.pid, signal);
      } catch {
        process.kill(process.pid, 'SIGKILL'); // where there is no such signal
      }
    };
    setInterval(() => process.memoryUsage.rss() > bytes && end(signal), 5);
    setInterval(() => {
      try {
        if (process.ppid === parent && process.kill(parent, 0)) return;
      } catch {}
      end('SIGKILL');
    }, 500);
  `;
  const workerData = { parent: process.ppid, bytes: ERRAND_MB * 1024 * 1024, signal: TOO_LARGE };
  const watcher = new Worker(watch, { eval: true, workerData });
  // The errand is over when its answer is out.
  watcher.unref();
}
