// Trying a write takes the writer's turn without a request of the person: it is given up for a write of the person
// and tried again, for a few seconds.
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@zorivest/store';

const WITHIN_MS = 10_000;
const AGAIN_MS = 50;

export class PersonFirst {
  readonly #within: number;
  #writing = 0;
  readonly #trying = new Set<AbortController>();

  constructor(within: number = WITHIN_MS) {
    this.#within = within;
  }

  /** A write of the person: what is being tried is given up for it. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#writing += 1;
    for (const attempt of this.#trying) attempt.abort();
    try {
      return await work();
    } finally {
      this.#writing -= 1;
    }
  }

  /** Tries until it is through, the time is over, or `ended` fires. */
  async attempt<T>(work: (signal: AbortSignal) => Promise<T>, ended: AbortSignal): Promise<T> {
    const over = AbortSignal.any([ended, AbortSignal.timeout(this.#within)]);
    let gaveWay = false;
    for (;;) {
      ended.throwIfAborted();
      if (over.aborted) throw gaveWay ? busy() : tooMuch();
      if (this.#writing > 0) {
        gaveWay = true;
        await pause(AGAIN_MS);
        continue;
      }
      const attempt = new AbortController();
      gaveWay ||= this.#trying.size > 0;
      this.#trying.add(attempt);
      try {
        return await work(AbortSignal.any([attempt.signal, over]));
      } catch (error) {
        if (ended.aborted || !(attempt.signal.aborted || over.aborted)) throw error;
        gaveWay ||= attempt.signal.aborted;
      } finally {
        this.#trying.delete(attempt);
      }
    }
  }
}

const busy = (): Fault =>
  new Fault(
    503,
    'this could not be tried within ten seconds, since the person is writing in the book, or other keys are asking too; nothing was ' +
      'stored, ask again',
    { retryAfterSeconds: 5 },
  );

/** It had all of its time to itself: asking again would be as long. */
const tooMuch = (): Fault =>
  new Fault(
    413,
    'trying this takes longer than ten seconds, and what cannot be tried is not shown to the person; nothing was stored. Ask for less per ' +
      'request (a statement of up to some 50,000 rows, a longer one in parts), or let the person do it, who needs no trial: a file is imported ' +
      'with `zorivest import FILE`, or under Imports in the app',
    { code: 'too_large' },
  );
