// The journal's service: how it grows from a thousand trades to a million, what its store costs over the bare driver,
// what unlocking and a guarded call cost; what is answered immediately while heavy or hostile work runs; how long a stop takes
// while somebody floods the service; what answers cost on a book of 100,000 executions. Everything on one machine in one run; read the ratios.
//   --trades=N    the size of the large book (1000000)
//   --only=NAME   growth, latency, cost, worth or stop
//   --quick       less of everything: to see that it runs
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initBook, startService, type Service } from '@zorivest/api';
import { insertTrades, tradeRow } from '@zorivest/records';
import { demoBook } from '@zorivest/demo';
import { serviceActor, writeAs } from '@zorivest/store';
import { createClient, type JournalClient } from '@zorivest/contract';
import { flooredPercentile } from './measure.ts';
import { fillHome, type RunningService, serve } from './journal/running-service.ts';
import { costTable } from './journal/cost.ts';
import { latencyTable } from './journal/latency.ts';
import { stopTable, timeOf } from './journal/stops.ts';
import { fillTenYears, measureReturnsAfterUnlock, worthTable } from './journal/worth.ts';

const option = (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const quick = process.argv.includes('--quick');
const only = option('only');
const large = Number(option('trades') ?? (quick ? 20_000 : 1_000_000));
const small = 1000;
/** Both stores are timed over this many rows: a larger tree is slower for either. */
const compared = Math.min(large, 300_000);
const passphrase = 'a passphrase for the bench';
const folder = mkdtempSync(join(tmpdir(), 'zorivest-bench-'));

interface BenchService {
  readonly service: Service;
  readonly client: JournalClient;
  readonly unlockMs: number;
}

async function openBenchService(name: string): Promise<BenchService> {
  const home = join(folder, name);
  const { api_key: apiKey } = await initBook(home, passphrase);
  const service = await startService({ demo: demoBook, home, port: 0 });
  const started = performance.now();
  await createClient({ baseUrl: service.url }).auth.unlock({ body: { api_key: apiKey } });
  const unlockMs = performance.now() - started;
  const client = createClient({ baseUrl: service.url, auth: { kind: 'key', apiKey } });
  await client.accounts.create({ body: { account_id: 'U1', name: 'Bench', account_type: 'broker' } });
  return { service, client, unlockMs };
}

const tickers = ['AAPL', 'MSFT', 'NVDA', 'AMD', 'TSLA', 'JPM', 'XOM', 'SPY', 'QQQ', 'IWM'];
const begin = Date.UTC(2016, 0, 4, 14, 30);

function trade(n: number) {
  return tradeRow(
    {
      exec_id: `B${String(n).padStart(8, '0')}`,
      time: new Date(begin + n * 60_000).toISOString(),
      instrument: tickers[n % tickers.length] ?? 'AAPL',
      action: n % 2 === 0 ? 'BOT' : 'SLD',
      quantity: 100 + (n % 7),
      price: 100 + (n % 1000) / 100,
      account_id: 'U1',
      commission: 1,
      realized_pnl: n % 2 === 0 ? 0 : 12.34,
    },
    { currency: 'USD', now: new Date(begin) },
  );
}

type Row = ReturnType<typeof trade>;

function rows(from: number, count: number): Row[] {
  return Array.from({ length: count }, (_, index) => trade(from + index));
}

const BATCH = 50_000;

function fillBook({ service }: BenchService, batch: readonly Row[]): Promise<void> {
  return writeAs(service.app, { actor: serviceActor, requestId: null, label: 'bench.fill' }, (scope) =>
    insertTrades(scope, batch),
  );
}

/** The bare driver on the same table with the same indexes, key and durability. */
function openRaw(): { insert(batch: readonly Row[]): void; close(): void } {
  const require = createRequire(join(import.meta.dirname, '..', 'journal', 'api', 'index.ts'));
  const Sqlite = require('better-sqlite3') as new (path: string) => {
    pragma(text: string): unknown;
    exec(text: string): void;
    prepare(text: string): { run(...values: unknown[]): void };
    close(): void;
  };
  const db = new Sqlite(join(folder, 'raw.db'));
  db.pragma("cipher='sqlcipher'");
  db.pragma('legacy=4');
  db.pragma(`key="x'${'5a'.repeat(32)}'"`);
  db.pragma('temp_store=MEMORY');
  db.pragma('journal_mode=WAL');
  db.pragma('synchronous=FULL');
  db.pragma('cache_size=-65536');
  const columns = Object.keys(trade(0)) as (keyof Row)[];
  db.exec(`create table trades (${columns.map((name) => `"${name}" text`).join(', ')}, primary key (exec_id));
    create index a on trades (time, exec_id); create index b on trades (account_id, time, exec_id);
    create index c on trades (instrument, time, exec_id); create index d on trades (fingerprint);`);
  const statement = db.prepare(`insert into trades values (${columns.map(() => '?').join(', ')})`);
  return {
    insert(batch) {
      db.exec('begin');
      for (const row of batch) statement.run(...columns.map((name) => row[name]));
      db.exec('commit');
    },
    close: () => db.close(),
  };
}

/** Processor seconds: what the work costs, whatever else the machine is doing. */
async function processorSeconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Fills the large book, and in turn with it the bare driver, batch by batch for as long as both are compared. */
async function fillLarge(service: BenchService): Promise<{ ours: number; raw: number }> {
  const bare = openRaw();
  let ours = 0;
  let raw = 0;
  for (let from = 0; from < large; from += BATCH) {
    const batch = rows(from, Math.min(BATCH, large - from));
    const seconds = await processorSeconds(() => fillBook(service, batch));
    if (from >= compared) continue;
    ours += seconds;
    raw += await processorSeconds(() => bare.insert(batch));
  }
  bare.close();
  return { ours: compared / ours, raw: compared / raw };
}

type Work = (n: number) => Promise<unknown>;

/** The 95th percentile of each, taken in turns, so that a busy moment of the machine meets all of them. */
async function p95(times: number, ...works: Work[]): Promise<number[]> {
  const taken = works.map((): number[] => []);
  for (let n = -30; n < times; n += 1) {
    for (const [index, work] of works.entries()) {
      const started = performance.now();
      // Filling a book holds this process up for longer than idle sockets stay open; a first call may find its own closed.
      await work(Math.max(n, 0)).catch((error: unknown) => {
        if (n >= 0) throw error;
      });
      if (n >= 0) taken[index]?.push(performance.now() - started);
    }
  }
  return taken.map((list) => flooredPercentile(list, 0.95));
}

const ms = (value: number) => `${value.toFixed(2)} ms`;
const line = (...cells: string[]) => console.log(`| ${cells.join(' | ')} |`);

async function growth(): Promise<void> {
  const few = await openBenchService('few');
  const many = await openBenchService('many');
  await fillBook(few, rows(0, small));
  const { ours, raw } = await fillLarge(many);

  line('store', 'rows per processor second', 'ratio');
  line('---', '---', '---');
  line('bare driver, same table', Math.round(raw).toLocaleString('en'), '1.00');
  line('the store (insertTrades)', Math.round(ours).toLocaleString('en'), (ours / raw).toFixed(2));
  console.log('');

  const reads: [string, (client: JournalClient, size: number, n: number) => Promise<unknown>][] = [
    ['newest page of 50', (client) => client.trades.list()],
    ['a page of one account', (client) => client.trades.list({ query: { account_id: 'U1' } })],
    ['page 10', (client) => client.trades.list({ query: { offset: 500 } })],
    [
      'one trade',
      (client, size, n) => client.trades.get({ params: { exec_id: `B${String((n * 7919) % size).padStart(8, '0')}` } }),
    ],
  ];
  line('read over HTTP, p95', `${small.toLocaleString('en')} trades`, `${large.toLocaleString('en')} trades`, 'ratio');
  line('---', '---', '---', '---');
  for (const [name, read] of reads) {
    const [a = 0, b = 0] = await p95(
      300,
      (n) => read(few.client, small, n),
      (n) => read(many.client, large, n),
    );
    line(name, ms(a), ms(b), (b / a).toFixed(2));
  }
  console.log('');

  line('cost', 'p95', 'compared with GET /health');
  line('---', '---', '---');
  await many.client.guard.configure({
    body: { is_enabled: true, calls_per_minute_limit: 10_000, calls_per_hour_limit: 100_000 },
  });
  const [health = 0, off = 0, on = 0] = await p95(
    300,
    () => few.client.system.health(),
    () => few.client.guard.check(),
    () => many.client.guard.check(),
  );
  line('GET /health', ms(health), '1.00');
  line('guard check, limits off', ms(off), (off / health).toFixed(2));
  line('guard check, limits on (one durable write)', ms(on), (on / health).toFixed(2));
  line('unlock, Argon2id t=3 m=64 MiB p=4', ms(few.unlockMs), (few.unlockMs / health).toFixed(0));

  await few.service.stop();
  await many.service.stop();
}

/** From the shell over its socket, signing in each time, and over the port by a program that is signed in. */
async function stops(served: RunningService): Promise<void> {
  const own = served.shell();
  const presses = [
    { from: 'the shell', press: () => timeOf(() => served.shell().guard.lock()) },
    { from: 'a program at the port', press: () => timeOf(() => served.person.guard.lock()) },
  ];
  await stopTable(served, presses, quick ? 5 : 30, line, () => own.guard.unlock());
}

const MB = 1024 * 1024;

async function tenYears(): Promise<void> {
  const home = join(folder, 'worth');
  const apiKey = await fillTenYears(home, quick ? 20_000 : 100_000);
  const fresh = await serve(home, apiKey);
  const returnsAfterUnlock = await measureReturnsAfterUnlock(fresh);
  await fresh.stop();
  const served = await serve(home, apiKey);
  await worthTable(served, returnsAfterUnlock, line);
  await served.stop();
}

/** The built service on a book of 100,000 executions. */
async function underLoad(): Promise<void> {
  const home = join(folder, 'load');
  const apiKey = await fillHome(home, quick ? 20_000 : 100_000);
  if (only === undefined || only === 'cost') {
    const served = await serve(home, apiKey);
    await costTable(served, line);
    await served.stop();
  }
  if (only === 'cost') return;
  const served = await serve(home, apiKey);
  await served.person.system.status();
  await stops(served);
  if (only === 'stop') return served.stop();
  await latencyTable(served, { statementBytes: (quick ? 10 : 200) * MB, seconds: quick ? 2 : 15 }, line);
  await served.stop();
}

try {
  if (only === undefined || only === 'growth') await growth();
  if (only === undefined || only === 'worth') await tenYears();
  if (only !== 'growth' && only !== 'worth') await underLoad();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
