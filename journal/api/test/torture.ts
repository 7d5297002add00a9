// What must hold when everything goes wrong: a power cut at any moment, and a crowd at the door.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, ApiUnreachable } from '@zorivest/contract';
import { integrityFault } from '@zorivest/store';
import { initBook } from '../init.ts';
import { demoBook } from '@zorivest/demo';
import { startService } from '../service.ts';
import { fill, passphrase, withAccount } from './test-service.ts';
import { quickKdf } from './quick-kdf.ts';
import { endProcess, serve } from './process.ts';

/** A refused connection is what a killed service looks like; anything else is a fault. */
function isDeath(error: unknown): boolean {
  return (
    error instanceof ApiUnreachable || (error instanceof TypeError && /terminated|fetch failed/.test(error.message))
  );
}

export interface KillReport {
  readonly kills: number;
  readonly acknowledged: number;
  readonly missing: readonly string[];
  readonly torn: readonly string[];
}

/**
 * `kill -9` in the middle of concurrent writes, again and again. Every write of which the client heard must be there
 * afterwards, with its audit row and its place in the totals; of the others all or nothing.
 */
export async function killRepeatedly(kills: number, report: (line: string) => void = () => {}): Promise<KillReport> {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-torture-'));
  const { api_key: apiKey } = await initBook(home, passphrase, quickKdf);
  const acknowledged: string[] = [];
  const missing: string[] = [];
  const torn: string[] = [];
  let running = await serve(home, apiKey);
  await withAccount(running.client);

  for (let round = 0; round < kills; round += 1) {
    const { child, client } = running;
    const { promise: writing, resolve: begun } = Promise.withResolvers<void>();
    const write = async (writer: number) => {
      for (let n = 0; ; n += 1) {
        const exec_id = `R${round}-W${writer}-${n}`;
        try {
          await client.trades.create({ body: { ...fill, exec_id, realized_pnl: 1 } });
          acknowledged.push(exec_id);
          begun();
          if (n % 3 === 0) await client.trades.patch({ params: { exec_id }, body: { realized_pnl: 2 } });
        } catch (error) {
          if (!isDeath(error)) throw error;
          return;
        }
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
    // Counted from the first write: how long a start takes is another matter.
    await writing;
    await new Promise((resolve) => setTimeout(resolve, 50 + ((round * 37) % 250)));
    await Promise.all([endProcess(child, 'SIGKILL'), ...writers]);
    running = await serve(home, apiKey);
    report(`round ${round + 1}: ${acknowledged.length} acknowledged`);
  }
  await endProcess(running.child, 'SIGTERM');

  // Looked at from inside, where every row can be seen.
  const service = await startService({ demo: demoBook, home, port: 0 });
  try {
    await service.app.vault.unlockWithKey(apiKey);
    const { db, connection } = service.app.store;
    const fault = integrityFault(connection);
    if (fault !== null) torn.push(fault);
    const trades = await db.selectFrom('trades').select(['exec_id', 'realized_pnl']).execute();
    const there = new Set(trades.map(({ exec_id }) => exec_id));
    missing.push(...acknowledged.filter((id) => !there.has(id)));
    const audited = await db
      .selectFrom('audit_log')
      .select(['resource_id', 'action'])
      .where('resource_type', '=', 'trade')
      .execute();
    const created = new Set(
      audited.filter(({ action }) => action === 'trade.create').map(({ resource_id }) => resource_id),
    );
    const changed = new Set(
      audited.filter(({ action }) => action === 'trade.update').map(({ resource_id }) => resource_id),
    );
    for (const { exec_id, realized_pnl } of trades) {
      if (!created.has(exec_id)) torn.push(`${exec_id} has no audit row`);
      if ((realized_pnl === '2') !== changed.has(exec_id)) torn.push(`${exec_id} was changed without its audit row`);
    }
    if (created.size !== trades.length) torn.push('there are audit rows without a trade');
    const totals = await db
      .selectFrom('trade_totals')
      .selectAll()
      .where('account_id', '=', 'U1')
      .executeTakeFirstOrThrow();
    const sum = trades.reduce((total, { realized_pnl }) => total + Number(realized_pnl), 0);
    if (totals.trade_count !== trades.length || Number(totals.realized_pnl) !== sum) torn.push('the totals are wrong');
  } finally {
    await service.stop();
    rmSync(home, { recursive: true, force: true });
  }
  return { kills, acknowledged: acknowledged.length, missing, torn };
}

export interface LoadReport {
  readonly requests: number;
  readonly errors: readonly string[];
  readonly lost: number;
}

/** Many simultaneous clients on one book: each adds to counters that all of them share, and reads back what it wrote. */
export async function load(clients: number, seconds: number): Promise<LoadReport> {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-load-'));
  const { api_key: apiKey } = await initBook(home, passphrase, quickKdf);
  const { child, client } = await serve(home, apiKey);
  const errors: string[] = [];
  let requests = 0;
  let created = 0;
  try {
    await withAccount(client);
    const until = performance.now() + seconds * 1000;
    const worker = async (id: number) => {
      for (let n = 0; performance.now() < until; n += 1) {
        const exec_id = `C${id}-${n}`;
        try {
          await client.trades.create({ body: { ...fill, exec_id, realized_pnl: 0.01 } });
          created += 1;
          const notes = `from ${id}`;
          await client.trades.patch({ params: { exec_id }, body: { notes } });
          const back = await client.trades.get({ params: { exec_id } });
          if (back.notes !== notes) errors.push(`${exec_id} lost its notes`);
          await client.trades.list({ query: { limit: 10 } });
          requests += 4;
        } catch (error) {
          errors.push(error instanceof ApiError ? `${error.status} ${error.message}` : String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, id) => worker(id)));
    const { total } = await client.trades.list({ query: { limit: 1 } });
    const account = await client.accounts.get({ params: { account_id: 'U1' } });
    return { requests, errors, lost: Math.abs(created - total) + Math.abs(created - account.execution_count) };
  } finally {
    await endProcess(child, 'SIGTERM');
    rmSync(home, { recursive: true, force: true });
  }
}
