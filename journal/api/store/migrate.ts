// Brings a database forward to the newest version, all steps in one transaction: it is either there or where it was.
import { sql, type Kysely, type Transaction } from 'kysely';

export interface Migration {
  readonly version: number;
  readonly name: string;
  /** Uses its own table names only: a migration must mean the same thing years later. */
  readonly up: (db: Transaction<unknown>) => Promise<void>;
}

export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

async function appliedVersions(db: Kysely<unknown>): Promise<Set<number>> {
  await sql`create table if not exists schema_migrations (
    version integer primary key, name text not null, applied_at text not null)`.execute(db);
  const { rows } = await sql<{ version: number }>`select version from schema_migrations`.execute(db);
  return new Set(rows.map(({ version }) => version));
}

/** The steps a database has not taken; throws when it is ahead of this program. */
async function pendingSteps(db: Kysely<unknown>, migrations: readonly Migration[]): Promise<Migration[]> {
  const newest = Math.max(...migrations.map(({ version }) => version));
  const applied = await appliedVersions(db);
  const ahead = Math.max(0, ...applied);
  if (ahead > newest) {
    throw new NewerDatabase(
      `this book was written by a newer Zorivest (schema ${ahead}, this one knows ${newest}); update Zorivest to open it`,
    );
  }
  return migrations.filter(({ version }) => !applied.has(version)).toSorted((a, b) => a.version - b.version);
}

export async function pendingVersions(db: Kysely<unknown>, migrations: readonly Migration[]): Promise<number[]> {
  return (await pendingSteps(db, migrations)).map(({ version }) => version);
}

export async function migrate(
  db: Kysely<unknown>,
  migrations: readonly Migration[],
  now: () => Date,
): Promise<number[]> {
  const pending = await pendingSteps(db, migrations);
  if (pending.length === 0) return [];
  await db.transaction().execute(async (tx) => {
    for (const { version, name, up } of pending) {
      await up(tx);
      await sql`insert into schema_migrations (version, name, applied_at)
        values (${version}, ${name}, ${now().toISOString()})`.execute(tx);
    }
  });
  return pending.map(({ version }) => version);
}
