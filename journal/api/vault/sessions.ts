// Sessions live in memory only: a lock, a restart or a revoked key ends them.
import type { Role } from '@zorivest/contract';
import { sha256, type RandomBytes } from './envelope.ts';

export const SESSION_SECONDS = 3600;
const MOST_SESSIONS = 10_000;
const LOOK_EVERY = 1000;

export interface Session {
  /** Null for the person who gave the passphrase. */
  readonly keyId: string | null;
  readonly role: Role | 'person';
  readonly expiresAt: number;
  /** Fires when the session ends, before its time or then; open streams listen to it. */
  readonly ended: AbortSignal;
}

interface Held extends Session {
  readonly end: () => void;
}

export class Sessions {
  readonly #held = new Map<string, Held>();
  readonly #now: () => number;
  readonly #random: RandomBytes;
  #watching: NodeJS.Timeout | undefined;

  constructor(now: () => number, random: RandomBytes) {
    this.#now = now;
    this.#random = random;
  }

  /** Lasts for an hour, or for as long as its key does. */
  open(keyId: string | null, role: Role | 'person', keyEnds: number = Infinity): string {
    this.#forgetExpired();
    this.#watch();
    const token = `tok_${this.#random(16).toString('hex')}`;
    const controller = new AbortController();
    this.#held.set(this.#index(token), {
      keyId,
      role,
      expiresAt: Math.min(this.#now() + SESSION_SECONDS * 1000, keyEnds),
      ended: controller.signal,
      end: () => controller.abort(),
    });
    return token;
  }

  find(token: string): Session | undefined {
    const session = this.#held.get(this.#index(token));
    return session && session.expiresAt > this.#now() ? session : undefined;
  }

  /** Seconds that are left of a session. */
  secondsLeft(token: string): number {
    return Math.floor(((this.find(token)?.expiresAt ?? 0) - this.#now()) / 1000);
  }

  /** Ends sessions when their time is over, so that what is open in their name, such as a feed, ends with them. */
  #watch(): void {
    this.#watching ??= setInterval(() => {
      this.#forgetExpired();
      if (this.#held.size > 0) return;
      clearInterval(this.#watching);
      this.#watching = undefined;
    }, LOOK_EVERY).unref();
  }

  endAll(): void {
    this.#endWhere(() => true);
  }

  endOfKey(keyId: string): void {
    this.#endWhere((session) => session.keyId === keyId);
  }

  get count(): number {
    this.#forgetExpired();
    return this.#held.size;
  }

  #endWhere(matches: (session: Session) => boolean): void {
    for (const [index, session] of this.#held) {
      if (!matches(session)) continue;
      this.#held.delete(index);
      session.end();
    }
  }

  #forgetExpired(): void {
    const now = this.#now();
    this.#endWhere((session) => session.expiresAt <= now);
    for (const [index, session] of this.#held) {
      if (this.#held.size < MOST_SESSIONS) break;
      this.#held.delete(index);
      session.end();
    }
  }

  // Looking up a digest tells an attacker nothing about how much of a guessed token was right.
  #index(token: string): string {
    return sha256(token).toString('base64');
  }
}
