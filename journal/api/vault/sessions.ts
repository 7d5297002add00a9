// Sessions live in memory only: a lock, a restart or a revoked key ends them. So do the tickets that open one more.
import { PASSPHRASE_FRESH_SECONDS, type Role } from '@zorivest/contract';
import { type RandomBytes, sha256 } from '@zorivest/store';

const SESSION_MS = 3_600_000;
/** After the passphrase a person's session can be renewed for this long. */
const PERSON_MS = 12 * 3_600_000;
export const TICKET_SECONDS = 600;
/** Of one key; the person's have no count, since each costs the passphrase. */
export const SESSIONS_OF_KEY = 8;
const MOST_TICKETS = 100;
const LOOK_EVERY = 1000;

export interface Session {
  /** A digest of its token. */
  readonly id: string;
  /** Null for the person who gave the passphrase. */
  readonly keyId: string | null;
  readonly role: Role | 'person';
  readonly expiresAt: number;
  /** When the passphrase was given; null for a key. */
  readonly provedAt: number | null;
  /** Fires when the session ends, before its time or then; open streams listen to it. */
  readonly ended: AbortSignal;
}

interface OpenSession extends Session {
  expiresAt: number;
  provedAt: number | null;
  /** It cannot be renewed beyond this. */
  endsAt: number;
  readonly token: string;
  readonly end: () => void;
}

interface Ticket {
  readonly provedAt: number;
  readonly expiresAt: number;
  used: boolean;
}

export class Sessions {
  readonly #held = new Map<string, OpenSession>();
  readonly #tickets = new Map<string, Ticket>();
  readonly #now: () => number;
  readonly #random: RandomBytes;
  #watching: NodeJS.Timeout | undefined;

  constructor(now: () => number, random: RandomBytes) {
    this.#now = now;
    this.#random = random;
  }

  /** Of a key: lasts for an hour at a time, and no longer than its key. */
  openForKey(keyId: string, role: Role, keyEnds: number = Infinity): string {
    return this.#open({ keyId, role, provedAt: null, endsAt: keyEnds });
  }

  /** Of the person: `provedAt` is when the passphrase was given. */
  openForPerson(provedAt: number = this.#now()): string {
    return this.#open({ keyId: null, role: 'person', provedAt, endsAt: provedAt + PERSON_MS });
  }

  find(token: string): Session | undefined {
    const session = this.#held.get(digestOf(token));
    return session && session.expiresAt > this.#now() ? session : undefined;
  }

  /** The person has given the passphrase again: its times start again. */
  prove(id: string): void {
    const session = this.#held.get(id);
    if (session === undefined || session.provedAt === null) return;
    session.provedAt = this.#now();
    session.endsAt = session.provedAt + PERSON_MS;
  }

  /** Whether the passphrase was given lately; what has no passphrase, a key's session, needs none. */
  isFresh(id: string): boolean {
    const provedAt = this.#held.get(id)?.provedAt ?? null;
    return provedAt === null || this.#now() - provedAt <= PASSPHRASE_FRESH_SECONDS * 1000;
  }

  /** Another hour; its token, or null when its end is reached. */
  renew(id: string): string | null {
    const session = this.#held.get(id);
    const until = Math.min(this.#now() + SESSION_MS, session?.endsAt ?? 0);
    if (!session || until <= this.#now()) return null;
    session.expiresAt = until;
    return session.token;
  }

  /** Whole seconds that are left of a session. */
  secondsLeft(session: Session): number {
    return Math.max(0, Math.floor((session.expiresAt - this.#now()) / 1000));
  }

  /** Opens one more session with the times of the one it is issued for. */
  issueTicket(id: string): string | null {
    const provedAt = this.#held.get(id)?.provedAt ?? null;
    if (provedAt === null) return null;
    for (const [digest, { expiresAt }] of this.#tickets) {
      if (expiresAt <= this.#now() || this.#tickets.size >= MOST_TICKETS) this.#tickets.delete(digest);
    }
    const ticket = `tkt_${this.#random(32).toString('base64url')}`;
    this.#tickets.set(digestOf(ticket), { provedAt, expiresAt: this.#now() + TICKET_SECONDS * 1000, used: false });
    return ticket;
  }

  redeem(ticket: string): { readonly token: string } | 'used' | 'unknown' {
    const found = this.#tickets.get(digestOf(ticket));
    if (!found || found.expiresAt <= this.#now()) return 'unknown';
    if (found.used) return 'used';
    found.used = true;
    return { token: this.openForPerson(found.provedAt) };
  }

  endAll(): void {
    this.#tickets.clear();
    this.#endWhere(() => true);
  }

  endOfKey(keyId: string): void {
    this.#endWhere((session) => session.keyId === keyId);
  }

  end(id: string): void {
    this.#endWhere((session) => session.id === id);
  }

  /** How many sessions a key has open. */
  countOf(keyId: string): number {
    this.#forgetExpired();
    return [...this.#held.values()].filter((session) => session.keyId === keyId).length;
  }

  get count(): number {
    this.#forgetExpired();
    return this.#held.size;
  }

  #open(facts: Pick<OpenSession, 'keyId' | 'role' | 'provedAt' | 'endsAt'>): string {
    this.#forgetExpired();
    if (facts.keyId !== null) this.#makeRoom(facts.keyId);
    this.#watch();
    const token = `tok_${this.#random(16).toString('hex')}`;
    const controller = new AbortController();
    const id = digestOf(token);
    const expiresAt = Math.min(this.#now() + SESSION_MS, facts.endsAt);
    this.#held.set(id, { ...facts, id, token, expiresAt, ended: controller.signal, end: () => controller.abort() });
    return token;
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
  }

  /** One more ends the oldest of the same key: a key cannot push out another's, least of all the person's. */
  #makeRoom(keyId: string): void {
    const own = [...this.#held.values()].filter((session) => session.keyId === keyId);
    for (const { id } of own.slice(0, Math.max(0, own.length - SESSIONS_OF_KEY + 1))) this.end(id);
  }
}

/** Looking up a digest tells an attacker nothing about how much of a guessed token was right. */
function digestOf(token: string): string {
  return sha256(token).toString('base64');
}
