// Foreign SQL, away from the book's own connection and from this process's one thread: each query runs in a process that
// may only read, and that is killed when its time is up. Requests are served meanwhile.
import { ErrandFailed, runErrand } from '../../core/errand.ts';
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

  async #run(sql: string, { binds, limit, signal, tried }: QueryOptions): Promise<QueryRows> {
    const { database, seconds = SECONDS, withDataKey } = this.#parts;
    const dataKey = withDataKey((key) => Uint8Array.from(key));
    try {
      const answer = await runErrand<QueryJob, QueryAnswer>({
        script,
        job: { database, dataKey, sql, binds, limit, maxBytes: MAX_BYTES, tried },
        seconds,
        signal,
        sent: () => dataKey.fill(0),
      });
      if (!answer.ok) throw new StepError(answer.message);
      return answer;
    } catch (error) {
      if (!(error instanceof ErrandFailed)) throw error;
      if (error.reason === 'cancelled') throw new Error('cancelled', { cause: error });
      throw new StepError(
        error.reason === 'too_long'
          ? `the query took longer than ${seconds} s and was stopped`
          : 'the query ended without an answer; it may have needed too much memory',
      );
    }
  }
}
