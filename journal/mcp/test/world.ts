/** A book with something of everything in it, and the world outside played by a real server. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideHttp } from '@zorivest/api/test/outside';
import { pdf } from '@zorivest/api/test/pdf';
import { openBench, type Bench } from './fixture-service.ts';
import { ALPACA_FILL } from './alpaca-fill.ts';

/** Minute bars of the first trade: up to 152, down to 149. */
const OPENED = Date.UTC(2026, 0, 5, 14, 30);
const BARS = [
  { t: OPENED, o: 150, h: 150.5, l: 149.5, c: 150.4, v: 1 },
  { t: OPENED + 60_000, o: 150.5, h: 151, l: 149, c: 150.8, v: 1 },
  { t: OPENED + 120_000, o: 151, h: 152, l: 150, c: 151.5, v: 1 },
];
const WORLD = {
  'GET finnhub.io /api/v1/quote': {
    body: { c: 190.5, o: 189, h: 191, l: 188, pc: 188, d: 2.5, dp: 1.33, t: 1_772_636_400 },
  },
  'GET finnhub.io /api/v1/company-news': {
    body: [{ headline: 'Apple up', source: 'Wire', url: 'https://news.test/1', datetime: 1_772_636_400 }],
  },
  'GET finnhub.io /api/v1/search': { body: { result: [{ symbol: 'AAPL', description: 'APPLE INC' }] } },
  'GET www.sec.gov /files/company_tickers.json': { body: { 0: { cik_str: 320_193, ticker: 'AAPL', title: 'Apple' } } },
  'GET data.sec.gov /submissions/CIK0000320193.json': {
    body: {
      name: 'Apple Inc.',
      filings: {
        recent: {
          form: ['10-K'],
          filingDate: ['2025-10-31'],
          accessionNumber: ['0-25-1'],
          primaryDocument: ['a.htm'],
        },
      },
    },
  },
  'GET api.massive.com /v2/aggs/ticker/AAPL/range/1/minute/2026-01-05/2026-01-05': {
    body: { status: 'OK', results: BARS },
  },
  'GET paper-api.alpaca.markets /v2/positions': { body: [] },
  'GET paper-api.alpaca.markets /v2/account': { body: { cash: '0', currency: 'USD' } },
  'GET paper-api.alpaca.markets /v2/account/activities': {
    body: [ALPACA_FILL],
  },
  'POST api.openfigi.com /v3/mapping': {
    body: [{ data: [{ figi: 'BBG000BLNNH6', ticker: 'IBM', exchCode: 'US', compositeFIGI: 'BBG000BLNNH6' }] }],
  },
};
/** Trades in a table of no known broker. */
export const CSV = 'Date,Time,Symbol,Side,Quantity,Price,Commission\n2026-03-02,10:00:00,NVDA,BUY,10,190.50,1.00\n';
const QIF = '!Type:Bank\nD03/05/2026\nT1500.00\nPSalary\n^\n';
const BANK_CSV = 'When,What,How much\n2026-03-06,Rent,-900.00\n';
const CONFIRMATION = [
  'FIRSTRADE HOUSE REP',
  'ACCOUNT NUMBER: 123',
  'YOU BOUGHT XBI 78464A870 06/29/22 07/01/22 MARGIN 5 $74.33000',
  'SPDR SER TR PRINCIPAL $371.65',
  'UNSOLICITED FEES $0.05',
];
/** One pixel, red. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
export const POLICY = {
  schema_version: 1,
  name: 'Morning',
  trigger: { cron_expression: '0 8 * * 1-5', timezone: 'America/New_York' },
  steps: [{ id: 'page', type: 'render', params: { template: '# Good morning' } }],
};

export interface World {
  readonly bench: Bench;
  /** What the server sees of this machine: a home with statements and a desktop app. */
  readonly host: {
    readonly env: Readonly<Record<string, string>>;
    readonly home: string;
    readonly cwd: string;
    readonly serverDir: string;
  };
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'every-tool-'));
  const outside = await outsideHttp(WORLD);
  const bench = await openBench({ fetch: outside.fetch });
  for (const name of ['finnhub', 'polygon']) await connectProvider({ bench }, name);
  await bench.api.accounts.create({ body: { account_id: 'main', name: 'Main', account_type: 'broker' } });
  await bench.api.accounts.create({ body: { account_id: 'bank', name: 'Bank', account_type: 'bank' } });
  await bench.person.brokers.configure({
    params: { broker_id: 'alpaca_paper' },
    body: { account_id: 'main', credentials: { key_id: 'AK', secret_key: 'SK' } },
  });
  await bench.api.taxProfiles.create({ body: { tax_year: 2026, filing_status: 'single', agi_estimate: 90_000 } });
  const fills = [
    ['E1', 'AAPL', 'BOT', 100, 150, '2026-01-05T14:30:00Z'],
    ['E2', 'AAPL', 'SLD', 100, 151, '2026-01-05T14:32:00Z'],
    ['E3', 'XYZ', 'BOT', 100, 40, '2026-02-02T15:00:00Z'],
    ['E4', 'XYZ', 'SLD', 50, 30, '2026-02-20T15:00:00Z'],
    ['L1', 'XYZ   260918C00100000', 'BOT', 1, 3, '2026-03-02T15:00:00Z'],
    ['L2', 'XYZ   260918C00105000', 'SLD', 1, 1, '2026-03-02T15:00:00Z'],
  ] as const;
  for (const [exec_id, instrument, action, quantity, price, time] of fills) {
    await bench.api.trades.create({ body: { exec_id, instrument, action, quantity, price, time, account_id: 'main' } });
  }
  writeFileSync(join(folder, 'trades.csv'), CSV);
  for (const name of ['january.xlsx', 'movimenti.xlsx'])
    copyFileSync(join(import.meta.dirname, '../../imports/testing/workbooks', name), join(folder, name));
  writeFileSync(join(folder, 'bank.qif'), QIF);
  writeFileSync(join(folder, 'bank.csv'), BANK_CSV);
  writeFileSync(join(folder, 'confirmation.pdf'), await pdf(CONFIRMATION));
  const env = { ZORIVEST_HOME: bench.home };
  const host = { env, home: folder, cwd: folder, serverDir: folder };
  return {
    bench,
    host,
    close: async () => {
      await bench.close();
      await outside.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Enters the key of a provider, as the person does. */
export async function connectProvider({ bench }: Pick<World, 'bench'>, name: string): Promise<void> {
  // The cases of all tools together ask more than a free plan allows in a minute.
  const body = { api_key: `${name}-key-0123456789`, rate_limit: 1000 };
  await bench.person.market.configureProvider({ params: { name }, body });
}

/** A policy of this name that the person has approved; answers with its id. */
export async function approvedPolicy({ bench }: World, name: string): Promise<string> {
  const { id, content_hash } = await bench.api.scheduling.createPolicy({ body: { policy_json: { ...POLICY, name } } });
  await bench.person.scheduling.approvePolicy({ params: { policy_id: id }, body: { content_hash } });
  return id;
}

/** The same, with two runs behind it. */
export async function ranTwice(world: World, name: string): Promise<string> {
  const policy_id = await approvedPolicy(world, name);
  for (const dry_run of [false, true]) {
    await world.bench.api.scheduling.runPolicy({ params: { policy_id }, body: { dry_run } });
  }
  return policy_id;
}
