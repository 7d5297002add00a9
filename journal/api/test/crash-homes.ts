// The books that are killed: how each begins, and what one looks like afterwards.
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createClient } from '@zorivest/contract';
import { sql } from 'kysely';
import { initBook } from '../init.ts';
import { demoBook } from '@zorivest/demo';
import { startService } from '../service.ts';
import { integrityFault, migrate, migrations, openConnection } from '@zorivest/store';
import { readBootstrap } from '../vault/bootstrap.ts';
import { dataKeyByPassphrase } from '../vault/data-key.ts';
import { fill, passphrase, withAccount } from './test-service.ts';
import { quickKdf } from './quick-kdf.ts';

export const operationNames = ['init', 'restore', 'rekey', 'backup', 'migration', 'import', 'undo'] as const;
export type Operation = (typeof operationNames)[number];

/** The path of the backup that is restored, next to the book. */
export const BACKUP = join(process.env['CRASH_FOLDER'] ?? tmpdir(), 'before.zvbak');

const rows = Array.from({ length: 200 }, (_, n) => {
  const minute = String(n % 60).padStart(2, '0');
  const hour = 10 + Math.floor(n / 60);
  return `01/02/2024,${hour}:${minute}:01,AAPL,${n % 2 ? 'S' : 'B'},100,${185 + n / 100},ARCA,0.50,-0.20,0.00`;
});
export const CSV = `Date,Time,Symbol,B/S,Qty,Price,Route,Commission,ECN Fee,SEC Fee\n${rows.join('\n')}\n`;

/** A book ready for the operation, in a folder of its own, with the files it needs. */
export async function prepare(operation: Operation): Promise<{ readonly folder: string; readonly home: string }> {
  const folder = mkdtempSync(join(tmpdir(), `zorivest-${operation}-`));
  const home = join(folder, 'book');
  if (operation === 'init') return { folder, home };
  await initBook(home, passphrase, quickKdf);
  if (operation === 'migration') {
    await makeOlder(home);
    return { folder, home };
  }
  const service = await startService({ demo: demoBook, home, port: 0 });
  const client = createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } });
  await withAccount(client);
  await client.trades.create({ body: fill });
  if (operation === 'restore') {
    const { backup_path } = await client.backups.create();
    cpSync(backup_path ?? '', join(folder, 'before.zvbak'));
    await client.trades.create({ body: { ...fill, exec_id: 'later' } });
  }
  if (operation === 'undo') {
    const file = { bytes: new TextEncoder().encode(CSV), name: 'statement.csv' };
    await client.imports.brokerCsv({ body: { account_id: 'U1', file } });
  }
  await service.stop();
  return { folder, home };
}

/** The same book as the program before this one left it. */
async function makeOlder(home: string): Promise<void> {
  const dataKey = await dataKeyByPassphrase(readBootstrap(join(home, 'bootstrap.json')), passphrase);
  if (dataKey === null) throw new Error('the passphrase opens it');
  const path = join(home, 'zorivest.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
  const connection = openConnection(path, dataKey, { create: true });
  await migrate(connection, migrations.slice(0, -1), () => new Date());
  connection.close();
}

/**
 * What a person finds who opens the book: its trades, accounts, imports, version and totals; and every backup must be
 * whole. A book that is not there yet is a state, too.
 */
export async function stateOf(home: string): Promise<string> {
  if (!existsSync(join(home, 'zorivest.db')) && !existsSync(join(home, 'swap.json'))) return 'no book';
  const service = await startService({ demo: demoBook, home, port: 0 });
  try {
    const client = createClient({ baseUrl: service.url, auth: { kind: 'passphrase', passphrase } });
    const trades = await client.trades.list({ query: { limit: 1000 } });
    const accounts = await client.accounts.list({ query: { include_system: true } });
    const { items: imports } = await client.imports.list({ query: {} });
    const { store } = service.app;
    const fault = integrityFault(store.connection);
    const found = await sql<{ table: string; n: number }>`
      select 'versions' as "table", count(*) as n from schema_migrations
      union all select 'fees', count(*) from transaction_ledger
      union all select 'notes', count(*) from import_notes
      union all select 'totals', coalesce(sum(trade_count), 0) from trade_totals`.execute(store.db);
    const damaged: string[] = [];
    for (const name of backupsIn(home)) {
      const { status } = await client.backups.verify({ body: { path: basename(name) } });
      if (status !== 'valid') damaged.push(name);
    }
    return JSON.stringify({
      fault,
      damaged,
      counts: found.rows,
      trades: trades.items.map(({ exec_id, quantity, price, commission }) => [exec_id, quantity, price, commission]),
      accounts: accounts.map(({ account_id, name }) => [account_id, name]),
      imports: imports.map(({ status, undone_at }) => [status, undone_at !== null]),
    });
  } finally {
    await service.stop();
  }
}

function backupsIn(home: string): string[] {
  const folder = join(home, 'backups');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.zvbak')) : [];
}
