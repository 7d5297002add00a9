// The open book: one connection, one typed query builder, replaced as a whole when the vault is locked or restored.
import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { Fault } from '../base/fault.ts';
import { Chain, chainKey } from './chain.ts';
import { checkpoint, closeDatabase, dialectOf, openConnection, storeFault, type Connection } from './dialect.ts';
import { waitForDisk } from './log.ts';
import { migrate, UnknownSchema, pendingVersions } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { RowCapture } from './row-changes.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;

interface Open {
  readonly connection: Connection;
  readonly db: Db;
  /** None where nothing can be changed. */
  readonly capture: RowCapture | null;
  /** What the rows of the audit are signed with; null in a book that no writer has opened yet. */
  readonly chainKey: string | null;
}

/** Of the store itself: which steps it has taken, and the record, which nothing changes. */
const OWN_TABLES = ['schema_migrations', 'audit_log', 'record_keys', 'bin', 'bin_rows'] as const;

interface StoreOptions {
  readonly readonly: boolean;
  readonly cacheKib?: number;
  /** Tables whose changes are not captured. */
  readonly unwatched?: readonly string[];
}

const damaged =
  'the database is damaged or not this book; look at it with `zorivest doctor`, or restore a backup with `zorivest restore`';

export class Store {
  readonly #path: string;
  readonly #now: () => Date;
  readonly #beforeMigration: (dataKey: Uint8Array) => Promise<void>;
  readonly #readonly: boolean;
  readonly #cacheKib: number | undefined;
  readonly #unwatched: readonly string[];
  #open: Open | undefined;

  /** `beforeMigration` is called with the book as it was, before the first step that changes it. */
  constructor(
    path: string,
    now: () => Date,
    beforeMigration: (dataKey: Uint8Array) => Promise<void> = () => Promise.resolve(),
    options: StoreOptions = { readonly: false },
  ) {
    this.#path = path;
    this.#now = now;
    this.#beforeMigration = beforeMigration;
    this.#readonly = options.readonly;
    this.#cacheKib = options.cacheKib;
    this.#unwatched = [...OWN_TABLES, ...(options.unwatched ?? [])];
  }

  /** `create` is for a new book alone: a missing one must be noticed, not replaced. */
  async open(dataKey: Uint8Array, options: { create?: boolean } = {}): Promise<void> {
    if (this.#open) return;
    const connection = openBookConnection(this.#path, dataKey, {
      ...options,
      readonly: this.#readonly,
      ...(this.#cacheKib !== undefined && { cacheKib: this.#cacheKib }),
    });
    const isNew = options.create === true;
    // What is not whole is thrown away: it is enough that who makes it sees to the disk at the end.
    if (isNew) waitForDisk(connection, 'never');
    const db = new Kysely<Database>({ dialect: dialectOf(connection) });
    let capture: RowCapture | null;
    let key: string | null;
    try {
      if (!this.#readonly && !isNew && (await pendingVersions(connection, migrations)).length > 0) {
        await this.#beforeMigration(dataKey);
      }
      if (!this.#readonly) await migrate(connection, migrations, this.#now);
      key = chainKey(connection, dataKey, { make: !this.#readonly });
      capture = this.#readonly ? null : new RowCapture(connection, this.#unwatched);
    } catch (error) {
      await closeDatabase(db, connection);
      if (error instanceof Fault) throw error;
      throw error instanceof UnknownSchema ? new Fault(503, error.message) : openingFault(error);
    }
    this.#open = { connection, db, capture, chainKey: key };
  }

  async close(): Promise<void> {
    const open = this.#open;
    if (!open) return;
    this.#open = undefined;
    try {
      if (!this.#readonly) checkpoint(open.connection);
    } catch {
      // A full disk must not keep the book open; the write-ahead log is read at the next opening.
    }
    await closeDatabase(open.db, open.connection);
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  get db(): Db {
    return this.#current().db;
  }

  /** For bulk inserts, which go through the dialect. */
  get connection(): Connection {
    return this.#current().connection;
  }

  /** The changes of the open transaction. */
  get capture(): RowCapture {
    const { capture } = this.#current();
    if (capture === null) throw new Error('this book is open read-only');
    return capture;
  }

  /** The rows of the audit, each signed with the one before it. */
  get audit(): Chain {
    return new Chain(this.connection, this.chainKey, 'audit_log');
  }

  get chainKey(): string {
    const { chainKey: key } = this.#current();
    if (key === null) throw new Fault(503, 'the key of the record cannot be read; restore a backup');
    return key;
  }

  #current(): Open {
    if (!this.#open) throw new Fault(403, 'the vault is locked; unlock it first', { code: 'locked' });
    return this.#open;
  }
}

/** A connection to the book, or what is wrong with it in words. */
export function openBookConnection(
  path: string,
  dataKey: Uint8Array,
  options: { create?: boolean; readonly?: boolean; cacheKib?: number } = {},
): Connection {
  try {
    return openConnection(path, dataKey, options);
  } catch (error) {
    throw existsSync(path) ? openingFault(error) : missingBook(path);
  }
}

export function missingBook(path: string): Fault {
  return new Fault(503, `${path} is missing; bring a backup back with \`zorivest restore <file>\``, {
    code: 'database_missing',
  });
}

export function openingFault(error: unknown, which = 'the database'): Fault {
  const fault = storeFault(error);
  if (fault === 'busy') return new Fault(503, `${which} is held by another program; close it and try again`);
  if (fault === 'full') return new Fault(507, 'the disk is full; free some space and try again');
  if (fault === 'read_only') return new Fault(503, `${which} cannot be written: the folder is read-only`);
  if (fault === null) return new Fault(503, `${which} cannot be opened: ${(error as Error).message}`);
  return new Fault(503, damaged, { code: 'database_damaged', cause: error });
}
