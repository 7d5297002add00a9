// Everything that is true of SQLite only: opening, encryption, column types, bulk insert, snapshots, error codes.
// A second engine gets a file next to this one, and its own migrations; nothing else in the service knows which engine it
// talks to.
import Sqlite from 'better-sqlite3';
import {
  DummyDriver,
  sql,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Kysely,
} from 'kysely';

export type Connection = Sqlite.Database;
type Statement = Sqlite.Statement;

/** The key as SQLCipher wants it, `x'…'`, in a buffer that can be wiped. */
function rawKey(dataKey: Uint8Array): Buffer {
  const digits = '0123456789abcdef';
  const text = Buffer.alloc(dataKey.length * 2 + 3);
  text.write("x'", 0);
  dataKey.forEach((byte, index) => {
    text[2 + index * 2] = digits.charCodeAt(byte >> 4);
    text[3 + index * 2] = digits.charCodeAt(byte & 15);
  });
  text.write("'", text.length - 1);
  return text;
}

const CACHE_KIB = 65_536;
/** Statements go day by day and touch few pages; the rest of the cache would only be memory the import holds on to. */
const IMPORT_CACHE_KIB = 16_384;

/** Less memory for pages while much is written. */
export async function withSmallCache<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  connection.pragma(`cache_size=-${IMPORT_CACHE_KIB}`);
  connection.pragma('shrink_memory');
  try {
    return await work();
  } finally {
    if (connection.open) connection.pragma(`cache_size=-${CACHE_KIB}`);
  }
}

/**
 * Opens an encrypted database, and makes one only when asked to: a missing book must not be replaced by an empty one.
 * A wrong key, a foreign file or an empty one throws `SQLITE_NOTADB` here, not later.
 */
export function openConnection(
  path: string,
  dataKey: Uint8Array,
  options: { readonly?: boolean; create?: boolean; busyMs?: number; cacheKib?: number } = {},
): Connection {
  const fileMustExist = options.create !== true;
  const timeout = options.busyMs ?? 5000;
  const connection = new Sqlite(path, { timeout, readonly: options.readonly === true, fileMustExist });
  const key = rawKey(dataKey);
  try {
    // The driver's default cipher is chacha20; these two lines choose the SQLCipher 4 format.
    connection.pragma("cipher='sqlcipher'");
    connection.pragma('legacy=4');
    // The type declarations are those of the plain driver, which has no `key`.
    (connection as unknown as { key(key: Buffer): void }).key(key);
    const tables = connection.prepare('select count(*) from sqlite_master').pluck().get();
    // SQLite takes a file that was cut to nothing for a new database.
    if (fileMustExist && tables === 0) throw new Sqlite.SqliteError('the file is empty', 'SQLITE_NOTADB');
    // Otherwise large sorts would spill plaintext into the system's temporary folder.
    connection.pragma('temp_store=MEMORY');
    if (options.readonly !== true) {
      connection.pragma('journal_mode=WAL');
      connection.pragma('synchronous=FULL');
    }
    connection.pragma('foreign_keys=ON');
    connection.pragma(`cache_size=-${options.cacheKib ?? CACHE_KIB}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  } finally {
    key.fill(0);
  }
}

/** SQLite ends a transaction itself when the disk is full; rolling it back again would hide why it failed. */
class Driver extends SqliteDriver {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    super({ database: connection });
    this.#connection = connection;
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection.inTransaction) await super.rollbackTransaction(connection);
  }
}

export function dialectOf(connection: Connection): Dialect {
  return {
    createDriver: () => new Driver(connection),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Closes the connection. Its builder of queries does so too, but only once it has run one itself. */
export async function closeDatabase(db: { destroy(): Promise<void> }, connection: Connection): Promise<void> {
  await db.destroy();
  connection.close();
}

/** Runs a compiled query synchronously: no other work runs before its rows are there. */
export function runNow<R>(connection: Connection, { sql, parameters }: CompiledQuery<R>): R[] {
  const statement = prepareOnce(connection, sql);
  // The columns are those the query was compiled from.
  if (statement.reader) return statement.all(...parameters) as R[];
  statement.run(...parameters);
  return [];
}

/** Preparing costs more than most of these take. */
function prepareOnce(connection: Connection, sql: string): Statement {
  let known = prepared.get(connection);
  if (known === undefined) prepared.set(connection, (known = new Map()));
  let statement = known.get(sql);
  if (statement === undefined) {
    // Those with lists of values are many; the few that are always asked are soon known again.
    if (known.size >= MOST_PREPARED) known.clear();
    known.set(sql, (statement = connection.prepare(sql)));
  }
  return statement;
}

const MOST_PREPARED = 100;
const prepared = new WeakMap<Connection, Map<string, Statement>>();

/** One transaction, from its first statement to its commit without giving anyone else a turn. */
export function transactNow<T>(connection: Connection, work: () => T): T {
  return connection.transaction(work).immediate();
}

export function hasTable(connection: Connection, name: string): boolean {
  return connection.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined;
}

/** Every row of a table as it is stored. */
export function rowsOf(connection: Connection, table: string): Record<string, unknown>[] {
  return connection.prepare(`select * from "${table}"`).all() as Record<string, unknown>[];
}

/** Builds queries that somebody else runs. */
export const buildingOnly: Dialect = {
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
};

/** Encrypts the database under another key, in place; the file must not be the book itself but a copy of it. */
export function changeKey(connection: Connection, dataKey: Uint8Array): void {
  // Pages cannot be rewritten under another key while a log may hold pages under the old one.
  connection.pragma('journal_mode=DELETE');
  const key = rawKey(dataKey);
  try {
    // The type declarations are those of the plain driver, which has no `rekey`.
    (connection as unknown as { rekey(key: Buffer): void }).rekey(key);
  } finally {
    key.fill(0);
  }
  connection.pragma('journal_mode=WAL');
}

/** A consistent copy in one file, encrypted under the same key. */
export function snapshotInto(connection: Connection, path: string): void {
  connection.prepare('vacuum into ?').run(path);
}

/** Puts a copy of a table in front of it, for this connection only: what is written to it is seen here and nowhere else. */
export function shadowTable(connection: Connection, table: string): void {
  const parts = connection
    .prepare('select type, sql from main.sqlite_master where tbl_name = ? and sql is not null order by type desc')
    .all(table) as { type: string; sql: string }[];
  connection.pragma('foreign_keys=OFF');
  for (const { sql } of parts) {
    const temporary = sql
      .replace(/^create table /i, 'create temp table ')
      .replace(/^create unique index /i, 'create unique index temp.');
    // Only what decides which row is the same row is needed; the other indexes and triggers stay behind.
    if (temporary !== sql) connection.exec(temporary);
  }
  connection.exec(`insert into temp."${table}" select * from main."${table}"`);
}

/** Null when every page and index is sound, otherwise the first complaint. */
export function integrityFault(connection: Connection): string | null {
  try {
    const rows = connection.pragma('integrity_check(1)') as { integrity_check: string }[];
    const verdict = rows[0]?.integrity_check ?? 'no answer';
    if (verdict !== 'ok') return verdict;
    const orphans = connection.pragma('foreign_key_check') as { table: string }[];
    return orphans[0] ? `a row of ${orphans[0].table} refers to a row that does not exist` : null;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Moves what the write-ahead log holds into the database file, so that the file alone is the whole book. */
export function checkpoint(connection: Connection): void {
  connection.pragma('wal_checkpoint(TRUNCATE)');
}

/** Rows of this table can be added but never changed or removed. */
export async function makeAppendOnly<T>(db: Kysely<T>, table: string): Promise<void> {
  for (const verb of ['update', 'delete'] as const) {
    await sql`create trigger ${sql.id(`${table}_no_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)}
      begin select raise(abort, ${sql.lit(`${table} is append-only`)}); end`.execute(db);
  }
}

/** Numeric order of a decimal column stored as text. */
export function numericOrder(column: string) {
  return sql`cast(${sql.ref(column)} as real)`;
}

/** The place of a row in its table; rows inserted one after another have places one after another. */
export function rowNumber(table: string) {
  return sql<number>`${sql.ref(`${table}.rowid`)}`;
}

type Value = string | number | bigint | Uint8Array | null;

/** Inserts many rows through one prepared statement; the caller is inside a transaction of the same connection. */
export function insertMany<R extends object>(
  connection: Connection,
  table: string,
  columns: readonly (keyof R & string)[],
  rows: Iterable<R>,
): number {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const statement = connection.prepare(
    `insert into "${table}" (${names}) values (${columns.map(() => '?').join(', ')})`,
  );
  let count = 0;
  for (const row of rows) {
    // A row that was saved before a column was added has no value for it.
    statement.run(...columns.map((name) => (row[name] ?? null) as Value));
    count += 1;
  }
  return count;
}

/** The rows of a table that have one of many keys, through one prepared statement; `key` names the columns of a key. */
export function selectMany<R extends object>(
  connection: Connection,
  table: string,
  columns: readonly (keyof R & string)[],
  key: readonly (keyof R & string)[],
  values: Iterable<readonly string[]>,
): R[] {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const equal = key.map((name) => `"${name}" = ?`).join(' and ');
  const statement = connection.prepare(`select ${names} from "${table}" where ${equal} order by rowid`);
  const rows: R[] = [];
  for (const value of values) rows.push(...(statement.all(...value) as R[])); // the columns are those of the type
  return rows;
}

/**
 * For each range the rows of its key whose `column` lies within it, in that order, through one prepared statement; read
 * when they are asked for. The column `rowid` is the place of a row in its table, and `upTo` the last that counts.
 */
export function* selectRanges<R extends object>(
  connection: Connection,
  table: string,
  columns: readonly (keyof R & string)[],
  by: { readonly key: keyof R & string; readonly column: keyof R & string; readonly upTo: number },
  ranges: Iterable<ColumnRange>,
): Generator<R[]> {
  const names = columns.map((name) => `"${name}"`).join(', ');
  const statement = connection.prepare(
    `select ${names} from "${table}" where "${by.key}" = ? and "${by.column}" >= ? and "${by.column}" <= ? and rowid <= ? order by "${by.column}"`,
  );
  for (const { key, from, to } of ranges) yield statement.all(key, from, to, by.upTo) as R[]; // the columns are those of the type
}

/** Both ends belong to it. */
export interface ColumnRange {
  readonly key: string;
  readonly from: string;
  readonly to: string;
}

export type StoreFault = 'duplicate' | 'missing_reference' | 'full' | 'read_only' | 'busy' | 'damaged' | 'unreadable';

const faults: readonly (readonly [RegExp, StoreFault])[] = [
  [/^SQLITE_CONSTRAINT_(PRIMARYKEY|UNIQUE)/, 'duplicate'],
  [/^SQLITE_CONSTRAINT_FOREIGNKEY/, 'missing_reference'],
  [/^SQLITE_FULL/, 'full'],
  [/^SQLITE_READONLY/, 'read_only'],
  [/^SQLITE_(BUSY|LOCKED)/, 'busy'],
  [/^SQLITE_CORRUPT/, 'damaged'],
  [/^SQLITE_NOTADB/, 'unreadable'],
  [/^SQLITE_IOERR|^SQLITE_CANTOPEN/, 'unreadable'],
];

/** What an error of the driver means, in the service's own words; null when it is not the driver's. */
export function storeFault(error: unknown): StoreFault | null {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== 'string') return null;
  return faults.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}

/**
 * Holds a file of its own exclusively until released. The operating system lets go of it when the process dies, however
 * it dies, so there is never a stale lock to clean up. Null when another process holds it.
 */
export function holdExclusively(path: string): { release(): void } | null {
  const connection = new Sqlite(path, { timeout: 0 });
  try {
    connection.exec('begin exclusive');
  } catch (error) {
    connection.close();
    if (storeFault(error) === 'busy') return null;
    throw error;
  }
  return {
    release() {
      connection.exec('rollback');
      connection.close();
    },
  };
}
