// Limits how often an assistant may try to fix a text.
import { Fault } from '@zorivest/store';
import { rateLimit, type RateLimit } from '@zorivest/market';
import { canonicalJson } from '@zorivest/kernel/json';
import { sha256 } from './canonical.ts';

const PER_MINUTE = 10;
/** Texts remembered; the oldest is forgotten first. */
const MOST_TEXTS = 500;

export class EmulatorBudget {
  readonly #now: () => Date;
  readonly #limits = new Map<string, RateLimit>();

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Takes one try of this text, or refuses with when the next is free. */
  spend(document: unknown): void {
    const key = sha256(canonicalJson(document));
    const clock = { now: () => this.#now().getTime(), sleep: () => Promise.resolve() };
    const limit = this.#limits.get(key) ?? rateLimit(PER_MINUTE, clock);
    this.#limits.set(key, limit);
    const oldest = this.#limits.keys().next();
    if (this.#limits.size > MOST_TEXTS && oldest.done !== true) this.#limits.delete(oldest.value);
    const wait = limit.take();
    if (wait === 0) return;
    const seconds = Math.ceil(wait / 1000);
    throw new Fault(
      429,
      `this text was tried ${PER_MINUTE} times within a minute; the next try is free in ${seconds} s`,
      {
        retryAfterSeconds: seconds,
      },
    );
  }
}
