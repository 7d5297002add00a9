// What a program begins once an hour and a flood begins without end: a session, a live feed. Each costs the thread that answers
// stops, and a refusal would cost nearly as much and be repeated immediately. So the next one waits: a flood is as slow as this
// limit, and the cores are left to a person who presses Stop. A key that begins as many as a person's programs do waits for nothing.
import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@zorivest/store';

/** Allowed immediately; after that one per interval. */
const BURST = 60;
const EVERY_MS = 100;

/** A request that would wait longer waits for this long, and is refused. */
const LONGEST_MS = 10_000;

interface PaceParts {
  readonly now?: () => number;
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>;
}

export class Pace {
  readonly #now: () => number;
  readonly #wait: NonNullable<PaceParts['wait']>;
  /** For each key: when everything it has begun so far has had its time. */
  readonly #until = new Map<string, number>();

  constructor({ now = () => performance.now(), wait = waitUnlessGone }: PaceParts = {}) {
    this.#now = now;
    this.#wait = wait;
  }

  /** Settles when it may begin. Null is the person, who never waits. */
  async turn(keyId: string | null, signal: AbortSignal): Promise<void> {
    if (keyId === null) return;
    const now = this.#now();
    const until = Math.max(this.#until.get(keyId) ?? 0, now) + EVERY_MS;
    const wait = until - now - BURST * EVERY_MS;
    if (wait > LONGEST_MS) {
      await this.#wait(LONGEST_MS, signal);
      throw tooMuch();
    }
    this.#until.set(keyId, until);
    if (wait > 0) await this.#wait(wait, signal);
  }
}

const tooMuch = (): Fault =>
  new Fault(429, 'this key starts too many sessions or feeds; wait before trying again', { retryAfterSeconds: 10 });

/** Nothing is begun for who has gone. */
function waitUnlessGone(milliseconds: number, signal: AbortSignal): Promise<unknown> {
  return pause(milliseconds, undefined, { signal, ref: false }).catch(() => {
    throw tooMuch();
  });
}
