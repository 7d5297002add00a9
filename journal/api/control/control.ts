// What must always be writable, in a file of its own: a long write to the book, or the writer's turn, does not
// block it. Queries run synchronously, without giving anyone else a turn, so that each change is atomic. Nothing in it
// counts as a change of the book.
import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, type Compilable } from 'kysely';
import {
  auditRow,
  Chain,
  chainKey,
  type Change,
  type Connection,
  closeDatabase,
  dialectOf,
  Fault,
  type Home,
  migrate,
  openingFault,
  type RandomBytes,
  runNow,
  transactNow,
  UnknownSchema,
  type WriteOrigin,
} from '@zorivest/store';
import { ensureControl, openControlConnection } from './create.ts';
import { ControlLog } from './log.ts';
import { controlMigrations } from './migrations/index.ts';
import type { ControlDatabase } from './tables.ts';

interface ControlParts {
  readonly home: Home;
  readonly now: () => Date;
  readonly random: RandomBytes;
  /** Called with every change once it is stored. */
  readonly written: (changes: readonly Change[], origin: WriteOrigin) => void;
  /** Called when the disk does not take a write. */
  readonly report: (message: string, error: unknown) => void;
  /** Others are answered while it is closed, so that closing must not wait for the disk here. */
  readonly isShared: boolean;
}

interface Open {
  readonly connection: Connection;
  readonly db: Kysely<ControlDatabase>;
  readonly log: ControlLog;
  readonly chainKey: string;
}

/** The part of the second of a lock in which the log may be moved; then the move continues in the background. */
const MOVED_WITHIN = 200;

/** Reading alone: all that a process needs which is not the one that answers. */
export interface ControlRows {
  readonly db: Kysely<ControlDatabase>;
  all<R>(query: Compilable<R>): R[];
  /** With the key of its chains. */
  read<T>(work: (connection: Connection, key: string) => T): T;
}

export class Control implements ControlRows {
  readonly #parts: ControlParts;
  #open: Open | undefined;
  /** What was closed last, and may still be written to the disk. */
  #leaving: Promise<unknown> = Promise.resolve();

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  /** Before the book is opened. */
  async open(dataKey: Uint8Array): Promise<void> {
    if (this.#open) return;
    const { home, now, random, report } = this.#parts;
    await this.#leaving;
    try {
      await ensureControl(home, dataKey, now, random);
      const connection = openControlConnection(home.control, dataKey);
      const db = new Kysely<ControlDatabase>({ dialect: dialectOf(connection) });
      try {
        await migrate(connection, controlMigrations, now);
      } catch (error) {
        await closeDatabase(db, connection);
        throw error;
      }
      // A file whose migrations have run has the table of the key, and a key is made where there is none.
      const key = chainKey(connection, dataKey, { make: true, random }) ?? '';
      const log = new ControlLog({ connection, path: home.control, dataKey, report });
      this.#open = { connection, db, log, chainKey: key };
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw error instanceof UnknownSchema ? new Fault(503, error.message) : openingFault(error, 'control.db');
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    const { log, db, connection } = open;
    const closeConnection = () => closeDatabase(db, connection);
    if (!this.#parts.isShared) return log.close(closeConnection);
    const { over } = await log.leave(closeConnection);
    this.#leaving = over;
    await Promise.race([over, delay(MOVED_WITHIN, undefined, { ref: false })]);
  }

  /** For building queries; `all`, `first` and `run` run them. */
  get db(): Kysely<ControlDatabase> {
    return this.#current().db;
  }

  get connection(): Connection {
    return this.#current().connection;
  }

  all<R>(query: Compilable<R>): R[] {
    return runNow(this.connection, query.compile());
  }

  first<R>(query: Compilable<R>): R | undefined {
    return this.all(query)[0];
  }

  /** Outside of `write` and `transact` it is a transaction of its own. */
  run(query: Compilable): void {
    const { connection, log } = this.#current();
    runNow(connection, query.compile());
    if (!connection.inTransaction) log.written();
  }

  /** One transaction: what is done in it and its audit rows are stored, or nothing is. */
  write<T>(origin: WriteOrigin, work: (audit: (change: Change) => void) => T): T {
    const changes: Change[] = [];
    const done = this.transact(() => {
      const result = work((change) => changes.push(change));
      const at = this.#parts.now();
      const audit = this.chain('audit_log');
      for (const change of changes) audit.append(auditRow(origin, change, at));
      return result;
    });
    this.#parts.written(changes, origin);
    return done;
  }

  /** A table whose rows are signed; appended to in a transaction. */
  chain(table: 'audit_log' | 'activity'): Chain {
    const { connection, chainKey: key } = this.#current();
    return new Chain(connection, key, table);
  }

  /** For reading long tables row by row. */
  read<T>(work: (connection: Connection, key: string) => T): T {
    const { connection, chainKey: key } = this.#current();
    return work(connection, key);
  }

  /** One transaction that is not announced. */
  transact<T>(work: () => T): T {
    const { connection, log } = this.#current();
    const done = transactNow(connection, work);
    // One inside another ends with the outer.
    if (!connection.inTransaction) log.written();
    return done;
  }

  #current(): Open {
    if (!this.#open) throw new Fault(403, 'the vault is locked; unlock it first', { code: 'locked' });
    return this.#open;
  }
}
