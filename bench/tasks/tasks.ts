/** Forty requests of a trader: the calls a good assistant makes, and the facts its answer must hold, asked of REST apart. */
import type { JournalClient } from '@zorivest/contract';

type Args = Readonly<Record<string, unknown>>;
export type Data = Readonly<Record<string, unknown>>;

export interface Call {
  readonly tool: string;
  /** Its arguments; from the answer of the call before where it needs one. */
  readonly args: (before: Data) => Args;
}

export interface Task {
  /** As the person says it: what the assistant searches tools with. */
  readonly request: string;
  readonly calls: readonly Call[];
  /** What must stand in the answer of the last call, as it would stand there. */
  readonly facts: (api: JournalClient) => Promise<readonly string[]>;
  /** Takes back what was written, so that the next client finds the same book. */
  readonly after?: ((api: JournalClient, answer: Data) => Promise<unknown>) | undefined;
}

const call = (tool: string, args: Args = {}): Call => ({ tool, args: () => args });

function task(request: string, calls: Call | readonly Call[], facts: Task['facts'], after?: Task['after']): Task {
  return { request, calls: 'tool' in calls ? [calls] : calls, facts, after };
}

/** A field as JSON has it. */
const field = (name: string, value: unknown): string => `"${name}":${JSON.stringify(value)}`;
const fields = (answer: object, ...names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = (answer as Data)[name];
    return value === null || value === undefined ? [] : [field(name, value)];
  });

interface NamedSlice {
  readonly name: string;
  readonly total_pnl: number;
}
const bestOf = (slices: readonly NamedSlice[]): string =>
  slices.toSorted((a, b) => b.total_pnl - a.total_pnl).at(0)?.name ?? 'none';
const pnls = (slices: readonly NamedSlice[]): string[] => slices.map(({ total_pnl }) => field('total_pnl', total_pnl));

/** Every closed trade, newest first, by pages: sorted and counted here, not by the service. */
type TripsQuery = NonNullable<Parameters<JournalClient['roundTrips']['list']>[0]>;

const closedTrips = (api: JournalClient, { query }: TripsQuery = {}) =>
  allTrips(api, { query: { status: 'closed', ...query } });

async function allTrips(api: JournalClient, { query }: TripsQuery) {
  const all = [];
  for (let offset = 0; ; offset += 1000) {
    const { items, total } = await api.roundTrips.list({ query: { ...query, limit: 1000, offset } });
    all.push(...items);
    if (offset + items.length >= total || items.length === 0) return all;
  }
}

const rows = (before: Data, name = 'items'): readonly Data[] => (before[name] ?? []) as readonly Data[];

/** The demo book on this evening; the tasks say days of that year. */
export const EVENING = new Date('2026-11-12T21:30:00Z');
const YEAR = 2026;
const THIS_YEAR = { query: { from: `${YEAR}-01-01`, to: `${YEAR}-12-31` } } as const;

const BOUGHT = { instrument: 'AAPL', action: 'BOT', quantity: 10, price: 190, account_id: 'DEMO-MARGIN' };

export const tasks: readonly Task[] = [
  task('which weekday is my best', call('get_breakdown', { by: 'weekday' }), async (api) => {
    const { by_weekday } = await api.analytics.timeBreakdown();
    return [field('best', bestOf(by_weekday)), ...pnls(by_weekday)];
  }),
  task('at what hour of the day do I trade best', call('get_breakdown', { by: 'hour' }), async (api) => {
    const { by_hour } = await api.analytics.timeBreakdown();
    return [field('best', bestOf(by_hour))];
  }),
  task('am I better long or short', call('get_breakdown', { by: 'side' }), async (api) => {
    const { by_direction } = await api.analytics.timeBreakdown();
    return [field('best', bestOf(by_direction)), ...pnls(by_direction)];
  }),
  task('results month by month this year', call('get_breakdown', { by: 'month', period: 'this_year' }), async (api) => {
    const { by_month } = await api.analytics.timeBreakdown(THIS_YEAR);
    return pnls(by_month);
  }),
  task(
    'compare my breakout with my pullback trades',
    call('get_breakdown', { by: 'tag', names: 'breakout,pullback' }),
    async (api) => {
      const { strategies } = await api.analytics.strategyBreakdown();
      const two = strategies.filter(({ strategy_name }) => ['breakout', 'pullback'].includes(strategy_name));
      return two.flatMap((one) => fields(one, 'total_pnl', 'win_rate'));
    },
  ),
  task('which setups make me money', call('get_breakdown', { by: 'setup', sort: 'best' }), async (api) => {
    const { parts } = await api.analytics.breakdown({ query: { by: 'setup', sort: 'best', limit: 3 } });
    return parts.flatMap((part) => fields(part, 'name', 'total_pnl'));
  }),
  task(
    'which tickers cost me the most money',
    call('get_breakdown', { by: 'instrument', sort: 'worst', limit: 5 }),
    async (api) => {
      const { by_instrument } = await api.analytics.timeBreakdown();
      const worst = by_instrument.toSorted((a, b) => a.total_pnl - b.total_pnl).slice(0, 5);
      return worst.flatMap((part) => fields(part, 'name', 'total_pnl'));
    },
  ),
  task('do I do worse with bigger positions', call('get_breakdown', { by: 'size' }), async (api) => {
    const { trade_count } = await api.analytics.expectancy();
    return [field('by', 'size'), field('trade_count', trade_count)];
  }),
  task('does holding longer pay off for me', call('get_breakdown', { by: 'holding' }), async (api) => {
    const { by_holding_time } = await api.analytics.timeBreakdown();
    return [field('best', bestOf(by_holding_time)), ...pnls(by_holding_time)];
  }),
  task('which of my accounts does best', call('get_breakdown', { by: 'account' }), async (api) => {
    const accounts = await api.accounts.list();
    const results = await Promise.all(
      accounts.map(async ({ account_id }) => ({
        name: account_id,
        ...(await api.analytics.expectancy({ query: { account_id } })),
      })),
    );
    return [field('best', bestOf(results.filter(({ trade_count }) => trade_count > 0)))];
  }),
  task(
    'show me my five worst trades',
    call('get_round_trips', { status: 'closed', sort: 'pnl', limit: 5 }),
    async (api) => {
      const trips = await closedTrips(api);
      return trips
        .toSorted((a, b) => a.pnl - b.pnl)
        .slice(0, 5)
        .map(({ pnl }) => field('pnl', pnl));
    },
  ),
  task(
    'only my losers of this year',
    call('get_round_trips', { result: 'loss', period: 'this_year', limit: 5 }),
    async (api) => {
      // Lost by what its exits of the year brought, also where a part of it is open still.
      const trips = await allTrips(api, THIS_YEAR);
      return [field('total', trips.filter((trip) => Math.round(100 * trip.pnl_in_period) < 0).length)];
    },
  ),
  task('what trades did I close today', call('get_round_trips', { period: 'today', limit: 10 }), async (api) => {
    const day = EVENING.toISOString().slice(0, 10);
    const trips = await closedTrips(api, { query: { from: day, to: day } });
    return [field('total', trips.length), ...trips.slice(0, 10).map(({ pnl }) => field('pnl', pnl))];
  }),
  task('how did last week go', call('get_expectancy_metrics', { period: 'last_week' }), async (api) => {
    const week = { query: { from: '2026-11-02', to: '2026-11-08' } };
    return fields(await api.analytics.expectancy(week), 'total_pnl', 'trade_count', 'win_rate');
  }),
  task('what is my win rate', call('get_expectancy_metrics'), async (api) =>
    fields(await api.analytics.expectancy(), 'win_rate', 'trade_count'),
  ),
  task(
    'I bought 10 AAPL at 190 in my margin account, write it down',
    [
      call('get_confirmation_token', { action: 'create_trade', params: BOUGHT }),
      { tool: 'create_trade', args: ({ token }) => ({ ...BOUGHT, confirmation_token: token }) },
    ],
    () => Promise.resolve([field('status', 'created'), field('instrument', 'AAPL')]),
    async (api, { exec_id }) => api.trades.remove({ params: { exec_id: String(exec_id) } }),
  ),
  task('how good is my system quality number', call('get_sqn'), async (api) =>
    fields(await api.analytics.sqn(), 'sqn', 'grade'),
  ),
  task('how bad could a drawdown get', call('simulate_drawdown', { simulations: 1000 }), async (api) =>
    fields(await api.analytics.drawdown({ query: { simulations: 1000 } }), 'max_drawdown', 'max_drawdown_median'),
  ),
  task('how much did I pay in fees this year', call('get_fee_breakdown', { period: 'this_year' }), async (api) =>
    fields(await api.costs.fees(THIS_YEAR), 'total_fees'),
  ),
  task('is free trading really free for me', call('get_cost_of_free', { period: 'all' }), async (api) =>
    fields(await api.costs.costOfFree({ query: { period: 'all' } }), 'total_hidden_cost'),
  ),
  task('what do I hold right now', call('list_positions', { limit: 10 }), async (api) => {
    const { items } = await api.roundTrips.open();
    return [
      field('total', items.length),
      ...items.slice(0, 10).map(({ instrument }) => field('instrument', instrument)),
    ];
  }),
  task('which accounts do I have', call('list_accounts'), async (api) =>
    (await api.accounts.list()).map(({ account_id }) => field('account_id', account_id)),
  ),
  task('when did I last import something', call('list_imports', { limit: 5 }), async (api) => {
    const { items } = await api.imports.list({ query: { limit: 1 } });
    return items.map(({ run_id }) => field('run_id', run_id));
  }),
  task(
    'which trades of this month look like a mistake',
    call('list_suspects', { period: 'this_month' }),
    async (api) => {
      const { suspects } = await api.mistakes.suspects({ query: { from: '2026-11-01', to: '2026-11-30' } });
      return suspects.map(({ trip_id }) => field('trip_id', trip_id));
    },
  ),
  task('what do my mistakes cost me', call('get_mistake_summary', { period: 'all' }), async (api) =>
    fields(await api.mistakes.summary({ query: { period: 'all' } }), 'total_cost', 'count'),
  ),
  task('do I have wash sales this year', call('find_wash_sales', { limit: 5 }), async (api) => {
    const body = { date_range_start: `${YEAR}-01-01`, date_range_end: EVENING.toISOString().slice(0, 10), limit: 1 };
    return fields(await api.washSales.find({ body }), 'total', 'total_disallowed');
  }),
  task('how much tax will I owe for this year', call('estimate_tax', { tax_year: YEAR }), async (api) =>
    fields(await api.tax.estimate({ body: { tax_year: YEAR } }), 'total_estimated_tax'),
  ),
  task(
    'what is due for my quarterly payment in Q4',
    call('get_quarterly_estimate', { quarter: 'Q4', tax_year: YEAR }),
    async (api) => fields(await api.tax.quarterly({ query: { quarter: 'Q4', tax_year: YEAR } }), 'due', 'due_date'),
  ),
  task(
    'which tax lots of KO do I have',
    call('get_tax_lots', { ticker: 'KO', with_prices: false, limit: 10 }),
    async (api) => {
      const { total_count } = await api.tax.lots({ query: { ticker: 'KO', status: 'open', with_prices: false } });
      return [field('total_count', total_count)];
    },
  ),
  task(
    'what would selling 10 KO at 70 cost me in tax',
    call('simulate_tax_impact', { ticker: 'KO', action: 'sell', quantity: 10, price: 70 }),
    async (api) => {
      const sale = { ticker: 'KO', action: 'sell', quantity: 10, price: 70 } as const;
      return fields((await api.tax.simulate({ body: sale })).summary, 'proceeds', 'realized_gain');
    },
  ),
  task('which losses are worth harvesting', call('harvest_losses'), async (api) => {
    const { opportunities } = await api.tax.harvest({ query: { min_loss_threshold: 100 } });
    return opportunities.slice(0, 1).flatMap((one) => fields(one, 'ticker'));
  }),
  task(
    'my short-term and long-term gains so far this year',
    call('get_ytd_tax_summary', { tax_year: YEAR }),
    async (api) =>
      fields(await api.tax.ytdSummary({ query: { tax_year: YEAR } }), 'realized_st_gain', 'realized_lt_gain'),
  ),
  task('what is AAPL trading at', call('get_stock_quote', { ticker: 'AAPL' }), async (api) =>
    fields(await api.market.quote({ query: { ticker: 'AAPL' } }), 'price'),
  ),
  task('any news on AAPL', call('get_market_news', { ticker: 'AAPL', count: 3 }), async (api) =>
    (await api.market.news({ query: { ticker: 'AAPL', count: 3 } })).map(({ title }) =>
      JSON.stringify(title).slice(1, -1),
    ),
  ),
  task(
    'when was the last ex-dividend date of KO',
    call('get_market_calendar', { kind: 'dividends', ticker: 'KO', start_date: '2026-01-01', end_date: '2026-12-31' }),
    async (api) => {
      const range = { ticker: 'KO', start_date: '2026-01-01', end_date: '2026-12-31' };
      const known = await api.market.data({ params: { data_type: 'dividends' }, query: range });
      return known.slice(-1).flatMap((one) => fields(one, 'ex_date', 'dividend_amount'));
    },
  ),
  task(
    'how many shares if I risk 1% of 50000, entry 100, stop 98',
    call('calculate_position_size', { balance: 50_000, risk_pct: 1, entry: 100, stop: 98 }),
    () => Promise.resolve([field('share_size', 250)]),
  ),
  task('list my last fills in AAPL', call('list_trades', { instrument: 'AAPL', limit: 5 }), async (api) => {
    const { items } = await api.trades.list({ query: { instrument: 'AAPL', limit: 5 } });
    return items.map(({ exec_id }) => field('exec_id', exec_id));
  }),
  task(
    'what did I write in the review of my last pullback trade',
    [
      call('get_round_trips', { status: 'closed', tags: 'pullback', limit: 1 }),
      {
        tool: 'get_report_for_trade',
        args: (before) => ({ trade_id: (rows(before)[0]?.entry_exec_ids as readonly string[] | undefined)?.[0] }),
      },
    ],
    () => Promise.resolve(['pullback']),
  ),
  task(
    'win rate, SQN, drawdown and fees at a glance',
    call('query_trade_analytics', { metrics: ['expectancy', 'sqn', 'drawdown', 'fee_breakdown'], period: 'all' }),
    async (api) => [
      ...fields(await api.analytics.expectancy(), 'win_rate'),
      ...fields(await api.analytics.sqn(), 'sqn'),
      ...fields(await api.costs.fees({ query: { period: 'all' } }), 'total_fees'),
    ],
  ),
  task(
    'plan a long in MSFT: entry 400, stop 390, target 430, on a breakout',
    call('create_trade_plan', {
      ticker: 'MSFT',
      direction: 'long',
      strategy_name: 'breakout',
      entry: 400,
      stop: 390,
      target: 430,
      conditions: 'a close above 400',
    }),
    () => Promise.resolve([field('ticker', 'MSFT'), '"risk_reward']),
    (api, { id }) => api.plans.remove({ params: { plan_id: Number(id) } }),
  ),
];
