// The cards for the person, from the request until they are forgotten: stored, timed, shown, and reported to the clients that
// wait for them.
import type { Approval, ApprovalSummary } from '@zorivest/contract';
import { type Actor, type EventBus, type Home, notFound, type RandomBytes, serviceActor } from '@zorivest/store';
import type { Control } from '../control/control.ts';
import type { Vault } from '../vault/vault.ts';
import { ApprovalFiles } from './files.ts';
import type { WaitingOfAll } from './flood.ts';
import {
  filesOf,
  isOpen,
  labelsOf,
  presentApproval,
  type Row,
  type ShownWith,
  type Status,
  statusOf,
  summariseApproval,
  type SummaryRow,
  type WaitingRow,
} from './row.ts';
import { ApprovalRows } from './rows.ts';

/** How long they are listed. */
const LISTED_MS = 3_600_000;
export const MINUTE = 60_000;
/** Requests of a key that wait for its cards. Each of them is looked at when a card changes, and a stop changes cards. */
const MOST_WAITS = 16;

export interface CardParts {
  readonly home: Pick<Home, 'approvals' | 'uploads'>;
  readonly control: Control;
  readonly events: EventBus;
  readonly now: () => Date;
  readonly random: RandomBytes;
  readonly vault: () => Pick<Vault, 'bootstrap' | 'refuseStale'>;
  /** How long the person has. */
  readonly waitMinutes: () => number;
}

export class Cards {
  readonly rows: ApprovalRows;
  readonly files: ApprovalFiles;
  readonly #parts: CardParts;
  readonly #waiting = new Set<() => void>();
  readonly #waitsOf = new Map<string, number>();
  /** Those that wait: what ends each in time, and how much it is. */
  readonly #clocks = new Map<string, { readonly timer: NodeJS.Timeout; readonly size: number }>();
  /** Those that a stop denied and the disk did not take. */
  readonly #denied = new Set<string>();

  constructor(parts: CardParts) {
    this.#parts = parts;
    this.rows = new ApprovalRows(parts.control);
    this.files = new ApprovalFiles(parts.home);
  }

  newId(): string {
    return `apr_${this.#parts.random(16).toString('hex')}`;
  }

  now(): number {
    return this.#parts.now().getTime();
  }

  expiryOf(askedAt: number): number {
    return askedAt + this.#parts.waitMinutes() * MINUTE;
  }

  statusOf(row: SummaryRow): Status {
    return statusOf(this.#asDenied(row), this.now());
  }

  summarise(row: SummaryRow): ApprovalSummary {
    return summariseApproval(this.#asDenied(row), this.#shownWith());
  }

  present(row: Row): Approval {
    return presentApproval(this.#asDenied(row), this.#shownWith());
  }

  #asDenied<R extends SummaryRow>(row: R): R {
    return row.status === 'waiting' && this.#denied.has(row.id) ? { ...row, status: 'denied' } : row;
  }

  /** Every card that waits, of one key or of all: also where it cannot be stored. */
  denyAll(keyId?: string): void {
    const now = this.now();
    const waiting = this.rows.waiting(keyId);
    if (waiting.length === 0) return;
    const [expired = [], denied = []] = [true, false].map((isOver) =>
      waiting.filter(({ expires_at }) => expires_at <= now === isOver),
    );
    try {
      this.#parts.control.transact(() => {
        for (const [status, rows] of [
          ['expired', expired],
          ['denied', denied],
        ] as const)
          if (rows.length > 0)
            this.rows.endWaiting(
              status,
              rows.map(({ id }) => id),
              now,
            );
      });
    } catch (error) {
      for (const { id } of denied) this.#denied.add(id);
      throw error;
    }
    this.#letGoOf(waiting);
    const shownWith = this.#shownWith();
    for (const row of waiting)
      this.#tell(summariseApproval({ ...row, status: expired.includes(row) ? 'expired' : 'denied' }, shownWith));
    this.#wake();
  }

  find(actor: Actor, id: string): Row {
    const row = this.rows.find(id);
    if (!row || (actor.keyId !== null && actor.keyId !== row.key_id)) throw notFound('request for approval', id);
    return row;
  }

  list(actor: Actor, status?: string): ApprovalSummary[] {
    const shownWith = this.#shownWith();
    const listed = this.rows.listed(actor.keyId, this.now() - LISTED_MS);
    const shown = listed.map((row) => summariseApproval(this.#asDenied(row), shownWith));
    return status === undefined ? shown : shown.filter((one) => one.status === status);
  }

  /** The card once it has ended or the time to wait is over; immediately for a key with too many requests that wait. */
  async wait(actor: Actor, id: string, seconds: number, signal: AbortSignal): Promise<Approval> {
    const keyId = actor.keyId ?? '';
    const waits = this.#waitsOf.get(keyId) ?? 0;
    if (actor.keyId !== null && waits >= MOST_WAITS) return this.#look(actor, id, 0, signal);
    this.#waitsOf.set(keyId, waits + 1);
    try {
      return await this.#look(actor, id, seconds, signal);
    } finally {
      const left = (this.#waitsOf.get(keyId) ?? 1) - 1;
      if (left > 0) this.#waitsOf.set(keyId, left);
      else this.#waitsOf.delete(keyId);
    }
  }

  async #look(actor: Actor, id: string, seconds: number, signal: AbortSignal): Promise<Approval> {
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener('abort', () => resolve());
    let done = false;
    void over.then(() => (done = true));
    try {
      for (;;) {
        const row = this.find(actor, id);
        const found = this.present(row);
        if (!isOpen(found.status) || done || signal.aborted || seconds === 0) {
          if (actor.keyId !== null) this.noteFetched(row, found.status);
          return found;
        }
        const { promise: changed, resolve: wake } = Promise.withResolvers<void>();
        this.#waiting.add(wake);
        await Promise.race([changed, over]).finally(() => this.#waiting.delete(wake));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  noteFetched(row: Row, status: Status): void {
    if (!isOpen(status)) this.rows.noteFetched(row);
  }

  /** From here on its time runs: never longer than it was given, also where the clock was set back since. */
  startClock({ id, asked_at, expires_at, size }: Pick<Row, 'id' | 'asked_at' | 'expires_at' | 'size'>): void {
    this.stopClock(id);
    const left = Math.min(expires_at - this.now(), expires_at - asked_at);
    this.#clocks.set(id, { timer: setTimeout(() => this.#expire(id), Math.max(0, left)).unref(), size });
  }

  stopClock(id: string): void {
    clearTimeout(this.#clocks.get(id)?.timer);
    this.#clocks.delete(id);
  }

  stopClocks(): void {
    for (const id of this.#clocks.keys()) this.stopClock(id);
  }

  /** Known without reading them. */
  get waitingOfAll(): WaitingOfAll {
    const bytes = this.#clocks.values().reduce((sum, { size }) => sum + size, 0);
    return { count: this.#clocks.size, bytes };
  }

  #expire(id: string): void {
    const { control } = this.#parts;
    try {
      const row = this.rows.find(id);
      if (row?.status !== 'waiting') return;
      control.write({ actor: serviceActor, requestId: null, label: 'approval.expire' }, (audit) => {
        audit({ resource: 'approval', id, after: { status: 'expired' } });
      });
      this.end(row, { status: 'expired' });
    } catch {
      // The vault was locked meanwhile; its time is over all the same.
    }
  }

  /** It is over, one way or another. */
  end(row: Row, change: Partial<Row> & { readonly status: Status }): Row {
    const ended = { ...row, ...change };
    this.rows.store(ended);
    this.letGo(ended);
    this.announce(ended);
    return ended;
  }

  letGo(row: Row): void {
    this.#letGoOf([row]);
  }

  #letGoOf(rows: readonly (Row | WaitingRow)[]): void {
    for (const { id } of rows) this.stopClock(id);
    this.dropFiles(rows);
  }

  dropFiles(rows: readonly (Row | WaitingRow)[]): void {
    const own = rows.flatMap(filesOf);
    if (own.length === 0) return;
    const ids = new Set(rows.map(({ id }) => id));
    const others = new Set(this.rows.waiting().flatMap((other) => (ids.has(other.id) ? [] : filesOf(other))));
    for (const id of own) if (!others.has(id)) this.files.drop(id);
  }

  announce(row: Row): void {
    this.#tell(this.summarise(row));
    this.#wake();
  }

  #tell({ id, status, operation, label, effects, key_id, expires_at }: ApprovalSummary): void {
    const effect = (effects[0] ?? '').slice(0, 200);
    this.#parts.events.emit('approval', { id, status, operation, label, effect, key_id, expires_at });
  }

  #wake(): void {
    for (const wake of this.#waiting) wake();
  }

  #shownWith(): ShownWith {
    return { labelOf: labelsOf(this.#parts.vault().bootstrap.keys), now: this.now() };
  }
}
