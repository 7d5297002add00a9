// Answers cached as bytes, by version of the book, route and input: asking again costs a look-up, and an answer of a book
// that has changed since is not there. Two simultaneous requests share one computation, which continues while one of them waits.
import { type BookAnswer, type BookRequest, abandonedFault } from '../responses/answer.ts';
import type { RequestHooks } from '../responses/answer.ts';

const MOST_BYTES = 64 * 1024 * 1024;

interface PendingAnswer {
  readonly answer: Promise<BookAnswer>;
  readonly leave: AbortController;
  waiting: number;
}

interface CacheEntry {
  readonly answer: BookAnswer;
  readonly bytes: number;
  readonly until: number;
}

const never = new AbortController().signal;

export class ResponseCache {
  readonly #entries = new Map<string, CacheEntry>();
  readonly #computing = new Map<string, PendingAnswer>();
  readonly #now: () => Date;
  readonly #mostBytes: number;
  #bytes = 0;
  #version = 0;

  constructor(now: () => Date, mostBytes = MOST_BYTES) {
    this.#now = now;
    this.#mostBytes = mostBytes;
  }

  /** The book has changed, or another is open. */
  forget(): void {
    this.#version += 1;
    this.#entries.clear();
    this.#computing.clear();
    this.#bytes = 0;
  }

  /** `seconds` is how long an answer holds that also depends on something outside of the book. */
  async of(
    request: BookRequest,
    { signal, storing }: RequestHooks,
    compute: (attendance: RequestHooks) => Promise<BookAnswer>,
    seconds = Infinity,
  ): Promise<BookAnswer> {
    const now = this.#now();
    // Some figures are as of a day.
    const key = `${now.toISOString().slice(0, 10)} ${request.endpoint} ${JSON.stringify(request.input)}`;
    const entry = this.#entries.get(key);
    if (entry !== undefined && entry.until > now.getTime()) return entry.answer;
    let shared = this.#computing.get(key);
    if (shared === undefined) {
      const leave = new AbortController();
      const answer = compute({ signal: leave.signal, stopped: never, storing });
      shared = { answer, leave, waiting: 0 };
      this.#computing.set(key, shared);
      void this.#keep(key, shared, now.getTime() + seconds * 1000);
    }
    return this.#wait(key, shared, signal);
  }

  async #wait(key: string, shared: PendingAnswer, signal: AbortSignal): Promise<BookAnswer> {
    shared.waiting += 1;
    const left = Promise.withResolvers<never>();
    const leave = () => {
      left.reject(abandonedFault());
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      // The next request begins again: this one ends without an answer.
      if (this.#computing.get(key) === shared) this.#computing.delete(key);
      shared.leave.abort();
    };
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([shared.answer, left.promise]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async #keep(key: string, shared: PendingAnswer, until: number): Promise<void> {
    const version = this.#version;
    try {
      const answer = await shared.answer;
      if (version !== this.#version || shared.leave.signal.aborted) return;
      const bytes = key.length + (answer.body ?? []).reduce((sum, { length }) => sum + length, 0);
      if (bytes > this.#mostBytes / 2) return;
      this.#drop(key);
      this.#entries.set(key, { answer, bytes, until });
      this.#bytes += bytes;
      for (const oldest of this.#entries.keys()) {
        if (this.#bytes <= this.#mostBytes) break;
        this.#drop(oldest);
      }
    } catch {
      // The waiting callers get the failure; it is not cached.
    } finally {
      if (this.#computing.get(key) === shared) this.#computing.delete(key);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
