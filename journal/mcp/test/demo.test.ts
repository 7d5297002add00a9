/**
 * The demo book shows every reading tool at work: each is asked once, and none answers with nothing. No request leaves the
 * machine: prices, news, filings and codes come from the market of the demo.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createJournalServer } from '../index.ts';
import { type Assistant, type Bench, openBench } from './fixture-service.ts';

/** A week that is not over, so that what the trader writes at its end must not be there yet. */
const THURSDAY = new Date('2026-11-12T20:30:00Z');

let bench: Bench;
let claude: Assistant;
const asked: string[] = [];

beforeAll(async () => {
  const fetch: typeof globalThis.fetch = (input) => {
    asked.push(input instanceof Request ? input.url : String(input));
    return Promise.reject(new TypeError('there is no network here'));
  };
  bench = await openBench({ fetch });
  bench.advance(THURSDAY.getTime() - Date.now());
  await bench.api.demo.create({ body: { seed: 1 } });
  claude = await bench.connect('claude-code', {
    server: { host: { env: { ZORIVEST_HOME: bench.home } } },
    model: () => '{"risk_manager":"Sized well.","trend_analyst":"With the trend.","contrarian":"Too early."}',
  });
  // From here on the client holds every answer against the output schema it was shown.
  await claude.client.listTools();
});
afterAll(() => bench.close());

type Args = Record<string, unknown>;
type Rows = readonly Args[];

const rowsOf = (data: Args, name = 'items'): Rows => data[name] as Rows;
const first = (data: Args, name = 'items'): Args => rowsOf(data, name)[0] ?? {};

/** How each is asked, and where in its answer is what it is asked for; for most the answer itself must be of the book. */
interface Question {
  readonly args?: () => Args | Promise<Args>;
  /** What must be there and not empty. */
  readonly gives: string;
}

const stockTrade = async (): Promise<string> => {
  const { data } = await claude.call('list_trades', { limit: 1, instrument: 'AAPL', sort: 'time' });
  return String(first(data).exec_id);
};
const findPictured = async (): Promise<string> => {
  const { data } = await claude.call('list_trades', { limit: 100, asset_class: 'EQUITY' });
  for (const { exec_id } of rowsOf(data)) {
    const { data: found } = await claude.call('get_trade_screenshots', { trade_id: exec_id });
    if (rowsOf(found).length > 0) return String(exec_id);
  }
  throw new Error('no trade has a picture');
};
const findReviewed = async (): Promise<string> => {
  const { data } = await claude.call('get_round_trips', { status: 'closed', tags: 'pullback', limit: 1 });
  return String((first(data).entry_exec_ids as string[])[0]);
};
/** The last whole week in which something was closed: in some weeks the trader of the demo waits. */
const tradedWeek = async (): Promise<string> => {
  let week = 'last';
  for (let before = 0; before < 8; before++) {
    const { data } = await claude.call('get_week', { week });
    if (isSomething(data.days)) break;
    week = String(data.previous);
  }
  return week;
};
const policy = async () => ({ policy_id: first((await claude.call('list_policies')).data, 'policies').id });
const condor = async () => {
  const { data } = await claude.call('list_trades', { limit: 100, asset_class: 'OPTION', instrument: undefined });
  const orders = Map.groupBy(rowsOf(data), ({ order_id }) => order_id);
  const legs = [...orders.values()].find(({ length }) => length >= 2) ?? [];
  return { leg_exec_ids: legs.map(({ exec_id }) => exec_id) };
};
const DISCOVERY = new Set(['list_available_toolsets', 'describe_toolset']);
const year = THURSDAY.getFullYear();

const QUESTIONS: Readonly<Record<string, Question>> = {
  get_settings: { gives: 'book.demo' },
  get_log_settings: { gives: 'logging.app.level' },
  zorivest_diagnose: { gives: 'providers' },
  zorivest_service_status: { gives: 'pid' },
  zorivest_service_logs: { gives: 'log_files' },
  list_available_toolsets: { gives: 'toolsets' },
  describe_toolset: { args: () => ({ toolset_name: 'tax' }), gives: 'tools' },
  list_trades: { gives: 'items' },
  get_trade_screenshots: { args: async () => ({ trade_id: await findPictured() }), gives: 'items' },
  get_screenshot: {
    args: async () => {
      const { data } = await claude.call('get_trade_screenshots', { trade_id: await findPictured() });
      return { image_id: first(data).id };
    },
    gives: 'width',
  },
  get_round_trips: { gives: 'items' },
  get_fee_breakdown: { args: () => ({ period: 'all' }), gives: 'by_type' },
  score_execution_quality: { args: async () => ({ trade_exec_id: await stockTrade() }), gives: 'grade' },
  estimate_pfof_impact: { args: () => ({ account_id: 'DEMO-MARGIN', period: 'all' }), gives: 'estimated_cost' },
  get_expectancy_metrics: { gives: 'win_rate' },
  simulate_drawdown: { gives: 'max_drawdown' },
  get_strategy_breakdown: { gives: 'strategies' },
  get_sqn: { gives: 'sqn' },
  get_cost_of_free: { args: () => ({ period: 'all' }), gives: 'total_hidden_cost' },
  ai_review_trade: { args: async () => ({ trade_exec_id: await stockTrade() }), gives: 'personas' },
  detect_options_strategy: { args: condor, gives: 'strategy_type' },
  get_report_for_trade: { args: async () => ({ trade_id: await findReviewed() }), gives: 'tags' },
  calculate_position_size: {
    args: () => ({ balance: 60_000, entry: 100, stop: 98, risk_pct: 0.5 }),
    gives: 'share_size',
  },
  get_stock_quote: { args: () => ({ ticker: 'AAPL' }), gives: 'price' },
  get_market_news: { args: () => ({ ticker: 'AAPL' }), gives: 'items' },
  search_ticker: { args: () => ({ query: 'apple' }), gives: 'items' },
  get_sec_filings: { args: () => ({ ticker: 'AAPL' }), gives: 'items' },
  list_market_providers: { gives: 'items' },
  test_market_provider: { args: () => ({ provider_name: 'demo' }), gives: 'success' },
  list_brokers: { gives: 'items' },
  resolve_identifiers: {
    args: () => ({ identifiers: [{ id_type: 'isin', id_value: 'US0378331005' }] }),
    gives: 'items',
  },
  list_bank_accounts: { gives: 'items' },
  get_account_review_checklist: { args: () => ({ scope: 'all' }), gives: 'accounts' },
  list_policies: { gives: 'policies' },
  preview_report: { args: policy, gives: 'preview_html' },
  get_pipeline_history: { args: policy, gives: 'items' },
  simulate_tax_impact: {
    args: () => ({ ticker: 'KO', action: 'sell', quantity: 50, price: 70, account_id: 'DEMO-LONG' }),
    gives: 'lots_to_close',
  },
  estimate_tax: { args: () => ({ tax_year: year }), gives: 'total_estimated_tax' },
  find_wash_sales: {
    args: () => ({ date_range_start: `${year - 1}-01-01`, date_range_end: `${year}-12-31` }),
    gives: 'wash_sales',
  },
  get_tax_lots: { args: () => ({ account_id: 'DEMO-LONG', status: 'open' }), gives: 'lots' },
  get_quarterly_estimate: { args: () => ({ quarter: 'Q3', tax_year: year }), gives: 'paid' },
  harvest_losses: { gives: 'opportunities' },
  get_ytd_tax_summary: { args: () => ({ tax_year: year }), gives: 'realized_st_gain' },
  get_mistake_summary: { args: () => ({ period: 'all' }), gives: 'by_category' },
  query_trade_analytics: { args: () => ({ metrics: ['expectancy', 'sqn'] }), gives: 'results' },
  get_breakdown: { args: () => ({ by: 'weekday' }), gives: 'parts' },
  get_market_calendar: {
    args: () => ({ kind: 'dividends', ticker: 'KO', start_date: `${year - 1}-01-01`, end_date: `${year}-12-31` }),
    gives: 'items',
  },
  list_accounts: { gives: 'items' },
  list_imports: { gives: 'items' },
  list_positions: { gives: 'items' },
  list_suspects: { gives: 'suspects' },
  get_net_worth: { gives: 'series' },
  get_returns: { gives: 'twr' },
  get_income: { gives: 'items' },
  list_cash: { gives: 'items' },
  get_risk_status: { gives: 'items' },
  get_week: { args: async () => ({ week: await tradedWeek() }), gives: 'days' },
  compare_with_rule: { args: () => ({ playbook: 'pullback', interval: '1d' }), gives: 'n' },
  get_trade_replay: { args: async () => ({ id: await stockTrade() }), gives: 'bars' },
  reconcile_accounts: { gives: 'accounts' },
};

const { catalogue } = createJournalServer({ apiUrl: 'http://127.0.0.1:1' });
/** They lead to other tools and hold nothing of the book themselves. */
const WAYS = ['call_read', 'tool_search', 'get_confirmation_token'];
const reading = catalogue.entries
  .map(({ tool }) => tool)
  .filter(({ hints, name, pagesOnly }) => hints.readOnly && pagesOnly !== true && !WAYS.includes(name))
  .map(({ name }) => name);

it('asks every tool that reads', () => {
  expect(
    Object.keys(QUESTIONS).toSorted(),
    'each tool that reads has its question in QUESTIONS above, answered by the demo book',
  ).toEqual(reading.toSorted());
});

it('no trade of the demo realised more than its own excursion, for or against it', async () => {
  const { trades } = await bench.api.analytics.excursions({ query: {} });
  const { items } = await bench.api.roundTrips.list({ query: { limit: 1000, status: 'closed' } });
  const trips = new Map(items.map((trip) => [trip.id, trip]));
  const beyond = trades.flatMap(({ id, mfe_pct, mae_pct }) => {
    const trip = trips.get(id);
    if (trip === undefined || trip.trade_currency !== trip.currency) return [];
    const paid = trip.entry_avg_price * trip.total_quantity * trip.multiplier;
    const realised = (trip.gross_pnl / paid) * 100;
    // The percents are rounded.
    const isWithin = realised <= mfe_pct + 0.0001 && realised >= -mae_pct - 0.0001;
    return isWithin ? [] : [{ id, realised, mfe_pct, mae_pct }];
  });
  expect(trades.length).toBeGreaterThan(50);
  expect(beyond).toEqual([]);
});

describe('on the demo book', () => {
  it.each(Object.entries(QUESTIONS))('%s shows something', async (name, { args, gives }) => {
    const { data, isError } = await claude.call(name, (await args?.()) ?? {});
    expect({ isError, data }).toMatchObject({ isError: false });
    expect({ isShown: isSomething(data[gives]), data }).toMatchObject({ isShown: true });
    // What tools there are has nothing to do with the book.
    if (!DISCOVERY.has(name)) expect(data.demo).toBe(true);
  });

  it('closes every bridge to the cent, with what trades realised as every figure has it', async () => {
    const { api } = bench;
    const accounts = await api.accounts.list();
    const all = accounts.filter(({ is_system }) => !is_system).map(({ account_id }) => account_id);
    const queries = [{ period: 'all' }, { period: '2026' }, { period: '2026-Q3' }, { period: '2026-10' }].flatMap(
      (period) => [period, ...[...all, all.slice(0, 2).join(',')].map((account_ids) => ({ ...period, account_ids }))],
    );
    for (const query of queries) {
      const { bridge } = await api.worth.netWorth({ query });
      const { total_pnl } = await api.analytics.expectancy({ query });
      if (bridge === null) throw new Error(`there is no bridge of ${JSON.stringify(query)}`);
      const { start, end, withdrawals, fees, withholding, ...more } = bridge;
      const sum = Object.values(more).reduce(
        (total, amount) => total + amount,
        start - withdrawals - fees - withholding,
      );
      expect([sum.toFixed(2), bridge.realised]).toEqual([end.toFixed(2), total_pnl]);
    }
  });

  it('holds nothing that the trader could not have written yet', async () => {
    const { api } = bench;
    const page = { query: { limit: 200 } };
    const [trades, entries, plans, policies] = await Promise.all([
      api.trades.list(page),
      api.journal.list(page),
      api.plans.list(page),
      api.scheduling.listPolicies(),
    ]);
    const times = JSON.stringify([trades, entries, plans, policies]).match(/"[a-z_]+(?:_at|time)":"[^"]+"/g) ?? [];
    expect(times.length).toBeGreaterThan(300);
    const now = new Date(THURSDAY.getTime() + 3_600_000).toISOString();
    const future = times.filter((text) => !text.startsWith('"next_') && (text.split('":"')[1] ?? '') > now);
    expect(future).toEqual([]);
  });

  it('sends no request outside', () => {
    expect(asked).toEqual([]);
  });
});

describe('the mark of a demo book', () => {
  it('is on every answer, and cannot be removed, nor the book filled again', async () => {
    const { headers } = await globalThis.fetch(`${bench.service.url}/api/v1/health`);
    expect(headers.get('x-zorivest-demo')).toBe('true');
    expect(await bench.api.system.status()).toMatchObject({ demo: true });
    await expect(bench.person.settings.set({ params: { key: 'book.demo' }, body: { value: false } })).rejects.toThrow(
      'never changes',
    );
    await expect(bench.person.settings.remove({ params: { key: 'book.demo' } })).rejects.toThrow('never changes');
    await bench.person.settings.reset({ body: {} });
    expect((await bench.api.settings.get({ params: { key: 'book.demo' } })).value).toBe('true');
    await expect(bench.api.demo.create({ body: {} })).rejects.toMatchObject({ status: 409 });
  });

  it('brings what its broker did since, when it is synced', async () => {
    bench.advance(4 * 86_400_000);
    const synced = await bench.api.brokers.sync({ params: { broker_id: 'demo' } });
    expect(synced.imported).toBeGreaterThan(0);
    expect((await bench.api.brokers.sync({ params: { broker_id: 'demo' } })).imported).toBe(0);
  });
});

describe('a book of one’s own with nothing in it', () => {
  let own: Bench;
  let assistant: Assistant;
  beforeAll(async () => {
    own = await openBench();
    assistant = await own.connect('claude-code');
    await assistant.client.listTools();
  });
  afterAll(() => own.close());

  it('is no demo, and no setting makes it one', async () => {
    await expect(own.person.settings.set({ params: { key: 'book.demo' }, body: { value: true } })).rejects.toThrow(
      'is set when',
    );
    await expect(own.api.market.quote({ query: { ticker: 'AAPL', provider: 'demo' } })).rejects.toMatchObject({
      status: 404,
    });
    expect((await assistant.call('list_trades')).data).not.toHaveProperty('demo');
  });

  it('is answered about by every tool that needs nothing, as the tool itself describes its answers', async () => {
    const free = catalogue.entries.filter(
      ({ tool, input }) =>
        reading.includes(tool.name) && ((input.rich as { required?: string[] }).required ?? []).length === 0,
    );
    expect(free.length).toBeGreaterThan(25);
    for (const { tool } of free) {
      const { isError, structured } = await assistant.call(tool.name);
      // What fails says why; what answers has been checked by the client.
      if (!isError) expect({ name: tool.name, structured }).toMatchObject({ structured: expect.anything() as unknown });
    }
  });
});

function isSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== 0 && value !== '' && value !== false;
}
