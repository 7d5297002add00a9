// The store of requests: what was submitted and what became of it, in one SQLite file that survives restarts and may
// be shared by several gateways. Changes made in one turn of the event loop are committed together, so that durability
// (a sync to disk before any answer is sent) costs one sync for many requests.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { TrialFacts } from '../request/trial.ts';
import { LEDGER_SCHEMA, openedText, openLedger, type Ledger } from './ledger.ts';

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
  /** Which run of which worker has it, as far as known. */
  readonly worker: string | null;
  /** 1 when only a swimmy-worker can run it, and its answer must say so. */
  readonly only_ours: number;
  /** How its pieces are, or were when it ended, as JSON. */
  readonly sweep: string | null;
  /** Runs ever made on its candles when it ended, itself included, and how it stands among them. */
  readonly trials: number | null;
  readonly deflated_sharpe: number | null;
}

export interface Change {
  readonly status: Status;
  readonly reason?: string;
  readonly answer?: string;
  readonly sent_at?: number;
  readonly worker?: string;
  /** As JSON. */
  readonly sweep?: string;
  /** What the ledger of trials is to say of it. */
  readonly trial?: TrialFacts;
}

export interface Store {
  /** Enters a new request; false when its id is known. */
  reserve(request: {
    readonly request_id: string;
    readonly name: string;
    readonly symbol: string | null;
    readonly only_ours: boolean;
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
  readonly ledger: Ledger;
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

const RETENTION_MS = 90 * 24 * 3600 * 1000;
const LIVE = "('queued', 'sent', 'running')";

export function openStore(file: string, now: () => number): Store {
  mkdirSync(dirname(file), { recursive: true });
  const db = openDatabase(file);
  const insert = db.prepare(
    `insert into requests (request_id, status, name, symbol, submitted_at, updated_at, owner, only_ours)
     values (?, 'queued', ?, ?, ?, ?, ?, ?)
     on conflict (request_id) do nothing`,
  );
  const select = db.prepare('select * from requests where request_id = ?');
  const remove = db.prepare("delete from requests where request_id = ? and status = 'queued'");
  const ledger = openLedger(db, now);
  const keepStanding = db.prepare('update requests set trials = ?, deflated_sharpe = ? where request_id = ?');
  forgetOrphans(db);
  db.prepare(`delete from requests where updated_at < ? and status not in ${LIVE}`).run(now() - RETENTION_MS);

  const updates = new Map<number, StatementSync>();
  const update = (states: number): StatementSync => {
    const known = updates.get(states);
    if (known) return known;
    const statement = db.prepare(
      `update requests set status = ?, updated_at = ?, reason = ?, answer = coalesce(?, answer),
       sent_at = coalesce(?, sent_at), worker = coalesce(?, worker), sweep = coalesce(?, sweep)
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
    reserve: ({ request_id, name, symbol, only_ours }) =>
      write(() => insert.run(request_id, name, symbol, now(), now(), process.pid, only_ours ? 1 : 0).changes === 1),
    change: (requestId, from, change) =>
      write(() => {
        const openedAt = change.trial?.opened
          ? ledger.openedAt(change.trial.dataset, change.trial.strategy)
          : undefined;
        // A second run on held-out bars is never shown.
        const to: Change = openedAt === undefined ? change : { status: 'failed', reason: openedText(openedAt) };
        const { status, reason = null, answer = null, sent_at = null, worker = null, sweep = null, trial } = to;
        const values = [status, now(), reason, answer, sent_at, worker, sweep, requestId, ...from];
        const moved = update(from.length).run(...values).changes === 1;
        if (moved && trial !== undefined) {
          const { trials, deflated_sharpe } = ledger.append(requestId, trial);
          keepStanding.run(trials, deflated_sharpe, requestId);
        }
        return moved;
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
    ledger,
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

const BUSY = 5; // SQLITE_BUSY, in the low byte of its finer codes too
const OPEN_MS = 10_000;
const PAUSE_MS = 20;

/**
 * Gateways of one home may start at the same moment. Changing the journal mode and creating tables can meet another's
 * lock where SQLite does not wait for it, so opening is tried until it works.
 */
function openDatabase(file: string): DatabaseSync {
  for (const deadline = performance.now() + OPEN_MS; ;) {
    const db = new DatabaseSync(file, { timeout: OPEN_MS });
    try {
      prepare(db);
      return db;
    } catch (error) {
      if (db.isTransaction) db.exec('rollback');
      db.close();
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' && (error.errcode & 0xff) === BUSY;

/** Each migrates the store by one version. */
const MIGRATIONS: readonly string[] = [
  `create table requests (
     request_id text primary key, status text not null, name text not null, symbol text,
     submitted_at integer not null, updated_at integer not null, sent_at integer,
     reason text, answer text, owner integer not null
   ) strict;
   create index requests_by_status on requests (status, submitted_at)`,
  `alter table requests add column worker text;
   alter table requests add column only_ours integer not null default 0`,
  // Apart from the answers: a list of requests must not read the runs of every sweep.
  `create table sweep_rows (request_id text primary key references requests on delete cascade, rows text not null) strict`,
  // Runs are read from tables in files since: a page of a million is one read.
  `drop table sweep_rows;
   alter table requests add column sweep text;
   alter table requests add column trials integer;
   alter table requests add column deflated_sharpe real;
   ${LEDGER_SCHEMA}`,
];

function prepare(db: DatabaseSync): void {
  db.exec('pragma journal_mode = wal');
  db.exec('pragma synchronous = full');
  const version = () => (db.prepare('pragma user_version').get() as { user_version: number }).user_version;
  if (version() > MIGRATIONS.length)
    throw new Error(
      `the request store has schema ${version()}; this gateway reads ${MIGRATIONS.length}. Use the newer gateway.`,
    );
  if (version() === MIGRATIONS.length) return;
  db.exec('begin immediate');
  // Checked again under the lock: another gateway may have been first.
  for (const migration of MIGRATIONS.slice(version())) db.exec(migration);
  db.exec(`pragma user_version = ${MIGRATIONS.length}`);
  db.exec('commit');
}

/** These were never confirmed to a client: the gateway that queued them died before it could. */
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
