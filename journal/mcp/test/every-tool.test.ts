/** Each of the 68 tools does its work once: on a real book, with the outside played by a real server. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outsideHttp, type OutsideHttp } from '@zorivest/api/test/outside';
import { pdf } from '@zorivest/api/test/pdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournalServer } from '../index.ts';
import { openBench, type Assistant, type Bench } from './book.ts';

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
  'GET paper-api.alpaca.markets /v2/account/activities/FILL': {
    body: [
      {
        activity_type: 'FILL',
        id: '20240102100000000::x',
        symbol: 'MSFT',
        side: 'buy',
        qty: '1',
        price: '370.5',
        transaction_time: '2024-01-02T15:00:00Z',
        order_id: 'o1',
        type: 'fill',
      },
    ],
  },
  'POST api.openfigi.com /v3/mapping': {
    body: [{ data: [{ figi: 'BBG000BLNNH6', ticker: 'IBM', exchCode: 'US', compositeFIGI: 'BBG000BLNNH6' }] }],
  },
};
const CSV = 'Date,Time,Symbol,Side,Quantity,Price,Commission\n2026-03-02,10:00:00,NVDA,BUY,10,190.50,1.00\n';
const QIF = '!Type:Bank\nD03/05/2026\nT1500.00\nPSalary\n^\n';
const CONFIRMATION = [
  'FIRSTRADE HOUSE REP',
  'ACCOUNT NUMBER: 123',
  'YOU BOUGHT XBI 78464A870 06/29/22 07/01/22 MARGIN 5 $74.33000',
  'SPDR SER TR PRINCIPAL $371.65',
  'UNSOLICITED FEES $0.05',
];
/** One pixel, red. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const POLICY = {
  schema_version: 1,
  name: 'Morning',
  trigger: { cron_expression: '0 8 * * 1-5', timezone: 'America/New_York' },
  steps: [{ id: 'page', type: 'render', params: { template: '# Good morning' } }],
};

let bench: Bench;
let outside: OutsideHttp;
let folder: string;
let claude: Assistant;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'every-tool-'));
  outside = await outsideHttp(WORLD);
  bench = await openBench({ fetch: outside.fetch });
  for (const name of ['finnhub', 'polygon']) {
    await bench.person.market.configureProvider({ params: { name }, body: { api_key: `${name}-key-0123456789` } });
  }
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
  writeFileSync(join(folder, 'bank.qif'), QIF);
  writeFileSync(join(folder, 'confirmation.pdf'), await pdf(CONFIRMATION));
  writeFileSync(join(folder, 'app'), '#!/bin/sh\n');
  chmodSync(join(folder, 'app'), 0o755);
  const env = { ZORIVEST_GUI_PATH: join(folder, 'app'), ZORIVEST_HOME: bench.home };
  const host = { env, home: folder, cwd: folder, serverDir: folder };
  claude = await bench.connect('claude-code', {
    server: { host },
    model: () => '{"risk_manager":"Sized well.","trend_analyst":"With the trend.","contrarian":"Too early."}',
  });
});
afterAll(async () => {
  await bench.close();
  await outside.close();
  rmSync(folder, { recursive: true });
});

/** What was made on the way, for the calls after it. */
const made: Record<string, unknown> = {};
const policy = () => ({ policy_id: made.policy });

interface Success {
  readonly args?: () => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** A part of the answer that only real work gives. */
  readonly gives: object;
  readonly after?: (data: Record<string, unknown>) => unknown;
}

const text = expect.any(String) as string;
const number = expect.any(Number) as number;
const list = expect.any(Array) as unknown[];
const one = (part: object) => [expect.objectContaining(part)];

/** In the order in which they are called; the last ones end or lock what the others need. */
const SUCCESSES: Readonly<Record<string, Success>> = {
  list_available_toolsets: { gives: { toolsets: list } },
  describe_toolset: { args: () => ({ toolset_name: 'tax' }), gives: { tools: list } },
  enable_toolset: { args: () => ({ toolset_name: 'tax' }), gives: { status: text } },
  get_confirmation_token: {
    args: () => ({ action: 'sync_broker', params: { broker_id: 'alpaca_paper' } }),
    gives: { token: expect.stringMatching(/^ctk_/) as string, expires_in_seconds: 60 },
  },
  get_settings: { args: () => ({ key: 'ui.theme' }), gives: { value: 'dark' } },
  update_settings: { args: () => ({ settings: { 'ui.theme': 'light' } }), gives: { status: 'updated', count: 1 } },
  update_log_level: { args: () => ({ feature: 'tax', level: 'DEBUG' }), gives: { level: 'DEBUG' } },
  get_log_settings: { args: () => ({ prefix: 'tax' }), gives: { 'logging.tax.level': 'DEBUG' } },
  zorivest_diagnose: { gives: { backend: { reachable: true }, problems: [] } },
  zorivest_service_status: { gives: { backend: 'running', pid: process.pid } },
  zorivest_service_logs: { gives: { log_files: list } },
  zorivest_launch_gui: { gives: { gui_found: true, method: 'env' } },
  create_trade: {
    args: () => ({ exec_id: 'N1', instrument: 'F', action: 'BOT', quantity: 5, price: 12, account_id: 'main' }),
    gives: { status: 'created', exec_id: 'N1' },
  },
  list_trades: { gives: { total: 7 } },
  attach_screenshot: {
    args: () => ({ trade_id: 'E1', image_base64: PNG, mime_type: 'image/png' }),
    gives: { image_id: number },
    after: (data) => (made.image = data.image_id),
  },
  get_trade_screenshots: { args: () => ({ trade_id: 'E1' }), gives: { count: 1 } },
  get_screenshot: { args: () => ({ image_id: made.image }), gives: { width: 1, height: 1 } },
  create_report: {
    args: () => ({ trade_id: 'E1', setup_quality: 'A', execution_quality: 'B', followed_plan: true }),
    gives: { trade_id: 'E1', setup_quality: 'A' },
  },
  get_report_for_trade: { args: () => ({ trade_id: 'E1' }), gives: { execution_quality: 'B' } },
  get_round_trips: { args: () => ({ status: 'closed' }), gives: { total: 1 } },
  get_expectancy_metrics: { gives: { trade_count: number } },
  get_sqn: { gives: { grade: text } },
  get_fee_breakdown: { gives: { total_fees: number } },
  get_cost_of_free: { gives: { total_hidden_cost: number } },
  estimate_pfof_impact: { args: () => ({ account_id: 'main' }), gives: { estimated_cost: number } },
  get_strategy_breakdown: { gives: { strategies: list } },
  score_execution_quality: { args: () => ({ trade_exec_id: 'E1' }), gives: { nbbo_available: false } },
  simulate_drawdown: { args: () => ({ simulations: 200 }), gives: { simulations: 200 } },
  detect_options_strategy: { args: () => ({ leg_exec_ids: ['L1', 'L2'] }), gives: { strategy_type: 'vertical' } },
  enrich_trade_excursion: {
    args: () => ({ trade_exec_id: 'E1' }),
    gives: { mfe_dollars: 200, mae_dollars: 100, data_source: 'polygon 1m' },
  },
  ai_review_trade: {
    args: () => ({ trade_exec_id: 'E2' }),
    gives: { status: 'reviewed', model: 'lent-model' },
  },
  track_mistake: {
    args: () => ({ trade_exec_id: 'E4', category: 'early_exit', estimated_cost: 40 }),
    gives: { trade_id: 'E4', estimated_cost: 40 },
  },
  get_mistake_summary: { gives: { count: 1, total_cost: 40 } },
  link_trade_journal: {
    args: async () => ({
      trade_exec_id: 'E1',
      journal_entry_id: (await bench.api.journal.create({ body: { title: 'A good day' } })).id,
    }),
    gives: { linked: true },
  },
  calculate_position_size: {
    args: () => ({ balance: 10_000, entry: 100, stop: 99, target: 103 }),
    gives: { share_size: 100 },
  },
  create_trade_plan: {
    args: () => ({
      ticker: 'nvda',
      direction: 'long',
      strategy_name: 'breakout',
      entry: 100,
      stop: 95,
      target: 115,
      conditions: 'volume',
      timeframe: 'swing',
    }),
    gives: { ticker: 'NVDA', risk_reward_ratio: 3 },
  },
  get_stock_quote: { args: () => ({ ticker: 'aapl' }), gives: { price: 190.5, provider: 'finnhub' } },
  get_market_news: { args: () => ({ ticker: 'AAPL' }), gives: { items: one({ title: 'Apple up' }) } },
  search_ticker: { args: () => ({ query: 'apple' }), gives: { items: one({ symbol: 'AAPL' }) } },
  get_sec_filings: { args: () => ({ ticker: 'AAPL' }), gives: { items: one({ filing_type: '10-K' }) } },
  list_market_providers: { gives: { items: list } },
  test_market_provider: { args: () => ({ provider_name: 'finnhub' }), gives: { success: true } },
  disconnect_market_provider: {
    args: () => ({ provider_name: 'finnhub', confirm_destructive: true }),
    gives: { status: 'removed' },
  },
  sync_broker: { args: () => ({ broker_id: 'alpaca_paper' }), gives: { status: 'success', imported: 1 } },
  list_brokers: { gives: { count: 1 } },
  import_broker_csv: {
    args: () => ({ file_path: 'trades.csv', account_id: 'main' }),
    gives: { status: 'success', imported: 1 },
  },
  import_broker_pdf: {
    args: () => ({ file_path: 'confirmation.pdf', account_id: 'main' }),
    gives: { detected_format: 'firstrade', imported: 1 },
  },
  import_bank_statement: { args: () => ({ file_path: 'bank.qif', account_id: 'bank' }), gives: { imported: 1 } },
  list_bank_accounts: { gives: { items: one({ account_id: 'bank' }) } },
  get_account_review_checklist: { args: () => ({ scope: 'all' }), gives: { total_accounts: 2 } },
  resolve_identifiers: {
    args: () => ({ identifiers: [{ id_type: 'cusip', id_value: '459200101' }] }),
    gives: { items: one({ ticker: 'IBM', resolved: true }) },
  },
  create_policy: {
    args: () => ({ policy_json: POLICY }),
    gives: { approved: false },
    after: (data) => {
      made.policy = data.id;
      return bench.person.scheduling.approvePolicy({ params: { policy_id: data.id as string } });
    },
  },
  list_policies: { gives: { total: 1 } },
  preview_report: { args: policy, gives: { status: 'success', dry_run: true } },
  run_pipeline: { args: policy, gives: { status: 'success', dry_run: false } },
  get_pipeline_history: { args: policy, gives: { count: 2 } },
  update_policy_schedule: {
    args: () => ({ ...policy(), cron_expression: '30 9 * * *' }),
    gives: { requires_reapproval: true },
  },
  get_tax_lots: { args: () => ({ account_id: 'main', ticker: 'XYZ' }), gives: { lots: list } },
  find_wash_sales: { gives: { total_disallowed: number } },
  get_ytd_tax_summary: { args: () => ({ tax_year: 2026 }), gives: { disclaimer: text } },
  estimate_tax: { args: () => ({ tax_year: 2026 }), gives: { disclaimer: text } },
  simulate_tax_impact: {
    args: () => ({ ticker: 'XYZ', action: 'sell', quantity: 10, price: 60, account_id: 'main' }),
    gives: { summary: { proceeds: 600 } },
  },
  harvest_losses: { gives: { disclaimer: text } },
  get_quarterly_estimate: { args: () => ({ quarter: 'Q1', tax_year: 2026 }), gives: { due_date: '2026-04-15' } },
  record_quarterly_tax_payment: {
    args: () => ({ quarter: 'Q1', tax_year: 2026, payment_amount: 500, confirm: true }),
    gives: { status: 'recorded', cumulative_paid: 500 },
  },
  zorivest_service_restart: { args: () => ({ confirm: 'RESTART' }), gives: { status: 'restarted' } },
  zorivest_emergency_stop: {
    args: () => ({ reason: 'enough' }),
    gives: { text: expect.stringContaining('enough') as string },
  },
  zorivest_emergency_unlock: { args: () => ({ confirm: 'UNLOCK' }), gives: { text } },
};

describe('called as it is meant to be,', () => {
  it.each(Object.entries(SUCCESSES))('%s answers with what it did', async (name, { args, gives, after }) => {
    const answer = await claude.call(name, await args?.());
    expect(answer.data).toMatchObject(gives);
    expect(answer.isError).toBe(false);
    await after?.(answer.data);
  });

  it('no tool is missing here', () => {
    const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:1' });
    const members = catalogue.entries.filter(({ tool }) => tool.toolsets.length > 0).map(({ tool }) => tool.name);
    expect(Object.keys(SUCCESSES).toSorted()).toEqual(members.toSorted());
  });
});
