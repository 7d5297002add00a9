// One request, seen from a handler: who is asking, the book, and how to change it. What else a handler needs it is
// handed when its route table is made.
import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Head } from '../database/chain.ts';
import { recordAudit, type Change } from '../audit/record.ts';
import {
  type ColumnRange,
  type Connection,
  insertMany,
  selectMany,
  selectRanges,
  withSmallCache,
} from '../database/dialect.ts';
import type { RowChange } from '../database/row-changes.ts';
import type { Database } from '../database/schema.ts';
import type { Db, Store } from '../database/store.ts';
import type { Actor, WriteOrigin } from '../base/actor.ts';
import type { Results } from './results.ts';
import type { Turn } from './turn.ts';
import { stoppedByGuard } from './requests-in-progress.ts';

export interface WriteScope {
  /** Inside `write` only this may be used: the book has one connection, and the transaction holds it. */
  readonly db: Transaction<Database>;
  /** Says what changed; stored with the change, in the same transaction. */
  readonly audit: (change: Change) => void;
  /** Marks this write as an import with this id: requests that wait behind it are refused with its id. */
  readonly nameImport: (importId: string) => void;
  /** Many rows through one prepared statement, in this transaction; the number of them. */
  readonly insertMany: <R extends object>(
    table: keyof Database,
    columns: readonly (keyof R & string)[],
    rows: Iterable<R>,
  ) => number;
  /** The rows that have one of many keys, through one prepared statement; those of one key oldest first. */
  readonly selectMany: <R extends object>(
    table: keyof Database,
    columns: readonly (keyof R & string)[],
    key: readonly (keyof R & string)[],
    values: Iterable<readonly string[]>,
  ) => R[];
  /** For each range the rows of its key within it, up to a `rowid`, through one prepared statement. */
  readonly selectRanges: <R extends object>(
    table: keyof Database,
    columns: readonly (keyof R & string)[],
    by: { readonly key: keyof R & string; readonly column: keyof R & string; readonly upTo: number },
    ranges: Iterable<ColumnRange>,
  ) => Iterable<R[]>;
}

/** What a handler of the front sees: the book may be in another process, so there is nothing of it here. */
export interface FrontCall {
  readonly actor: Actor;
  readonly requestId: string;
  /** Fires when the caller goes away or the session ends. */
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Asked at the last moment before something is stored; from a yes on a stop ends it no more, and the answer is its own. */
  readonly storing: () => boolean;
  /** Another success status than the endpoint's usual one. */
  setStatus(status: number): void;
}

export interface Call extends Omit<FrontCall, 'storing'> {
  readonly db: Db;
  /** The person has agreed to this very request. */
  readonly isApproved: boolean;
  /** What was computed from the book as it is now. */
  readonly results: Results;
  /** One transaction: everything in it and its audit rows are stored, or nothing is. */
  write<T>(work: (scope: WriteScope) => Promise<T>): Promise<T>;
  /** A new id for something that is stored; the same when the same approved write is done as it was tried. */
  newId(): string;
  /** Work outside the transaction: it runs once everything written so far is stored, and not if that fails. */
  afterCommit(work: () => void): void;
  /** Reports changed rows of tables that are not watched, for previews and reports of the change. */
  tellRows(rows: readonly RowChange[]): void;
  /** For work that writes far more than it reads again: pages are not cached meanwhile. */
  withSmallCache<T>(work: () => Promise<T>): Promise<T>;
}

/** What a transaction has changed. */
export interface TransactionChange {
  readonly connection: Connection;
  readonly origin: WriteOrigin;
  readonly changes: readonly Change[];
  /** Of the rows of the audit that tell of it. */
  readonly auditIds: readonly number[];
  readonly now: Date;
  /** It is an import, whose own undo takes it back. */
  readonly isImport: boolean;
  /** Row by row; asked for only where somebody wants it. */
  readonly rows: () => RowChange[];
}

/** The open book, as requests and scheduled work use it. */
export interface BookAccess {
  readonly store: Store;
  readonly now: () => Date;
  readonly results: Results;
  /** Who is writing. */
  readonly turn: Turn;
  /** Called with every write once it is stored, and the last row of the audit. */
  readonly written: (changes: readonly Change[], origin: WriteOrigin, head: Head | null) => void;
  /** Called with what a transaction has changed, while it is still open. */
  readonly keep: (change: TransactionChange) => void;
  /** Where the record of calls ends, as far as it is known here: the audit notes it. */
  readonly noted: () => string | null;
}

export interface CallParts extends Pick<Call, 'actor' | 'requestId' | 'signal' | 'setStatus'> {
  readonly book: BookAccess;
  readonly isApproved?: boolean;
  readonly tellRows?: Call['tellRows'];
  /** The endpoint's audit label, e.g. `trade.create`. */
  readonly label: string | undefined;
  /** The endpoint's name in the contract. */
  readonly operation?: string | undefined;
  readonly touchesTrades: boolean | undefined;
  /** Fires when a stop ends the request: what it has not stored by then it must not store. */
  readonly stopped: AbortSignal;
  /** Asked at the last moment before something is stored; no takes it back. */
  readonly storing: () => boolean | Promise<boolean>;
}

export function createCall(all: CallParts): Call {
  const { book, label, operation, touchesTrades, stopped, storing, ...parts } = all;
  const { actor, requestId } = parts;
  const waiting: (() => void)[] = [];
  let writing = 0;
  const settle = () => {
    if (writing === 0) for (const work of waiting.splice(0)) work();
  };
  return {
    isApproved: false,
    tellRows: () => {},
    ...parts,
    now: book.now,
    newId: randomUUID,
    afterCommit: (work) => {
      waiting.push(work);
      settle();
    },
    results: book.results,
    get db() {
      return book.store.db;
    },
    write: async (work) => {
      const origin = { actor, requestId, label: label ?? 'service.write', operation, touchesTrades };
      writing += 1;
      const before = waiting.length;
      try {
        return await writeAs(book, origin, work, { stopped, storing });
      } catch (error) {
        waiting.length = before;
        throw error;
      } finally {
        writing -= 1;
        settle();
      }
    },
    withSmallCache: (work) => withSmallCache(book.store.connection, work),
  };
}

/** The way every change takes, also those of scheduled work that no request asked for. */
export async function writeAs<T>(
  book: BookAccess,
  origin: WriteOrigin,
  work: (scope: WriteScope) => Promise<T>,
  held?: Pick<CallParts, 'stopped' | 'storing'>,
): Promise<T> {
  const { store, turn } = book;
  const changes: Change[] = [];
  let head: Head | null = null;
  const result = await store.db.transaction().execute(async (tx) => {
    // The book has one connection, so the transaction that is open has the turn.
    turn.take(origin.requestId);
    store.capture.begin();
    try {
      const done = await work({
        db: tx,
        audit: (change) => changes.push(change),
        nameImport: (importId) => turn.nameImport(importId),
        insertMany: (table, columns, rows) => insertMany(store.connection, table, columns, rows),
        selectMany: (table, columns, key, values) => selectMany(store.connection, table, columns, key, values),
        selectRanges: (table, columns, by, ranges) => selectRanges(store.connection, table, columns, by, ranges),
      });
      const now = book.now();
      const audited = recordAudit(store.audit, origin, changes, { now, noted: book.noted() });
      head = audited.at(-1) ?? null;
      book.keep({
        connection: store.connection,
        origin,
        changes,
        auditIds: audited.map(({ id }) => id),
        now,
        isImport: typeof turn.holder?.importId === 'string',
        rows: () => store.capture.changes(),
      });
      // The last moment: thrown here, the whole transaction is rolled back.
      if (held !== undefined && (held.stopped.aborted || !(await held.storing()))) throw stoppedByGuard();
      return done;
    } finally {
      turn.leave();
    }
  });
  if (changes.length > 0) book.results.changed(changes, origin.touchesTrades ?? true);
  book.written(changes, origin, head);
  return result;
}
