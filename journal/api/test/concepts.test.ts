import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Store, tablesOf } from '@zorivest/store';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { concepts } from '../concepts.ts';

it('a new book has the tables of the concepts and of pipelines, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zorivest-concepts-'));
  const store = new Store(join(folder, 'book.db'), () => new Date('2026-01-01T00:00:00Z'));
  try {
    await store.open(Buffer.alloc(32, 1), { create: true });
    const made = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
      and name not like 'sqlite_%' and name <> 'schema_migrations' order by name`.execute(store.db);
    const declared = new Set<string>(tablesOf(concepts));
    expect(made.rows.map(({ name }) => name)).toEqual([...declared].toSorted());
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
