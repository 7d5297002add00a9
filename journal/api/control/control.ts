// What must always be writable, in a file of its own: a long write to the book, or the writer's turn, holds nothing of
// it up. Queries run at once, without giving anyone else a turn, so that each change is whole by itself. Nothing in it
// counts as a change of the book.
import { Kysely, type Compilable } from 'kysely';
import { auditRow, type Change } from '../audit/record.ts';
import type { WriteOrigin } from '../core/actor.ts';
import { Fault } from '../core/fault.ts';
import type { Home } from '../home/home.ts';
import { checkpoint, dialectOf, runNow, transactNow, type Connection } from '../store/dialect.ts';
import { migrate, NewerDatabase } from '../store/migrate.ts';
import { openingFault } from '../store/store.ts';
import type { KeyEntry } from '../vault/bootstrap.ts';
import type { RandomBytes } from '../vault/envelope.ts';
import { ensureControl, openControlConnection } from './create.ts';
import { controlMigrations } from './migrations/index.ts';
import type { ControlDatabase } from './tables.ts';

interface ControlParts {
  readonly home: Home;
  readonly now: () => Date;
  readonly random: RandomBytes;
  /** Told of every change once it is stored. */
  readonly written: (changes: readonly Change[], origin: WriteOrigin) => void;
}

interface Open {
  readonly connection: Connection;
  readonly db: Kysely<ControlDatabase>;
}

/** Reading alone: all that a process needs which is not the one that answers. */
export interface ControlRows {
  readonly db: Kysely<ControlDatabase>;
  all<R>(query: Compilable<R>): R[];
}

export class Control implements ControlRows {
  readonly #parts: ControlParts;
  #open: Open | undefined;

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  /** Before the book is opened: an older book hands over what it kept itself. */
  async open(dataKey: Uint8Array, keys: readonly KeyEntry[]): Promise<void> {
    if (this.#open) return;
    const { home, now, random } = this.#parts;
    try {
      await ensureControl(home, dataKey, keys, now, random);
      const connection = openControlConnection(home.control, dataKey);
      const db = new Kysely<ControlDatabase>({ dialect: dialectOf(connection) });
      try {
        await migrate(db as unknown as Kysely<unknown>, controlMigrations, now);
      } catch (error) {
        await db.destroy();
        throw error;
      }
      this.#open = { connection, db };
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw error instanceof NewerDatabase ? new Fault(503, error.message) : openingFault(error, 'control.db');
    }
  }

  async close(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    try {
      checkpoint(open.connection);
    } catch {
      // A full disk must not keep it open; the write-ahead log is read at the next opening.
    }
    await open.db.destroy();
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

  run(query: Compilable): void {
    this.all(query);
  }

  /** One transaction: what is done in it and its audit rows are stored, or nothing is. */
  write<T>(origin: WriteOrigin, work: (audit: (change: Change) => void) => T): T {
    const { connection, db } = this.#current();
    const changes: Change[] = [];
    const done = transactNow(connection, () => {
      const result = work((change) => changes.push(change));
      const at = this.#parts.now();
      for (const change of changes) this.run(db.insertInto('audit_log').values(auditRow(origin, change, at)));
      return result;
    });
    this.#parts.written(changes, origin);
    return done;
  }

  /** One transaction that nobody is told of. */
  transact<T>(work: () => T): T {
    return transactNow(this.connection, work);
  }

  #current(): Open {
    if (!this.#open) throw new Fault(403, 'the vault is locked; unlock it first', { code: 'locked' });
    return this.#open;
  }
}
