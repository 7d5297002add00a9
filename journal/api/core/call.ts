// One request, seen from a handler: who is asking, the book, and how to change it.
import type { Role } from '@zorivest/contract';
import type { Transaction } from 'kysely';
import { recordAudit, type Change } from '../audit/record.ts';
import { insertMany, selectMany, type Database, type Db } from '../store/index.ts';
import type { App } from './app.ts';

export interface Actor {
  /** `key:<id>`, `person`, `service` (scheduled work) or `nobody` (a public route). */
  readonly name: string;
  readonly keyId: string | null;
  readonly role: Role | 'person' | 'public';
  /** The MCP tool the caller named, if any. */
  readonly tool: string | null;
  /** Whether the caller proved that it can read the home. */
  readonly isLocal: boolean;
}

export interface WriteScope {
  /** Inside `write` only this may be used: the book has one connection, and the transaction holds it. */
  readonly db: Transaction<Database>;
  /** Says what changed; stored with the change, in the same transaction. */
  readonly audit: (change: Change) => void;
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
}

export interface Call {
  readonly app: App;
  readonly actor: Actor;
  readonly requestId: string;
  /** Fires when the caller goes away or the session ends. */
  readonly signal: AbortSignal;
  readonly db: Db;
  /** One transaction: everything in it and its audit rows are stored, or nothing is. */
  write<T>(work: (scope: WriteScope) => Promise<T>): Promise<T>;
  /** Another success status than the endpoint's usual one. */
  setStatus(status: number): void;
}

export interface CallParts {
  readonly app: App;
  readonly actor: Actor;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** The endpoint's audit label, e.g. `trade.create`. */
  readonly label: string | undefined;
  readonly setStatus: (status: number) => void;
}

export function createCall(parts: CallParts): Call {
  const { app, actor, requestId, signal, setStatus } = parts;
  return {
    app,
    actor,
    requestId,
    signal,
    setStatus,
    get db() {
      return app.store.db;
    },
    write: (work) => writeAs(app, { actor, requestId, label: parts.label ?? 'service.write' }, work),
  };
}

export interface WriteOrigin {
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly label: string;
}

/** The way every change takes, also those of scheduled work that no request asked for. */
export async function writeAs<T>(app: App, origin: WriteOrigin, work: (scope: WriteScope) => Promise<T>): Promise<T> {
  const changes: Change[] = [];
  const result = await app.store.db.transaction().execute(async (tx) => {
    const done = await work({
      db: tx,
      audit: (change) => changes.push(change),
      insertMany: (table, columns, rows) => insertMany(app.store.connection, table, columns, rows),
      selectMany: (table, columns, key, values) => selectMany(app.store.connection, table, columns, key, values),
    });
    await recordAudit(tx, origin, changes, app.now());
    return done;
  });
  if (changes.length > 0) app.results.forget(changes);
  for (const { action, resource, id } of changes) {
    app.events.emit('write', {
      action: action ?? origin.label,
      resource_type: resource,
      resource_id: String(id),
      actor: origin.actor.name,
      tool: origin.actor.tool,
    });
  }
  app.backups.noteWrites(changes.length);
  return result;
}

/** Who acts when no request does. */
export const serviceActor: Actor = { name: 'service', keyId: null, role: 'admin', tool: null, isLocal: true };
