// Brings a database forward to the newest version, all steps in one transaction: it is either there or where it was.
import { Kysely, sql, type Transaction } from 'kysely';
import { dialectOf, hasTable, rowsOf, type Connection } from './dialect.ts';

const TABLE = 'schema_migrations';

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Uses its own table names only: a migration must mean the same thing years later. */
  readonly up: (db: Transaction<unknown>) => Promise<void>;
}

/** The database has taken steps that this program does not know. */
export class UnknownSchema extends Error {
  override readonly name = 'UnknownSchema';
}

/** As it is written down in the database. */
interface Step {
  readonly version: number;
  readonly name: string;
}

/** Throws when a database that has taken these steps is not one that these migrations make. */
function requireKnown(applied: readonly Step[], migrations: readonly Migration[]): void {
  const names = new Map(migrations.map(({ version, name }) => [version, name]));
  if (applied.some(({ version, name }) => (names.get(version) ?? name) !== name))
    throw new UnknownSchema(
      'this book was made by a Zorivest from before the first release, which no release can read; make a new one with `zorivest init` and import your statements into it',
    );
  const [newest, ahead] = [Math.max(0, ...names.keys()), Math.max(0, ...applied.map(({ version }) => version))];
  if (ahead > newest)
    throw new UnknownSchema(
      `this book was written by a newer Zorivest (schema ${ahead}, this one knows ${newest}); update Zorivest to open it`,
    );
}

/** The same of a database that is only looked at. */
export function requireKnownSchema(connection: Connection, migrations: readonly Migration[]): void {
  if (hasTable(connection, TABLE)) requireKnown(rowsOf(connection, TABLE) as unknown as Step[], migrations);
}

/** The steps a database has not taken; throws when it has taken others. */
async function pendingSteps(db: Kysely<unknown>, migrations: readonly Migration[]): Promise<Migration[]> {
  await sql`create table if not exists ${sql.table(TABLE)} (
    version integer primary key, name text not null, applied_at text not null)`.execute(db);
  const { rows } = await sql<Step>`select version, name from ${sql.table(TABLE)}`.execute(db);
  requireKnown(rows, migrations);
  const applied = new Set(rows.map(({ version }) => version));
  return migrations.filter(({ version }) => !applied.has(version)).toSorted((a, b) => a.version - b.version);
}

/** Builds queries that run on this connection, whatever its tables are. */
const queriesOn = (connection: Connection) => new Kysely<unknown>({ dialect: dialectOf(connection) });

export async function pendingVersions(connection: Connection, migrations: readonly Migration[]): Promise<number[]> {
  return (await pendingSteps(queriesOn(connection), migrations)).map(({ version }) => version);
}

export async function migrate(
  connection: Connection,
  migrations: readonly Migration[],
  now: () => Date,
): Promise<number[]> {
  const db = queriesOn(connection);
  const pending = await pendingSteps(db, migrations);
  if (pending.length === 0) return [];
  await db.transaction().execute(async (tx) => {
    for (const { version, name, up } of pending) {
      await up(tx);
      await sql`insert into ${sql.table(TABLE)} (version, name, applied_at)
        values (${version}, ${name}, ${now().toISOString()})`.execute(tx);
    }
  });
  return pending.map(({ version }) => version);
}

export async function runStatements(db: Transaction<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
