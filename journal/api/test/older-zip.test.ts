// What an earlier version exported fills a new book of this one, whatever step it was at.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, dialectOf, leavingOf, migrate, migrations, openConnection } from '@zorivest/store';
import { exportBook } from '@zorivest/integrations/testing';
import { Kysely, sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { concepts } from '../concepts.ts';
import { openTestService, withAccount } from './test-service.ts';

const versions = migrations.map(({ version }) => version);
const now = () => new Date('2026-11-18T08:00:00Z');

async function zipOf(version: number): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'older-'));
  const connection = openConnection(join(folder, 'book.db'), Buffer.alloc(32, 1), { create: true });
  const db = new Kysely<Database>({ dialect: dialectOf(connection) });
  try {
    await migrate(
      connection,
      migrations.filter((step) => step.version <= version),
      now,
    );
    await sql`insert into accounts (account_id, name, account_type, institution, currency, is_tax_advantaged, is_spousal,
      is_archived, is_system, created_at) values ('U1', 'Of old', 'broker', '', 'EUR', 0, 0, 0, 0,
      '2026-01-01T00:00:00.000Z')`.execute(db);
    await sql`insert into trades (exec_id, time, instrument, action, quantity, price, account_id, commission, realized_pnl,
      asset_class, multiplier, currency, fingerprint, created_at) values ('E1', '2026-01-05T15:00:00.000Z', 'SAP', 'BOT', '10',
      '120.5', 'U1', '0', '0', 'EQUITY', '1', 'EUR', 'f', '2026-01-05T15:00:00.000Z')`.execute(db);
    return await exportBook(db, { leaving: leavingOf(concepts), version: '0.0.9', now: now() });
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true });
  }
}

it.each(versions)('of step %i', async (version) => {
  const service = await openTestService();
  onTestFinished(() => service.close());
  const { client, person, home } = service;
  await withAccount(client, 'main');
  const file = { bytes: await zipOf(version), name: 'book.zip' };
  const { tables } = await person.exports.importBook({ body: { file } });
  expect(tables).toMatchObject({ trades: 1 });
  expect((await client.trades.list({ query: {} })).items).toMatchObject([
    { exec_id: 'E1', instrument: 'SAP', quantity: 10, price: 120.5, account_id: 'U1' },
  ]);
  expect(readdirSync(join(home, 'uploads'))).toEqual([]);
});
