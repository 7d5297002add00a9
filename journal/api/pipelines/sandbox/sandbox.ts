// Foreign SQL, away from the book's own connection and from this process's one thread: each query runs in a process that
// may only read, and that is killed when its time is up. Requests are served meanwhile.
import { fork } from 'node:child_process';
import { StepError } from '../step.ts';
import type { QueryAnswer, QueryJob, QueryRows, TriedWrite } from './job.ts';

/** Enough to read a book of a million trades through; less than any step's own timeout. */
const SECONDS = 10;
/** As much as a step may put out. */
const MAX_BYTES = 10 * 1024 * 1024;
/** More at once would only slow each other down. */
const AT_ONCE = 2;

const script = new URL(import.meta.url.endsWith('.ts') ? './query-process.ts' : './query-process.js', import.meta.url);

export interface SandboxParts {
  readonly database: string;
  readonly withDataKey: <T>(work: (dataKey: Uint8Array) => T) => T;
  /** How long one query may take. */
  readonly seconds?: number;
}

export interface QueryOptions {
  readonly binds: Readonly<Record<string, unknown>>;
  readonly limit: number;
  readonly signal: AbortSignal;
  readonly tried: readonly TriedWrite[];
}

export class QuerySandbox {
  readonly #parts: SandboxParts;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
  }

  async query(sql: string, options: QueryOptions): Promise<QueryRows> {
    while (this.#running >= AT_ONCE) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#running++;
    try {
      return await this.#run(sql, options);
    } finally {
      this.#running--;
      this.#waiting.shift()?.();
    }
  }

  #run(sql: string, { binds, limit, signal, tried }: QueryOptions): Promise<QueryRows> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new Error('cancelled'));
      // No settings, no keys, no inspector: the process gets the job and nothing else of ours.
      const child = fork(script, [], {
        env: { ...(process.env.SystemRoot !== undefined && { SystemRoot: process.env.SystemRoot }) },
        execArgv: ['--max-old-space-size=256'],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', stop);
        child.removeAllListeners();
        child.kill('SIGKILL');
        settle();
      };
      const stop = () => end(() => reject(new Error('cancelled')));
      const { seconds = SECONDS } = this.#parts;
      const timer = setTimeout(
        () => end(() => reject(new StepError(`the query took longer than ${seconds} s and was stopped`))),
        seconds * 1000,
      );
      signal.addEventListener('abort', stop, { once: true });
      child.once('error', () => end(() => reject(new Error('the query could not be started'))));
      child.once('exit', () =>
        end(() => reject(new StepError('the query ended without an answer; it may have needed too much memory'))),
      );
      child.once('message', (answer: QueryAnswer) =>
        end(() => (answer.ok ? resolve(answer) : reject(new StepError(answer.message)))),
      );
      this.#parts.withDataKey((dataKey) => {
        const job: QueryJob = {
          database: this.#parts.database,
          dataKey: Uint8Array.from(dataKey),
          sql,
          binds,
          limit,
          maxBytes: MAX_BYTES,
          tried,
        };
        child.send(job, () => job.dataKey.fill(0));
      });
      return undefined;
    });
  }
}
