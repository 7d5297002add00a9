// The zip of an older version, brought forward by steps that it did not know.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import {
  type Concept,
  type Database,
  dialectOf,
  migrate,
  type Migration,
  migrations,
  openConnection,
  runStatements,
} from '@zorivest/store';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exportBook } from './book-export.ts';
import { bringForward } from './book-forward.ts';
import { openZip, readManifest } from './book-parts.ts';

const newest = Math.max(...migrations.map(({ version }) => version));
/** A column that is filled in for the rows that are there, one that may be nothing, and a table. */
const planted: Migration = {
  version: newest + 1,
  name: 'planted',
  up: (db) =>
    runStatements(db, [
      "alter table trades add column venue text not null default 'elsewhere'",
      'alter table trades add column mood text',
      "update trades set mood = 'calm' where action = 'BOT'",
      'create table moods (mood text not null primary key)',
    ]),
};
const steps = [...migrations, planted];
// One of its tables is of the planted step, which the types do not know.
const leaving = { accounts: { replaced: true }, trades: 'every column', moods: 'every column' } as Concept['leaving'];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forward-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const now = () => new Date('2026-11-18T08:00:00Z');

/** The zip of a book with two fills, as the version before the planted step wrote it. */
async function olderZip(quantity = '10'): Promise<Uint8Array> {
  const older = mkdtempSync(join(tmpdir(), 'older-'));
  const connection = openConnection(join(older, 'book.db'), Buffer.alloc(32, 1), { create: true });
  const db = new Kysely<Database>({ dialect: dialectOf(connection) });
  try {
    await migrate(connection, migrations, now);
    await sql`insert into accounts (account_id, name, account_type, institution, currency, is_tax_advantaged, is_spousal,
      is_archived, is_system, created_at) values ('main', 'Main', 'broker', '', 'USD', 0, 0, 0, 0,
      '2026-01-01T00:00:00.000Z')`.execute(db);
    for (const [id, action] of [
      ['E1', 'BOT'],
      ['E2', 'SLD'],
    ])
      await sql`insert into trades (exec_id, time, instrument, action, quantity, price, account_id, commission, realized_pnl,
        asset_class, multiplier, currency, fingerprint, created_at) values (${id}, '2026-01-05T15:00:00.000Z', 'F', ${action},
        ${quantity}, '12.5', 'main', '0', '0', 'EQUITY', '1', 'USD', ${id}, '2026-01-05T15:00:00.000Z')`.execute(db);
    return await exportBook(db, { leaving, version: '0.0.9', now: now() });
  } finally {
    await db.destroy();
    rmSync(older, { recursive: true });
  }
}

const forward = (bytes: Uint8Array) => {
  const zip = openZip(bytes);
  return bringForward(zip, readManifest(zip, newest + 1), { leaving, folder, steps, random: randomBytes, now });
};

it('has what the steps fill in, and every value it had', async () => {
  const bytes = await olderZip();
  const [before, after] = [openZip(bytes), openZip(await forward(bytes))];
  expect(before.has('moods.csv')).toBe(false);
  expect(readManifest(after, newest + 1)).toMatchObject({ zorivest_version: '0.0.9', schema_version: newest + 1 });
  expect(after.text('accounts.csv')).toBe(before.text('accounts.csv'));
  const [head, ...rows] = before.text('trades.csv').trimEnd().split('\r\n');
  expect(after.text('trades.csv').trimEnd().split('\r\n')).toEqual([
    `${head},venue,mood`,
    `${rows[0]},elsewhere,calm`,
    `${rows[1]},elsewhere,`,
  ]);
  expect(after.text('moods.csv')).toBe('mood\r\n');
  expect(readdirSync(folder)).toEqual([]);
});

it('is refused by its file and line where a row cannot be, and leaves nothing behind', async () => {
  await expect(forward(await olderZip('ten'))).rejects.toThrow(
    'trades.csv, line 2: quantity "ten" is no number; line 3: quantity "ten" is no number',
  );
  expect(readdirSync(folder)).toEqual([]);
});
