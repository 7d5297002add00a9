// Calls of assistants that went on as tasks. Their servers have no file and may be killed at any time: what they write
// down of a task is stored here, bound to the key, until its time is over.
import { TASK_DAYS } from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import { type Actor, conflict, Fault, flagValue, notFound } from '@zorivest/store';
import type { TaskRow } from './tables.ts';

/** Of one key; beyond it the oldest that are over go. */
const MOST_ROWS = 500;
const MOST_OPEN = 256;
/** The limit of all tasks of a key; and of one page of them, since the thread that answers stops builds it. */
const MOST_BYTES = 32 * 1024 ** 2;
const MOST_LISTED_BYTES = 4 * 1024 ** 2;
const DAY = 24 * 3_600_000;

interface Change {
  readonly version: number;
  readonly is_over: boolean;
  readonly expires_at: number;
  readonly record: Readonly<Record<string, unknown>>;
}

interface TaskQuery {
  readonly open_only: boolean;
  readonly after?: string | undefined;
  readonly limit: number;
}

interface TaskParts {
  readonly control: Control;
  readonly now: () => Date;
  /** Called with a task that is over. */
  readonly ended: (keyId: string, id: string) => void;
}

/** Whose tasks an actor sees. */
export const holderOf = ({ keyId }: Actor): string => keyId ?? 'person';

export class TaskRows {
  readonly #parts: TaskParts;

  constructor(parts: TaskParts) {
    this.#parts = parts;
  }

  put(actor: Actor, id: string, change: Change) {
    const { control, ended } = this.#parts;
    const now = this.#now();
    const key_id = holderOf(actor);
    const row = control.transact(() => {
      control.run(control.db.deleteFrom('tasks').where('expires_at', '<=', now));
      control.run(control.db.deleteFrom('task_requests').where('began_at', '<', now - TASK_DAYS * DAY));
      const before = this.find(key_id, id);
      const current = before?.version ?? 0;
      if (before?.is_over === 1) throw conflict(`the task ${id} is over`);
      if (change.version !== current + 1) throw conflict(`the task ${id} is at version ${current} by now`);
      const record = JSON.stringify(change.record);
      if (before === undefined) this.#makeRoom(key_id);
      this.#makeSpace(key_id, id, record.length);
      const next: TaskRow = {
        id,
        key_id,
        version: change.version,
        is_over: flagValue(change.is_over),
        created_at: before?.created_at ?? now,
        expires_at: Math.min(change.expires_at, now + TASK_DAYS * DAY),
        size: record.length,
        record,
      };
      control.run(
        control.db
          .insertInto('tasks')
          .values(next)
          .onConflict((existing) => existing.columns(['key_id', 'id']).doUpdateSet(next)),
      );
      return next;
    });
    if (change.is_over) ended(key_id, id);
    return presentTask(row);
  }

  get(actor: Actor, id: string) {
    const row = this.find(holderOf(actor), id);
    if (row === undefined) throw notFound('task', id);
    return presentTask(row);
  }

  list(actor: Actor, { open_only, after, limit }: TaskQuery) {
    const { control } = this.#parts;
    const key_id = holderOf(actor);
    let rows = control.db
      .selectFrom('tasks')
      .selectAll()
      .where('key_id', '=', key_id)
      .where('expires_at', '>', this.#now());
    if (open_only) rows = rows.where('is_over', '=', 0);
    if (after !== undefined) {
      const { created_at, id } = this.find(key_id, after) ?? { created_at: 0, id: '' };
      rows = rows.where((eb) =>
        eb.or([eb('created_at', '<', created_at), eb.and([eb('created_at', '=', created_at), eb('id', '<', id)])]),
      );
    }
    const newest = control.all(rows.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit));
    let bytes = 0;
    // The first in any case; the caller asks for the rest after the last one.
    const many = newest.findIndex(({ record }, at) => (bytes += record.length) > MOST_LISTED_BYTES && at > 0);
    return { items: newest.slice(0, many === -1 ? limit : many).map(presentTask) };
  }

  find(keyId: string, id: string): TaskRow | undefined {
    const { control } = this.#parts;
    return control.first(
      control.db
        .selectFrom('tasks')
        .selectAll()
        .where('key_id', '=', keyId)
        .where('id', '=', id)
        .where('expires_at', '>', this.#now()),
    );
  }

  #makeRoom(keyId: string): void {
    const { control } = this.#parts;
    const rows = control.all(
      control.db
        .selectFrom('tasks')
        .select(['id', 'is_over'])
        .where('key_id', '=', keyId)
        .orderBy('created_at', 'desc'),
    );
    if (rows.filter(({ is_over }) => is_over === 0).length >= MOST_OPEN) {
      throw new Fault(429, `${MOST_OPEN} tasks of this key are already running; wait until some have ended`, {
        code: 'too_many_waiting',
        retryAfterSeconds: 60,
      });
    }
    const beyond = rows.filter(({ is_over }) => is_over === 1).slice(MOST_ROWS - MOST_OPEN);
    for (const { id } of beyond)
      control.run(control.db.deleteFrom('tasks').where('key_id', '=', keyId).where('id', '=', id));
  }

  /** The oldest that are over go for a new state; where that is not enough, it is not stored. */
  #makeSpace(keyId: string, id: string, size: number): void {
    const { connection } = this.#parts.control;
    const rows = connection
      .prepare(`select id, is_over, size from tasks where key_id = ? and id <> ? order by is_over, created_at desc`)
      .all(keyId, id) as readonly { readonly id: string; readonly is_over: number; readonly size: number }[];
    const drop = connection.prepare('delete from tasks where key_id = ? and id = ?');
    let bytes = size;
    for (const row of rows) {
      bytes += row.size;
      if (bytes <= MOST_BYTES) continue;
      if (row.is_over === 0) {
        throw new Fault(413, 'the tasks of this key take more than 32 MB together; end some first', {
          code: 'too_large',
        });
      }
      drop.run(keyId, row.id);
    }
  }

  #now(): number {
    return this.#parts.now().getTime();
  }
}

function presentTask({ id, version, is_over, expires_at, record }: TaskRow) {
  return {
    id,
    version,
    is_over: is_over === 1,
    expires_at,
    record: JSON.parse(record) as Record<string, unknown>, // written by `put`
  };
}
