// The journal of requests: what was submitted and what became of it, in one SQLite file that survives restarts and may
// be shared by several gateways. Changes made in one turn of the event loop are committed together, so that durability
// (a sync to disk before anyone is told) costs one sync for many requests.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

export const STATUSES = ['queued', 'sent', 'running', 'done', 'failed', 'lost', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

export interface StoredRequest {
  readonly request_id: string;
  readonly status: Status;
  readonly name: string;
  readonly symbol: string | null;
  /** Milliseconds of Unix time, like every time here. */
  readonly submitted_at: number;
  readonly updated_at: number;
  readonly sent_at: number | null;
  readonly reason: string | null;
  /** The answer as JSON, once there is one. */
  readonly answer: string | null;
  /** The process that is delivering it. */
  readonly owner: number;
}

export interface Change {
  readonly status: Status;
  readonly reason?: string;
  readonly answer?: string;
  readonly sent_at?: number;
}

export interface Store {
  /** Enters a new request; false when its id is known. */
  reserve(request: {
    readonly request_id: string;
    readonly name: string;
    readonly symbol: string | null;
  }): Promise<boolean>;
  /** Moves a request on, if it is in one of `from`; false when it was not. */
  change(requestId: string, from: readonly Status[], change: Change): Promise<boolean>;
  /** Forgets a request that was never accepted. */
  forget(requestId: string): Promise<void>;
  get(requestId: string): StoredRequest | undefined;
  list(filter: {
    readonly status?: Status | undefined;
    readonly limit: number;
    readonly offset: number;
  }): StoredRequest[];
  counts(): Partial<Record<Status, number>>;
  /** Sent and not finished. */
  pending(): StoredRequest[];
  close(): void;
}

interface Operation {
  readonly run: () => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const KEPT_MS = 90 * 24 * 3600 * 1000;
const LIVE = "('queued', 'sent', 'running')";

export function openStore(file: string, now: () => number): Store {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: 10_000 });
  prepare(db);
  const insert = db.prepare(
    `insert into requests (request_id, status, name, symbol, submitted_at, updated_at, owner) values (?, 'queued', ?, ?, ?, ?, ?)
     on conflict (request_id) do nothing`,
  );
  const select = db.prepare('select * from requests where request_id = ?');
  const remove = db.prepare("delete from requests where request_id = ? and status = 'queued'");
  forgetOrphans(db);
  db.prepare(`delete from requests where updated_at < ? and status not in ${LIVE}`).run(now() - KEPT_MS);

  const updates = new Map<number, StatementSync>();
  const update = (states: number): StatementSync => {
    const known = updates.get(states);
    if (known) return known;
    const statement = db.prepare(
      `update requests set status = ?, updated_at = ?, reason = ?, answer = coalesce(?, answer), sent_at = coalesce(?, sent_at)
       where request_id = ? and status in (${Array.from({ length: states }, () => '?').join(', ')})`,
    );
    updates.set(states, statement);
    return statement;
  };

  const operations: Operation[] = [];
  const commit = (): void => {
    const batch = operations.splice(0);
    if (batch.length === 0) return;
    try {
      db.exec('begin immediate');
      const results = batch.map(({ run }) => run());
      db.exec('commit');
      for (const [i, { resolve }] of batch.entries()) resolve(results[i]);
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      for (const { reject } of batch) reject(error);
    }
  };
  const write = <T>(run: () => T): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      // `run` gives the T that `resolve` takes; the list holds operations of every type.
      if (operations.push({ run, resolve: resolve as (value: unknown) => void, reject }) === 1) setImmediate(commit);
    });
  const rows = (sql: string, ...values: SQLInputValue[]) =>
    db.prepare(sql).all(...values) as unknown as StoredRequest[]; // columns are the interface's

  return {
    reserve: ({ request_id, name, symbol }) =>
      write(() => insert.run(request_id, name, symbol, now(), now(), process.pid).changes === 1),
    change: (requestId, from, { status, reason, answer, sent_at }) =>
      write(() => {
        const values = [status, now(), reason ?? null, answer ?? null, sent_at ?? null, requestId, ...from];
        return update(from.length).run(...values).changes === 1;
      }),
    forget: (requestId) => write(() => void remove.run(requestId)),
    get: (requestId) => select.get(requestId) as StoredRequest | undefined,
    list: ({ status, limit, offset }) =>
      status === undefined
        ? rows('select * from requests order by submitted_at desc, rowid desc limit ? offset ?', limit, offset)
        : rows(
            'select * from requests where status = ? order by submitted_at desc, rowid desc limit ? offset ?',
            status,
            limit,
            offset,
          ),
    counts: () =>
      Object.fromEntries(
        (
          db.prepare('select status, count(*) as count from requests group by status').all() as {
            status: Status;
            count: number;
          }[]
        ).map(({ status, count }) => [status, count]),
      ),
    pending: () => rows("select * from requests where status in ('sent', 'running') order by submitted_at"),
    close: () => {
      commit();
      db.close();
    },
  };
}

function prepare(db: DatabaseSync): void {
  db.exec('pragma journal_mode = wal');
  db.exec('pragma synchronous = full');
  const { user_version } = db.prepare('pragma user_version').get() as { user_version: number };
  if (user_version > 1)
    throw new Error(`the request journal has schema ${user_version}; this gateway reads 1. Use the newer gateway.`);
  if (user_version === 1) return;
  db.exec(`begin immediate;
    create table if not exists requests (
      request_id text primary key, status text not null, name text not null, symbol text,
      submitted_at integer not null, updated_at integer not null, sent_at integer,
      reason text, answer text, owner integer not null
    ) strict;
    create index if not exists requests_by_status on requests (status, submitted_at);
    pragma user_version = 1;
    commit`);
}

/** Nobody was told that these were accepted: the gateway that queued them died before it could. */
function forgetOrphans(db: DatabaseSync): void {
  const queued = db.prepare("select request_id, owner from requests where status = 'queued'").all() as {
    request_id: string;
    owner: number;
  }[];
  for (const { request_id, owner } of queued) {
    if (owner !== process.pid && isAlive(owner)) continue;
    db.prepare("delete from requests where request_id = ? and owner = ? and status = 'queued'").run(request_id, owner);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
