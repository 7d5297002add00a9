// The analytics routes of a real service on a real encrypted book of 100,000 trades: the first answer, and the same again.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook, startService } from '@zorivest/api';
import { demoBook } from '@zorivest/demo';
import { createClient, type JournalClient } from '@zorivest/contract';
import { fillBook } from '../fill-book.ts';
import { median } from '../measure.ts';
import { executionsOf } from './area.ts';

const TRADES = 100_000;

const ROUTES: readonly (readonly [name: string, ask: (client: JournalClient) => Promise<unknown>])[] = [
  ['round trips', (client) => client.roundTrips.list({ query: {} })],
  ['expectancy', (client) => client.analytics.expectancy({ query: {} })],
  ['SQN', (client) => client.analytics.sqn({ query: {} })],
  ['R-multiples', (client) => client.analytics.rMultiples({ query: {} })],
  ['drawdown, 10,000 paths', (client) => client.analytics.drawdown({ query: {} })],
  ['strategy breakdown', (client) => client.analytics.strategyBreakdown({ query: {} })],
  ['time breakdown', (client) => client.analytics.timeBreakdown({ query: {} })],
  ['equity curve', (client) => client.analytics.equityCurve({ query: {} })],
  ['fees', (client) => client.costs.fees({ query: { period: 'all' } })],
  ['PFOF', (client) => client.costs.pfofReport({ query: { account_id: 'main', period: 'all' } })],
  ['cost of free', (client) => client.costs.costOfFree({ query: { period: 'all' } })],
  ['mistake summary', (client) => client.mistakes.summary({ query: { period: 'all' } })],
  ['mistake suspects', (client) => client.mistakes.suspects({ query: { period: 'all' } })],
];

const TIMES = 5;

/** One row per route: with nothing cached, right after a trade was recorded, and once more with nothing changed. */
export async function routeRows(): Promise<string[]> {
  const home = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));
  const { api_key: apiKey } = await initBook(home, 'correct horse battery staple');
  const service = await startService({ demo: demoBook, home, port: 0 });
  try {
    const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
    await fillBook(service, client, executionsOf(TRADES));
    const rows: string[] = [];
    let recorded = 0;
    for (const [name, ask] of ROUTES) {
      await ask(client);
      const first = await medianOf(TIMES, async () => {
        service.app.forget();
        return timeOf(() => ask(client));
      });
      const afterTrade = await medianOf(TIMES, async () => {
        recorded += 1;
        await client.trades.create({ body: { ...NEW_TRADE, exec_id: `new-${recorded}` } });
        return timeOf(() => ask(client));
      });
      const again = await medianOf(TIMES, () => timeOf(() => ask(client)));
      rows.push(`| ${name} | ${first.toFixed(0)} | ${afterTrade.toFixed(0)} | ${again.toFixed(1)} |`);
    }
    return rows;
  } finally {
    await service.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

const NEW_TRADE = {
  time: '2025-12-30T15:00:00Z',
  instrument: 'SYM7',
  action: 'BOT',
  quantity: 10,
  price: 51.2,
  account_id: 'main',
  commission: 0.35,
  realized_pnl: 0,
} as const;

async function timeOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

async function medianOf(times: number, run: () => Promise<number>): Promise<number> {
  const found: number[] = [];
  for (let i = 0; i < times; i += 1) {
    globalThis.gc?.();
    found.push(await run());
  }
  return median(found);
}
