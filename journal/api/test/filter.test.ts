// One filter for every figure: what a person narrows a question by, asked over REST.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;

async function roundTrip(
  id: string,
  instrument: string,
  {
    opened,
    closed,
    entry,
    exit,
    quantity = 10,
    account_id = 'U1',
    short = false,
  }: Readonly<{
    opened: string;
    closed: string;
    entry: number;
    exit: number;
    quantity?: number;
    account_id?: string;
    short?: boolean;
  }>,
): Promise<void> {
  const common = { instrument, quantity, account_id, commission: 1 };
  const [first, second] = short ? (['SLD', 'BOT'] as const) : (['BOT', 'SLD'] as const);
  await service.client.trades.create({
    body: { ...common, exec_id: `${id}-in`, time: opened, action: first, price: entry },
  });
  await service.client.trades.create({
    body: { ...common, exec_id: `${id}-out`, time: closed, action: second, price: exit },
  });
}

beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client, 'U1');
  await withAccount(service.client, 'U2');
  // +98 on 31 December, 19:30 in New York: 2026 already in London, 2025 where the market is.
  await roundTrip('A', 'AAPL', {
    opened: '2025-12-31T15:00:00Z',
    closed: '2026-01-01T00:30:00Z',
    entry: 100,
    exit: 110,
  });
  // −52 short in February, +0 in the second account in March, +198 on a call in July.
  await roundTrip('B', 'MSFT', {
    opened: '2026-02-02T15:00:00Z',
    closed: '2026-02-03T15:00:00Z',
    entry: 100,
    exit: 105,
    short: true,
  });
  await roundTrip('C', 'AAPL', {
    opened: '2026-03-02T15:00:00Z',
    closed: '2026-03-03T15:00:00Z',
    entry: 100,
    exit: 100.2,
    account_id: 'U2',
  });
  await roundTrip('D', 'AAPL 270115 C 200', {
    opened: '2026-07-01T15:00:00Z',
    closed: '2026-07-02T15:00:00Z',
    entry: 2,
    exit: 4,
    quantity: 1,
  });
  await service.client.reports.create({
    params: { exec_id: 'B-out' },
    body: { setup_quality: 'B', execution_quality: 'C', followed_plan: false, tags: ['fade', 'news'] },
  });
});
afterAll(() => service.close());

describe('the filter', () => {
  const listIds = async (
    query: Parameters<TestService['client']['roundTrips']['list']>[0] extends infer I
      ? I extends { query?: infer Q }
        ? Q
        : never
      : never,
  ) => {
    const { items } = await service.client.roundTrips.list({ query: { sort: 'opened_at', ...query } });
    return items.map(({ id }) => id);
  };

  it.each([
    ['one account', { account_id: 'U2' }, ['rt-C-in']],
    ['several accounts', { account_ids: 'U1, U2' }, ['rt-A-in', 'rt-B-in', 'rt-C-in', 'rt-D-in']],
    ['a year, by the days of New York', { period: '2025' }, ['rt-A-in']],
    ['a quarter', { period: '2026-Q3' }, ['rt-D-in']],
    ['its first and last closing day, both included', { from: '2026-02-03', to: '2026-03-03' }, ['rt-B-in', 'rt-C-in']],
    ['any of several tags', { tags: 'news,earnings' }, ['rt-B-in']],
    ['a strategy by its tag', { strategy: 'Fade' }, ['rt-B-in']],
    ['a strategy by what the options form', { strategy: 'long call' }, ['rt-D-in']],
    ['instruments', { instrument: 'AAPL,MSFT' }, ['rt-A-in', 'rt-B-in', 'rt-C-in']],
    ['underlyings, options included', { underlying: 'AAPL' }, ['rt-A-in', 'rt-C-in', 'rt-D-in']],
    ['a side', { direction: 'short' }, ['rt-B-in']],
    ['winners', { result: 'win' }, ['rt-A-in', 'rt-D-in']],
    ['losers', { result: 'loss' }, ['rt-B-in']],
    ['neither', { result: 'break_even' }, ['rt-C-in']],
    ['all at once', { account_id: 'U1', period: '2026', underlying: 'AAPL', result: 'win' }, ['rt-D-in']],
  ] as const)('takes %s', async (_, query, ids) => {
    expect(await listIds(query)).toEqual(ids);
  });

  it('means the same on every route', async () => {
    const query = { underlying: 'AAPL', from: '2025-12-31', to: '2026-03-03' } as const;
    const { client } = service;
    const answers = [
      await client.analytics.expectancy({ query }),
      await client.analytics.drawdown({ query: { ...query, simulations: 100 } }),
      await client.analytics.sqn({ query }),
      await client.analytics.strategyBreakdown({ query }),
      await client.analytics.timeBreakdown({ query }),
      await client.analytics.equityCurve({ query }),
      await client.costs.fees({ query }),
      await client.costs.costOfFree({ query }),
      await client.costs.pfofReport({ query: { ...query, account_id: 'U1' } }),
      await client.mistakes.summary({ query }),
      await client.mistakes.suspects({ query }),
      await client.roundTrips.list({ query }),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        period: '2025-12-31..2026-03-03',
        currency: 'USD',
        unit: 'structure',
        time_zone: 'America/New_York',
        convention: expect.any(String) as string,
      });
      expect(answer.trade_count).toBe(answer.account_id === 'U1' ? 1 : 2);
    }
  });

  it('counts fees of executions, and each trade once', async () => {
    const fees = await service.client.costs.fees({ query: { period: 'all', underlying: 'AAPL' } });
    expect(fees).toMatchObject({ trade_count: 3, execution_count: 6, total_fees: 6, per_trade: 2 });
  });

  it('refuses what it does not know, saying what it does', async () => {
    const ask = (query: object) => service.client.analytics.expectancy({ query });
    await expect(ask({ period: '2026-Q5' })).rejects.toMatchObject({ status: 422 });
    await expect(ask({ from: '2026-03-01', to: '2026-02-01' })).rejects.toMatchObject({ status: 422 });
    await expect(ask({ result: 'draw' })).rejects.toMatchObject({ status: 422 });
    await expect(ask({ account_ids: 'U1,unknown' })).rejects.toMatchObject({ status: 404 });
  });
});

describe('round trips', () => {
  it('are sorted, searched and summed', async () => {
    const worstFirst = await service.client.roundTrips.list({ query: { sort: 'pnl', limit: 2 } });
    expect(worstFirst.items.map(({ pnl }) => pnl)).toEqual([-52, 0]);
    // The sums are of all four, not of the page.
    expect(worstFirst).toMatchObject({ total: 4, sums: { pnl: 244, total_commission: 8, wins: 2, losses: 1 } });
    const found = await service.client.roundTrips.list({ query: { search: 'fade' } });
    expect(found.items).toMatchObject([{ id: 'rt-B-in', tags: ['fade', 'news'], direction: 'SLD' }]);
  });

  it('one has its executions, report, mistakes, images and plan', async () => {
    const plan = await service.client.plans.create({
      body: {
        ticker: 'MSFT',
        direction: 'short',
        conviction: 'low',
        strategy_name: 'Fade the gap',
        entry: 100,
        stop: 104,
        target: 90,
        conditions: 'a gap',
        timeframe: 'daily',
      },
    });
    await service.client.plans.update({
      params: { plan_id: plan.id },
      body: { status: 'executed', linked_trade_id: 'B-in' },
    });
    await service.client.mistakes.create({ body: { trade_exec_id: 'B-out', category: 'late_exit' } });
    const trip = await service.client.roundTrips.get({ params: { trip_id: 'rt-B-in' } });
    expect(trip).toMatchObject({
      id: 'rt-B-in',
      pnl: -52,
      realized_pnl: -52,
      fx_pnl: 0,
      currency: 'USD',
      trade_currency: 'USD',
      executions: [{ exec_id: 'B-in' }, { exec_id: 'B-out' }],
      report: { trade_id: 'B-out', tags: ['fade', 'news'] },
      mistakes: [{ trade_id: 'B-out', category: 'late_exit' }],
      images: [],
      plan: { strategy_name: 'Fade the gap' },
    });
    await expect(service.client.roundTrips.get({ params: { trip_id: 'rt-nothing' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

it('a list of fills says what the closing ones realised', async () => {
  const { items } = await service.client.trades.list({ query: { instrument: 'MSFT', sort: 'time' } });
  expect(items.map(({ exec_id, realized_pnl }) => [exec_id, realized_pnl])).toEqual([
    ['B-in', 0],
    ['B-out', -52],
  ]);
});

describe('the days', () => {
  it('are those of the setting display.time_zone, and tax, calendar and periods agree', async () => {
    const year = (period: string) => service.client.analytics.expectancy({ query: { period, account_id: 'U1' } });
    expect((await year('2025')).total_pnl).toBe(98);
    const curve = await service.client.analytics.equityCurve({ query: { instrument: 'AAPL', account_id: 'U1' } });
    expect(curve.days).toMatchObject([{ day: '2025-12-31', pnl: 98 }]);
    const times = await service.client.analytics.timeBreakdown({ query: { instrument: 'AAPL', account_id: 'U1' } });
    expect(times.by_month).toMatchObject([{ name: '2025-12' }]);
    expect((await service.client.tax.ytdSummary({ query: { tax_year: 2025 } })).realized_st_gain).toBe(98);
    await service.client.settings.set({ params: { key: 'display.time_zone' }, body: { value: 'Europe/London' } });
    expect(await year('2025')).toMatchObject({ trade_count: 0, time_zone: 'Europe/London' });
    expect((await year('2026')).total_pnl).toBe(98 - 52 + 198);
    await expect(
      service.client.settings.set({ params: { key: 'display.time_zone' }, body: { value: 'Mars/Base' } }),
    ).rejects.toMatchObject({ status: 422 });
    await service.client.settings.remove({ params: { key: 'display.time_zone' } });
  });
});
