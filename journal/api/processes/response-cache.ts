// Answers kept as bytes, by version of the book, route and input: asking again costs a look-up, and an answer of a book
// that has changed since is not there. Two who ask at once share one computation, which goes on while one of them waits.
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
  readonly #kept = new Map<string, CacheEntry>();
  readonly #underWay = new Map<string, PendingAnswer>();
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
    this.#kept.clear();
    this.#underWay.clear();
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
    const entry = this.#kept.get(key);
    if (entry !== undefined && entry.until > now.getTime()) return entry.answer;
    let shared = this.#underWay.get(key);
    if (shared === undefined) {
      const leave = new AbortController();
      const answer = compute({ signal: leave.signal, stopped: never, storing });
      shared = { answer, leave, waiting: 0 };
      this.#underWay.set(key, shared);
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
      // Whoever asks next begins anew: this one ends without an answer.
      if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
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
      this.#kept.set(key, { answer, bytes, until });
      this.#bytes += bytes;
      for (const oldest of this.#kept.keys()) {
        if (this.#bytes <= this.#mostBytes) break;
        this.#drop(oldest);
      }
    } catch {
      // Whoever waits is told; a failure is not kept.
    } finally {
      if (this.#underWay.get(key) === shared) this.#underWay.delete(key);
    }
  }

  #drop(key: string): void {
    this.#bytes -= this.#kept.get(key)?.bytes ?? 0;
    this.#kept.delete(key);
  }
}
