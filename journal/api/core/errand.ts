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
  readonly reason: 'cancelled' | 'too_long' | 'died';
  constructor(reason: ErrandFailed['reason']) {
    super(reason);
    this.reason = reason;
  }
}

const HEAP_MB = 256;

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
    child.once('exit', fail('died'));
    child.once('message', (answer) => end(() => resolve(answer as Answer))); // what the script is written to send
    child.send(job, () => sent?.());
    return undefined;
  });
}

/** The other side: takes the job, sends the answer, ends; also when the service has gone. */
export function onErrand(work: (job: never) => Promise<object>): void {
  endWithParent();
  process.once('message', (job) => {
    // The service sends each script the job it is written for.
    void work(job as never).then((answer) => process.send?.(answer, () => process.disconnect()));
  });
  process.once('disconnect', () => process.exit());
}

/**
 * A killed service cannot end its errands, and one in the middle of a long query does not hear that the line is dead.
 * A second thread looks: an orphan gets another parent, or, on Windows, keeps the number of one that is gone.
 */
function endWithParent(): void {
  const watch = `
    const { workerData: parent } = require('node:worker_threads');
    setInterval(() => {
      try {
        if (process.ppid === parent && process.kill(parent, 0)) return;
      } catch {}
      process.kill(process.pid, 'SIGKILL');
    }, 500);
  `;
  const watcher = new Worker(watch, { eval: true, workerData: process.ppid });
  // The errand is over when its answer is out.
  watcher.unref();
}
