/**
 * The short form of `upgrade.long.test.ts`, in every run: the stored book of each version opens with the figures it had, and
 * then has the tables of a new one. A column that was added to the first migration, without a migration of its own, fails here.
 */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook, startService } from '@zorivest/api';
import { createClient, type JournalClient } from '@zorivest/contract';
import { demoBook } from '@zorivest/demo';
import type { Connection } from '@zorivest/store';
import { expect, it, onTestFinished } from 'vitest';
import { quickKdf } from '../../journal/api/test/quick-kdf.ts';
import { figuresOf } from '../release/fixture-figures.ts';

const fixtures = join(import.meta.dirname, '../../release/fixtures');
const versions = existsSync(fixtures) ? readdirSync(fixtures).filter((name) => /^\d/.test(name)) : [];

/** What is asked of an open book, and the tables of its two files. */
async function lookInto<T>(home: string, passphrase: string, ask: (client: JournalClient) => Promise<T>) {
  const service = await startService({ demo: demoBook, home, port: 0 });
  try {
    const answer = await ask(createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } }));
    const tables = (connection: Connection) =>
      connection.prepare('select sql from sqlite_master where sql is not null order by name').all();
    const { store, control } = service.app;
    return { answer, book: tables(store.connection), control: control.read(tables) };
  } finally {
    await service.stop();
  }
}

it('the stored book of each version has its figures and the tables of a new one', async (context) => {
  if (versions.length === 0) context.skip('there is none yet: npm run release:fixture');
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await initBook(join(folder, 'new'), 'a passphrase of a new book', quickKdf);
  const made = await lookInto(join(folder, 'new'), 'a passphrase of a new book', (client) => client.system.status());
  for (const version of versions) {
    const home = join(folder, version);
    cpSync(join(fixtures, version, 'home'), home, { recursive: true });
    const { passphrase, figures } = JSON.parse(readFileSync(join(fixtures, version, 'expected.json'), 'utf8')) as {
      readonly passphrase: string;
      readonly figures: Readonly<Record<string, unknown>>;
    };
    const { perf: _, swimmy: __, ...expected } = figures;
    const opened = await lookInto(home, passphrase, figuresOf);
    expect(opened.answer).toEqual(expected);
    expect({ book: opened.book, control: opened.control }).toEqual({ book: made.book, control: made.control });
  }
});
