// Foreign SQL, away from the book's own connection and from this process's one thread: it is compiled and run in a
// process that may only read, and that is killed when its time or memory is up. Requests are served meanwhile.
import { ChildJobFailed, Fault, runChildJob } from '@zorivest/store';
import { StepError } from '../step.ts';
import type { CheckAnswer, CheckJob, QueryAnswer, QueryJob, QueryRows, SqlJob, TriedWrite } from '../sql-job.ts';

/** Enough to read a book of a million trades through; less than any step's own timeout. */
const SECONDS = 10;
/** As much as a step may put out. */
const MAX_BYTES = 10 * 1024 * 1024;
/** More at the same time would only slow each other down. */
const MOST_PROCESSES = 2;
/** Who comes after these would wait for minutes. */
const WAITING = 16;

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

type JobOf<J extends SqlJob> = Omit<J, 'database' | 'dataKey'>;

export class QuerySandbox {
  readonly #parts: SandboxParts;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(parts: SandboxParts) {
    this.#parts = parts;
  }

  /** Why each of these statements may not run; one that cannot even be looked at says so. */
  async refusals(statements: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    try {
      const { refusals } = await this.#inTurn<CheckJob, CheckAnswer>({ kind: 'check', statements }, signal);
      return refusals;
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      return statements.map(() => [error.message]);
    }
  }

  async query(sql: string, { signal, ...options }: QueryOptions): Promise<QueryRows> {
    const job: JobOf<QueryJob> = { kind: 'query', sql, maxBytes: MAX_BYTES, ...options };
    const answer = await this.#inTurn<QueryJob, QueryAnswer>(job, signal);
    if (answer.ok) return answer;
    throw answer.refused
      ? new StepError(`SQL refused: ${answer.message}`, 'SQL_BLOCKED')
      : new StepError(answer.message);
  }

  async #inTurn<J extends SqlJob, Answer>(job: JobOf<J>, signal: AbortSignal): Promise<Answer> {
    if (this.#running >= MOST_PROCESSES) await this.#turn(signal);
    else this.#running++;
    try {
      return await this.#run<J, Answer>(job, signal);
    } finally {
      // The place goes to the next in line; it is free only when no one waits.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  /** Waits for a place; who gives up leaves the line. */
  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= WAITING) {
      throw new Fault(503, 'too many queries are waiting already; try again in a few seconds', {
        retryAfterSeconds: SECONDS,
      });
    }
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(new Error('cancelled'));
      };
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) return reject(new Error('cancelled'));
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(enter);
      return undefined;
    });
  }

  async #run<J extends SqlJob, Answer>(job: JobOf<J>, signal: AbortSignal): Promise<Answer> {
    const { database, seconds = SECONDS, withDataKey } = this.#parts;
    const dataKey = withDataKey((key) => Uint8Array.from(key));
    try {
      return await runChildJob<object, Answer>({
        script,
        job: { ...job, database, dataKey },
        seconds,
        signal,
        sent: () => dataKey.fill(0),
      });
    } catch (error) {
      if (!(error instanceof ChildJobFailed)) throw error;
      if (error.reason === 'cancelled') throw new Error('cancelled', { cause: error });
      throw new StepError(
        error.reason === 'too_long'
          ? `the query took longer than ${seconds} s and was stopped`
          : error.reason === 'too_large'
            ? 'the query needed too much memory and was stopped'
            : 'the query ended without an answer; it may have needed too much memory',
      );
    }
  }
}
