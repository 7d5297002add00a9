/**
 * Tasks in a SQLite file that only its owner can read. Its rows may hold anybody's data, so an expired row is deleted and
 * overwritten.
 */
import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { codes, KernelError } from '../tool/errors.ts';
import { applyAnswers, applyChange, isOver, type StoredOutcome, type TaskChange, type TaskRecord } from './record.ts';
import type { TaskStore } from './store.ts';

/** A runner that has been silent for this long counts as dead, even if its process id is in use. */
const LEASE_MS = 30_000;

const SCHEMA = `
  create table if not exists tasks (
    id text primary key,
    owner text not null,
    status text not null,
    created_at integer not null,
    expires_at integer not null,
    runner text,
    heard_at integer not null,
    version integer not null,
    record text not null,
    outcome text
  ) strict;
  create index if not exists tasks_of_owner on tasks (owner, created_at);
`;

const LIVE = "status in ('working', 'input_required')";

export interface FileTasksOptions {
  readonly now?: () => number;
}

/** `:memory:` stores them only as long as the process lives. */
export function fileTasks(file: string, { now = Date.now }: FileTasksOptions = {}): TaskStore {
  return new FileTasks(open(file), now);
}

function open(file: string): DatabaseSync {
  // Loaded only when tasks are stored: a server without them starts without it.
  const { DatabaseSync: Database } = process.getBuiltinModule('node:sqlite');
  try {
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      // Created here with its mode, before SQLite could create it readable for others.
      closeSync(openSync(file, 'a', 0o600));
      chmodSync(file, 0o600);
    }
    const db = new Database(file, { timeout: 5000 });
    // Synchronous full: a task that was acknowledged is on the disk.
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma secure_delete = on');
    db.exec(SCHEMA);
    return db;
  } catch (error) {
    const message = `The task file ${file} cannot be used. Move it away to start with a new one.`;
    throw new KernelError(codes.internal, message, undefined, error);
  }
}

type Row = Record<string, SQLOutputValue>;

class FileTasks implements TaskStore {
  readonly #db: DatabaseSync;
  readonly #now: () => number;

  constructor(db: DatabaseSync, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#forget();
  }

  create(task: TaskRecord, runner: string): void {
    const { outcome, version, ...record } = task;
    this.#forget();
    this.#db
      .prepare(
        `insert into tasks (id, owner, status, created_at, expires_at, runner, heard_at, version, record, outcome)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        task.id,
        task.owner,
        task.status,
        task.createdAt,
        task.createdAt + task.ttlMs,
        runner,
        this.#now(),
        version,
        JSON.stringify(record),
        outcome === undefined ? null : JSON.stringify(outcome),
      );
  }

  get(id: string, owner: string): TaskRecord | undefined {
    const row = this.#db
      .prepare('select * from tasks where id = ? and owner = ? and expires_at > ?')
      .get(id, owner, this.#now());
    return row && readRow(row);
  }

  list(owner: string, { after, limit }: { readonly after?: string; readonly limit: number }): readonly TaskRecord[] {
    const rows = this.#db
      .prepare(
        `select * from tasks where owner = :owner and expires_at > :now
         and (:after is null or (created_at, id) < (select created_at, id from tasks where id = :after))
         order by created_at desc, id desc limit :limit`,
      )
      .all({ owner, now: this.#now(), after: after ?? null, limit });
    return rows.map(readRow);
  }

  change(id: string, change: TaskChange): TaskRecord | undefined {
    return this.#update(id, (task) => applyChange(task, change, this.#now()));
  }

  answer(id: string, answers: Readonly<Record<string, unknown>>): TaskRecord | undefined {
    return this.#update(id, (task) => applyAnswers(task, answers, this.#now()));
  }

  renew(runner: string): readonly TaskRecord[] {
    this.#forget();
    const rows = this.#db
      .prepare(`update tasks set heard_at = ? where runner = ? and ${LIVE} returning *`)
      .all(this.#now(), runner);
    return rows.map(readRow);
  }

  claim(runner: string): readonly TaskRecord[] {
    this.#forget();
    return this.#within(() => {
      const rows = this.#db.prepare(`select id, runner, heard_at from tasks where ${LIVE}`).all();
      const free = rows.filter(
        ({ runner: other, heard_at: heard }) =>
          other !== runner && isRunnerGone(other as string | null, Number(heard), this.#now()),
      );
      const take = this.#db.prepare('update tasks set runner = ?, heard_at = ? where id = ? returning *');
      return free.flatMap(({ id }) => take.all(runner, this.#now(), id!)).map(readRow);
    });
  }

  release(runner: string): void {
    this.#db.prepare(`update tasks set runner = null where runner = ? and ${LIVE}`).run(runner);
  }

  close(): void {
    this.#db.close();
  }

  #update(id: string, next: (task: TaskRecord) => TaskRecord): TaskRecord | undefined {
    return this.#within(() => {
      const row = this.#db.prepare('select * from tasks where id = ? and expires_at > ?').get(id, this.#now());
      const before = row && readRow(row);
      if (!before || isOver(before)) return undefined;
      const task = next(before);
      const { outcome, version, ...record } = task;
      this.#db
        .prepare('update tasks set status = ?, version = ?, record = ?, outcome = ? where id = ?')
        .run(task.status, version, JSON.stringify(record), outcome === undefined ? null : JSON.stringify(outcome), id);
      return task;
    });
  }

  /** Another process may be changing the same row. */
  #within<T>(work: () => T): T {
    this.#db.exec('begin immediate');
    try {
      const result = work();
      this.#db.exec('commit');
      return result;
    } catch (error) {
      this.#db.exec('rollback');
      throw error;
    }
  }

  #forget(): void {
    this.#db.prepare('delete from tasks where expires_at <= ?').run(this.#now());
  }
}

function readRow({ record, outcome, version }: Row): TaskRecord {
  return {
    // We wrote it.
    ...(JSON.parse(String(record)) as Omit<TaskRecord, 'version' | 'outcome'>),
    version: Number(version),
    ...(outcome === null ? {} : { outcome: JSON.parse(String(outcome)) as StoredOutcome }),
  };
}

/** The name under which this process works on tasks: says where it runs, so that others here can see whether it does. */
export function runnerName(random: string): string {
  return `${hostname()}/${process.pid}/${random}`;
}

/** Whether a runner counts as dead: it has ended on this machine, or has been silent for long. */
export function isRunnerGone(runner: string | null, heardAt: number, now: number): boolean {
  return runner === null || heardAt < now - LEASE_MS || isGone(runner);
}

/** Whether a runner on this machine has ended; one on another machine is only recognised by its silence. */
function isGone(runner: string): boolean {
  const [host, pid] = runner.split('/');
  if (host !== hostname()) return false;
  if (Number(pid) === process.pid) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
