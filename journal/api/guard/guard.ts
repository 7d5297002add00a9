// The circuit breaker. Its state is a row of control.db, so that a restart cannot forget a lock; calls are counted in
// memory and, while limits are on, written down too, so that a restart cannot forget them either.
import type { Control } from '../control/control.ts';
import { type EventBus, flagValue, shownTimeOrNull } from '@zorivest/store';
import type { StopMark } from './stop-mark.ts';
import { callsAfter, callsByKey, HOUR, MINUTE, type CallsOfKey, type CountedCall, withCall } from './counted-calls.ts';

/** Who may lift the lock. */
type LiftedBy = 'person' | 'anyone';

/** Who puts it on: a person, a key, or a limit that was crossed. */
type LockedBy = 'person' | 'key' | 'limit';

interface GuardState {
  is_enabled: boolean;
  is_locked: boolean;
  locked_at: string | null;
  lock_reason: string | null;
  lifted_by: LiftedBy | null;
  calls_per_minute_limit: number;
  calls_per_hour_limit: number;
}

const initial: GuardState = {
  is_enabled: false,
  is_locked: false,
  locked_at: null,
  lock_reason: null,
  lifted_by: null,
  calls_per_minute_limit: 60,
  calls_per_hour_limit: 500,
};

export type GuardStatus = GuardState & { recent_calls_1min: number; recent_calls_1hr: number; call_count: number };

export interface Verdict {
  allowed: boolean;
  reason: string;
}

export const RATE_LIMIT = 'rate_limit_exceeded';

/** How often a key may lift a lock in an hour: each is written down for good. Locking has no limit. */
const MOST_LIFTED = 10;

/** The reason of a stop that is known by its mark alone. */
const HELD = 'stopped while the disk was full';

/** The stored part of a status or a row. */
function pickState(status: GuardState): GuardState {
  const { is_enabled, is_locked, locked_at, lock_reason, lifted_by } = status;
  const { calls_per_minute_limit, calls_per_hour_limit } = status;
  return { is_enabled, is_locked, locked_at, lock_reason, lifted_by, calls_per_minute_limit, calls_per_hour_limit };
}

export class Guard {
  readonly #now: () => Date;
  readonly #events: EventBus;
  readonly #control: Control;
  #state: GuardState = initial;
  /** When a key last lifted a lock that a limit had put on. */
  #limitLiftedAt: string | null = null;
  /** When each key lifted a lock in the last hour. */
  readonly #liftedBy = new Map<string, readonly number[]>();
  /** What is in force is in control.db. */
  #isStored = true;
  /** The calls of the last hour, oldest first; null while the vault is locked. */
  #calls: CountedCall[] | null = null;

  readonly #held: StopMark;

  constructor(now: () => Date, events: EventBus, control: Control, held: StopMark) {
    this.#held = held;
    this.#now = now;
    this.#events = events;
    this.#control = control;
  }

  /** When the vault opens. */
  load(): void {
    const { db } = this.#control;
    const row = this.#control.first(db.selectFrom('mcp_guard').selectAll().where('id', '=', 1));
    this.#state = row
      ? pickState({
          ...row,
          is_enabled: row.is_enabled === 1,
          is_locked: row.is_locked === 1,
          lifted_by: row.is_locked === 0 ? null : row.lifted_by === 'anyone' ? 'anyone' : 'person',
        })
      : initial;
    this.#limitLiftedAt = row?.limit_lifted_at ?? null;
    this.#held.prepare();
    if (this.#held.isMarked) this.#takeHeld();
    const since = this.#now().getTime() - HOUR;
    const calls = db.selectFrom('mcp_guard_calls').select(['at', 'key_id']).where('at', '>', since).orderBy('at');
    this.#calls = this.#control.all(calls).map(({ at, key_id }) => ({ at, keyId: key_id }));
  }

  /** A stop from before this start that the disk did not take then; whatever its origin, the person lifts it. */
  #takeHeld(): void {
    this.hold(this.#state.lock_reason ?? HELD, 'person');
    try {
      this.#store();
      this.#held.clear();
    } catch {
      // Still no room: it holds by its mark.
    }
  }

  /** A lock that could not be stored: it holds, and where it can be marked also after a restart. */
  keep(): 'marked' | 'until_restart' {
    this.#isStored = false;
    const isMarked = this.#held.keep();
    this.#events.emit('guard', { ...this.status() });
    return isMarked ? 'marked' : 'until_restart';
  }

  /** What is in force is in control.db. */
  noteStored(): void {
    this.#isStored = true;
    this.#held.clear();
  }

  /** It is stopped and stored: another stop of a key changes nothing, and need not be written down again. */
  get holdsAlready(): boolean {
    return this.#state.is_locked && this.#isStored;
  }

  unload(): void {
    this.#calls = null;
  }

  status(): GuardStatus {
    if (this.#calls === null) {
      // Nothing can be called while the vault is locked, and what the guard's own state was is not known: say locked.
      const locked = { ...initial, is_locked: true, lock_reason: 'vault_locked' };
      return { ...locked, recent_calls_1min: 0, recent_calls_1hr: 0, call_count: 0 };
    }
    const perMinute = this.#countSince(MINUTE);
    return {
      ...this.#state,
      locked_at: shownTimeOrNull(this.#state.locked_at),
      recent_calls_1min: perMinute,
      recent_calls_1hr: this.#countSince(HOUR),
      call_count: perMinute,
    };
  }

  /** Whose the counted calls are; none while the vault is locked. */
  calls(): { until: string; items: CallsOfKey[] } {
    const now = this.#now();
    return { until: now.toISOString(), items: callsByKey(this.#calls ?? [], now.getTime()) };
  }

  /**
   * Counts one call and says whether it may go ahead. A lock beats everything, also a disabled guard; crossing a limit
   * calls `lockDown`, which locks this guard in the caller's name.
   */
  check(keyId: string | null, lockDown: () => unknown): Verdict {
    if (this.#state.is_locked) return { allowed: false, reason: this.#state.lock_reason ?? 'manual' };
    const now = this.#now().getTime();
    const crossed =
      this.#state.is_enabled &&
      (this.#countSince(MINUTE) >= this.#state.calls_per_minute_limit ||
        this.#countSince(HOUR) >= this.#state.calls_per_hour_limit);
    if (crossed) {
      lockDown();
      return { allowed: false, reason: RATE_LIMIT };
    }
    this.#calls = withCall(callsAfter(this.#calls ?? [], now - HOUR), { at: now, keyId });
    if (!this.#state.is_enabled) return { allowed: true, reason: 'guard_disabled' };
    const { db } = this.#control;
    this.#control.transact(() => {
      this.#control.run(db.deleteFrom('mcp_guard_calls').where('at', '<=', now - HOUR));
      this.#control.run(db.insertInto('mcp_guard_calls').values({ at: now, key_id: keyId }));
    });
    return { allowed: true, reason: 'ok' };
  }

  configure(change: Partial<Pick<GuardState, 'is_enabled' | 'calls_per_minute_limit' | 'calls_per_hour_limit'>>): void {
    const turnedOn = change.is_enabled === true && !this.#state.is_enabled;
    this.#set(change);
    if (!turnedOn) return;
    const { db } = this.#control;
    this.#control.run(db.deleteFrom('mcp_guard_calls'));
    for (const { at, keyId } of callsAfter(this.#calls ?? [], this.#now().getTime() - HOUR))
      this.#control.run(db.insertInto('mcp_guard_calls').values({ at, key_id: keyId }));
  }

  get isLocked(): boolean {
    return this.#state.is_locked;
  }

  /** Locks from this instant, also when it cannot be stored. */
  hold(reason: string, by: LockedBy): void {
    this.#state = { ...this.#state, ...this.#locked(reason, by) };
  }

  lock(reason: string, by: LockedBy): void {
    this.#set(this.#locked(reason, by));
  }

  /** A person's lock stays the person's to lift, also when a key locks before or after. */
  #locked(reason: string, by: LockedBy) {
    const { is_locked, lifted_by } = this.#state;
    const lifts = is_locked && lifted_by === 'person' ? 'person' : this.#whoLifts(by);
    const locked_at = is_locked ? this.#state.locked_at : this.#now().toISOString();
    // Nor does anybody else's word take the place of the reason the person gave.
    const isPersons = is_locked && lifted_by === 'person' && by !== 'person';
    const lock_reason = isPersons ? this.#state.lock_reason : reason;
    return { is_locked: true, locked_at, lock_reason, lifted_by: lifts };
  }

  /** Null for the person. False, and nothing changes, when a key asks and only the person may. */
  unlock(keyId: string | null): boolean {
    const isKey = keyId !== null;
    if (isKey && this.#state.lifted_by === 'person') return false;
    // What is not locked needs no lifting, and no row that says so.
    if (isKey && this.#state.is_locked) {
      const now = this.#now().getTime();
      const lifted = (this.#liftedBy.get(keyId) ?? []).filter((at) => at > now - HOUR && at <= now);
      if (lifted.length >= MOST_LIFTED) return false;
      this.#liftedBy.set(keyId, [...lifted, now]);
    }
    if (isKey && this.#state.lock_reason === RATE_LIMIT) this.#limitLiftedAt = this.#now().toISOString();
    this.#set({ is_locked: false, locked_at: null, lock_reason: null, lifted_by: null });
    // The person starts the windows afresh. A key does not: it would set its own limit back by locking and unlocking.
    if (isKey) return true;
    this.#calls = [];
    this.#control.run(this.#control.db.deleteFrom('mcp_guard_calls'));
    return true;
  }

  /** A limit's lock a key may lift once an hour; a loop that crosses it again is for the person to look at. */
  #whoLifts(by: LockedBy): LiftedBy {
    if (by !== 'limit') return by === 'person' ? 'person' : 'anyone';
    const since = this.#limitLiftedAt === null ? Infinity : this.#now().getTime() - Date.parse(this.#limitLiftedAt);
    return since < HOUR ? 'person' : 'anyone';
  }

  /** When a change could not be stored: back to what is stored, except that a lock holds all the same. */
  fallBackTo(before: GuardStatus): void {
    if (!this.#state.is_locked) this.#state = pickState(before);
  }

  #set(change: Partial<GuardState>): void {
    // In memory first: a lock holds although it cannot be written.
    this.#state = { ...this.#state, ...change };
    this.#store();
    this.#events.emit('guard', { ...this.status() });
  }

  #store(): void {
    const row = {
      ...this.#state,
      is_enabled: flagValue(this.#state.is_enabled),
      is_locked: flagValue(this.#state.is_locked),
      limit_lifted_at: this.#limitLiftedAt,
      updated_at: this.#now().toISOString(),
    };
    this.#control.run(this.#control.db.updateTable('mcp_guard').set(row).where('id', '=', 1));
  }

  #countSince(window: number): number {
    return callsAfter(this.#calls ?? [], this.#now().getTime() - window).length;
  }
}
