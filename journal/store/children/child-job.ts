// Runs work on untrusted input in a process of its own: whatever it does to its time and memory, this process continues, and the
// child can be ended. It gets the job and nothing else of ours: no settings, no keys, no inspector.
import { forkChild } from './fork.ts';
import { TOO_MUCH_MEMORY, TOO_MUCH_TIME, watchOver } from './watch.ts';

export interface ChildJobOptions<Job> {
  /** Listens for one message, the job, and answers with one. */
  readonly script: URL;
  readonly job: Job;
  /** Of processor time. */
  readonly seconds: number;
  readonly signal: AbortSignal;
  /** The job has left this process. */
  readonly sent?: () => void;
}

/** Why there is no answer. */
export class ChildJobFailed extends Error {
  readonly reason: 'cancelled' | 'too_long' | 'too_large' | 'died';
  constructor(reason: ChildJobFailed['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The limit by the clock for a child that does not compute either, as a multiple of its seconds. */
const STANDING_STILL = 12;

const HEAP_MB = 256;
/** Most jobs are short: new objects need not be spread over 48 MB. */
const YOUNG_MB = 4;

/** Of resident memory: what SQLite, zlib and buffers take is not in the heap. Below the 512 MB no worker may pass. */
const MEMORY_MB = 400;

export function runChildJob<Job extends object, Answer>(options: ChildJobOptions<Job>): Promise<Answer> {
  const { script, job, seconds, signal, sent } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new ChildJobFailed('cancelled'));
    const env = { ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }) };
    const child = forkChild(script, [String(seconds)], env, { heapMb: HEAP_MB, youngMb: YOUNG_MB });
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      child.removeAllListeners();
      // Its errors while ending are irrelevant, but without a listener one would end this process too.
      child.on('error', () => {});
      child.kill('SIGKILL');
      settle();
    };
    const fail = (reason: ChildJobFailed['reason']) => () => end(() => reject(new ChildJobFailed(reason)));
    const stop = fail('cancelled');
    const timer = setTimeout(fail('too_long'), seconds * STANDING_STILL * 1000);
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', fail('died'));
    child.once('exit', (_code, by) =>
      fail(by === TOO_MUCH_MEMORY ? 'too_large' : by === TOO_MUCH_TIME ? 'too_long' : 'died')(),
    );
    child.once('message', (answer) => end(() => resolve(answer as Answer))); // what the script is written to send
    child.send(job, () => sent?.());
    return undefined;
  });
}

/** The other side: takes the job, sends the answer, ends; also when the service has gone or memory runs out. */
export function onChildJob(work: (job: never) => Promise<object>): void {
  watchOver(MEMORY_MB, Number(process.argv[2] ?? Infinity));
  process.once('message', (job) => {
    // The service sends each script the job it is written for.
    void work(job as never).then((answer) => process.send?.(answer, () => process.disconnect()));
  });
  process.once('disconnect', () => process.exit());
}
