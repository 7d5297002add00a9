import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, sql, type Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  dialectOf,
  integrityFault,
  migrate,
  migrations,
  openConnection,
  runStatements,
  Store,
  UnknownSchema,
} from '@zorivest/store';

let folder: string;
const key = Buffer.alloc(32, 1);
const now = () => new Date('2026-01-01T00:00:00Z');
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zorivest-migrations-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function at(version: number) {
  const connection = openConnection(join(folder, 'book.db'), key, { create: true });
  const db = new Kysely<unknown>({ dialect: dialectOf(connection) });
  const known = migrations.filter((migration) => migration.version <= version);
  await migrate(connection, known, now);
  return { connection, db };
}

const tables = async (db: Kysely<unknown>) =>
  (await sql<{ sql: string }>`select sql from sqlite_master where sql is not null order by name`.execute(db)).rows;

describe('a database', () => {
  const versions = migrations.map(({ version }) => version);

  it('goes through its versions in order, each once', () => {
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
  });

  it.each(versions)('of version %i comes forward to the newest with its trades', async (version) => {
    const old = await at(version);
    await sql`insert into accounts (account_id, name, account_type, institution, currency, is_tax_advantaged, is_spousal,
      is_archived, is_system, created_at) values ('U1', 'Main', 'broker', '', 'USD', 0, 0, 0, 0, '2026-01-01')`.execute(
      old.db,
    );
    await sql`insert into trades (exec_id, time, instrument, action, quantity, price, account_id, commission, realized_pnl,
      asset_class, multiplier, currency, fingerprint, created_at) values ('E1', '2026-01-01', 'AAPL', 'BOT', '1', '2', 'U1',
      '0', '0', 'EQUITY', '1', 'USD', 'f', '2026-01-01')`.execute(old.db);
    await old.db.destroy();

    const store = new Store(join(folder, 'book.db'), now);
    await store.open(key);
    expect(await store.db.selectFrom('trades').select(['exec_id', 'price']).execute()).toEqual([
      { exec_id: 'E1', price: '2' },
    ]);
    expect(integrityFault(store.connection)).toBeNull();
    const upgraded = await tables(store.db as unknown as Kysely<unknown>);
    await store.close();

    rmSync(join(folder, 'book.db'));
    const fresh = await at(Math.max(...versions));
    expect(upgraded).toEqual(await tables(fresh.db));
    await fresh.db.destroy();
  });

  it('is left as it was when a step fails', async () => {
    const newest = Math.max(...versions);
    const { db, connection } = await at(newest);
    const before = await tables(db);
    const failing = {
      version: newest + 1,
      name: 'in the way',
      up: (tx: Transaction<unknown>) =>
        runStatements(tx, ['create table more (id integer)', 'create table trades (id)']),
    };
    await expect(migrate(connection, [...migrations, failing], now)).rejects.toThrow(/trades/);
    const { rows } = await sql<{ version: number }>`select max(version) as version from schema_migrations`.execute(db);
    expect(rows[0]?.version).toBe(newest);
    expect(await tables(db)).toEqual(before);
    await db.destroy();
  });

  it('of a newer program is not touched', async () => {
    const { db, connection } = await at(Math.max(...versions));
    await sql`insert into schema_migrations values (9999, 'later', '2030-01-01')`.execute(db);
    await expect(migrate(connection, migrations, now)).rejects.toBeInstanceOf(UnknownSchema);
    await db.destroy();
  });

  it('from before the first release is refused in words, and not touched', async () => {
    const path = join(folder, 'book.db');
    const old = openConnection(path, key, { create: true });
    old.exec(`create table schema_migrations (version integer primary key, name text not null, applied_at text not null);
      insert into schema_migrations values (1, 'accounts and trades', '2025-01-01'), (70, 'diary drafts', '2025-01-01');`);
    old.close();
    await expect(new Store(path, now).open(key)).rejects.toThrow(/before the first release.*zorivest init/);
    const db = new Kysely<unknown>({ dialect: dialectOf(openConnection(path, key)) });
    expect(await tables(db)).toHaveLength(1);
    await db.destroy();
  });

  it('keeps the audit log as it was written', async () => {
    const { db } = await at(Math.max(...versions));
    await sql`insert into audit_log (at, actor, action, resource_type, resource_id) values ('t', 'a', 'b', 'c', 'd')`.execute(
      db,
    );
    await expect(sql`update audit_log set actor = 'x'`.execute(db)).rejects.toThrow(/append-only/);
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(/append-only/);
    await db.destroy();
  });
});
