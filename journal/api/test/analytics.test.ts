import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';
import { outsideHttp, type OutsideHttp, paidModel } from './outside.ts';

let service: TestService;
let outside: OutsideHttp;

/** One-minute bars of the first trade, as Polygon sends them: up to 152, down to 149. */
const start = Date.UTC(2026, 0, 5, 14, 30);
const bars = {
  status: 'OK',
  results: [
    { t: start, o: 150, h: 150.5, l: 149.5, c: 150.4, v: 1 },
    { t: start + 60_000, o: 150.5, h: 151, l: 149, c: 150.8, v: 1 },
    { t: start + 120_000, o: 151, h: 152, l: 150, c: 151.5, v: 1 },
  ],
};

const account = 'U1';
let count = 0;

async function trade(
  action: 'BOT' | 'SLD',
  minute: number,
  quantity: number,
  price: number,
  more: Partial<Parameters<TestService['client']['trades']['create']>[0]['body']> = {},
): Promise<string> {
  count += 1;
  const exec_id = `E${count}`;
  const time = new Date(Date.UTC(2026, 0, 5, 14, 30) + minute * 60_000).toISOString();
  const body = { exec_id, time, instrument: 'AAPL', action, quantity, price, account_id: account, ...more };
  await service.client.trades.create({ body });
  return exec_id;
}

beforeAll(async () => {
  outside = await outsideHttp({
    'GET api.massive.com /v2/aggs/ticker/AAPL/range/1/minute/2026-01-05/2026-01-05': { body: bars },
    'POST model.test /v1/messages': {
      body: { content: [{ type: 'text', text: 'Size was right.' }], usage: { input_tokens: 1000, output_tokens: 100 } },
    },
  });
  service = await openTestService({ fetch: outside.fetch });
  await service.person.market.configureProvider({
    params: { name: 'polygon' },
    body: { api_key: 'polygon-key-0123456789' },
  });
  await withAccount(service.client, account);
  await service.client.accounts.update({ params: { account_id: account }, body: { broker_id: 'robinhood' } });
  await service.client.accounts.recordBalance({
    params: { account_id: account },
    body: { balance: 10_000, snapshot_datetime: '2026-01-01T00:00:00Z' },
  });
  // E1–E2: +100 less 2 in fees, risked 50. E3–E4: −50, risked 50. E5: still open.
  await trade('BOT', 0, 100, 150, { commission: 1, risk_amount: 50 });
  await trade('SLD', 2, 100, 151, { commission: 1 });
  await trade('BOT', 10, 100, 150, { risk_amount: 50 });
  await trade('SLD', 20, 100, 149.5);
  await trade('BOT', 60, 10, 150);
});
afterAll(async () => {
  await service.close();
  await outside.close();
});

describe('round trips', () => {
  it('are listed newest first, with what is open among them', async () => {
    const { items, total } = await service.client.roundTrips.list({ query: {} });
    expect(total).toBe(3);
    expect(items.map(({ status, realized_pnl }) => [status, realized_pnl])).toEqual([
      ['open', 0],
      ['closed', -50],
      ['closed', 98],
    ]);
    expect(items[2]).toMatchObject({
      direction: 'BOT',
      total_quantity: 100,
      total_commission: 2,
      entry_exec_ids: ['E1'],
      exit_exec_ids: ['E2'],
      opened_at: '2026-01-05T14:30:00Z',
      holding_period_seconds: 120,
    });
    expect((await service.client.roundTrips.list({ query: { status: 'open' } })).total).toBe(1);
    expect((await service.client.roundTrips.list({ query: { limit: 1, offset: 1 } })).items[0]?.realized_pnl).toBe(-50);
    expect((await service.client.roundTrips.list({ query: { ticker: 'TSLA' } })).total).toBe(0);
  });
});

describe('results', () => {
  it('expectancy names its convention and what it left out', async () => {
    const result = await service.client.analytics.expectancy({ query: { account_id: account } });
    expect(result).toMatchObject({
      trade_count: 2,
      win_rate: 0.5,
      avg_win: 98,
      avg_loss: -50,
      expectancy: 24,
      profit_factor: 1.96,
      avg_commission: 1,
      reliable: false,
      // The third position has realised nothing: nothing of it is left out.
      left_out: [],
      unit: 'structure',
      currency: 'USD',
      period: 'all',
      time_zone: 'America/New_York',
    });
    expect(result.convention).toContain('Win rate = wins / all trades');
    // Six significant digits.
    expect(result.kelly_pct).toBe(24.4898);
  });

  it('are null where nothing was traded, and a 404 for an account that is not there', async () => {
    expect(await service.client.analytics.expectancy({ query: { period: '2001' } })).toMatchObject({
      trade_count: 0,
      win_rate: null,
      expectancy: null,
      avg_win: null,
      profit_factor: null,
      kelly_pct: null,
      total_pnl: 0,
    });
    await expect(service.client.analytics.expectancy({ query: { account_id: 'unknown' } })).rejects.toMatchObject({
      status: 404,
    });
    await expect(service.client.analytics.expectancy({ query: { period: 'soon' } })).rejects.toMatchObject({
      status: 422,
    });
  });

  it('the drawdown there was and could be, the same for the same seed', async () => {
    const query = { simulations: 500, seed: 9 };
    const first = await service.client.analytics.drawdown({ query });
    expect(first).toMatchObject({
      max_drawdown: -50,
      seed: 9,
      simulations_run: 500,
      starting_equity: 10_000,
      current_drawdown: -50,
      // 50 of 10,098, in percent like the simulated ones.
      max_drawdown_pct: -0.495148,
    });
    const { p5 = NaN, p95 = NaN } = first.max_drawdown_percentiles ?? {};
    expect(p95).toBeLessThanOrEqual(p5);
    expect(p5).toBeLessThanOrEqual(0);
    expect(first.max_drawdown_median).toBeLessThan(0);
    expect(first.probability_table).toHaveLength(8);
    expect(await service.client.analytics.drawdown({ query })).toEqual(first);
  });

  it('the SQN is in R when every trade has a risk', async () => {
    // R: 1.96 and −1: mean 0.48.
    const result = await service.client.analytics.sqn({ query: {} });
    expect(result).toMatchObject({ measure: 'R', mean_r: 0.48, trade_count: 2, grade: 'Poor' });
    expect(await service.client.analytics.rMultiples({ query: {} })).toMatchObject({
      best_r: 1.96,
      worst_r: -1,
      trades: [
        { id: 'rt-E1', r: 1.96 },
        { id: 'rt-E3', r: -1 },
      ],
    });
    const { days } = await service.client.analytics.equityCurve({ query: { with_r: true } });
    expect(days).toEqual([{ day: '2026-01-05', pnl: 48, trade_count: 2, win_rate: 0.5, r: 0.96, r_count: 2 }]);
  });

  it('by strategy tag, by time, and as a curve', async () => {
    await service.client.reports.create({
      params: { exec_id: 'E1' },
      body: { setup_quality: 'A', execution_quality: 'B', followed_plan: true, tags: ['breakout'] },
    });
    expect((await service.client.analytics.strategyBreakdown({ query: {} })).strategies).toMatchObject([
      { strategy_name: 'breakout', total_pnl: 98, trade_count: 1, win_rate: 1 },
      { strategy_name: 'untagged', total_pnl: -50, trade_count: 1, win_rate: 0 },
    ]);
    expect(await service.client.analytics.strategyBreakdown({ query: {} })).toMatchObject({
      by_plan: [{ name: 'no plan', trade_count: 2 }],
      by_category: [{ name: 'scalp' }, { name: 'day' }],
      by_direction: [{ name: 'long', total_pnl: 48 }],
      by_option_structure: [],
    });
    const times = await service.client.analytics.timeBreakdown({ query: {} });
    expect(times.by_hour).toMatchObject([{ name: '09:00', trade_count: 2 }]);
    expect(times.by_weekday).toMatchObject([{ name: 'Monday' }]);
    expect(await service.client.analytics.equityCurve({ query: {} })).toMatchObject({
      starting_equity: 0,
      final_equity: 48,
      points: {
        time: ['2026-01-05T14:32:00Z', '2026-01-05T14:50:00Z'],
        equity: [98, 48],
        drawdown: [0, -50],
        trip_id: ['rt-E1', 'rt-E3'],
      },
      days: [{ day: '2026-01-05', pnl: 48, trade_count: 2 }],
    });
  });
});

describe('costs', () => {
  it('fees, the order-flow estimate and both together', async () => {
    const query = { account_id: account, period: '2026' };
    expect(await service.client.costs.fees({ query })).toMatchObject({
      total_fees: 2,
      by_type: [{ type: 'commission', amount: 2, share: 1 }],
      by_broker: [{ broker: 'robinhood', amount: 2 }],
      pnl_pct: 4,
    });
    const { by_month } = await service.client.costs.fees({ query: { ...query, with_months: true } });
    expect(by_month).toEqual([{ month: '2026-01', amount: 2 }]);
    const flow = await service.client.costs.pfofReport({ query });
    expect(flow).toMatchObject({ label: 'ESTIMATE', routing_type: 'pfof', trades_analyzed: 5, confidence: 'low' });
    // 61,550 dollars traded at 3.6 basis points.
    expect(flow.estimated_cost).toBe(22.16);
    expect(await service.client.costs.costOfFree({ query })).toMatchObject({
      total_hidden_cost: 24.16,
      fee_component: 2,
      pfof_component: 22.16,
    });
  });

  it('a fill is scored against a quote, or not at all', async () => {
    expect(await service.client.costs.executionQuality({ query: { trade_id: 'E1' } })).toMatchObject({
      nbbo_available: false,
      score: null,
      problems: [{ code: 'no_quote' }],
    });
    expect(
      await service.client.costs.executionQuality({ query: { trade_id: 'E1', bid: 149.98, ask: 150.02 } }),
    ).toMatchObject({
      score: 100,
      grade: 'A',
      slippage_estimate: -2,
      quote_source: 'given',
    });
    await expect(
      service.client.costs.executionQuality({ query: { trade_id: 'E9', bid: 1, ask: 2 } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('prices around a trade', () => {
  const ofPolygon = () => outside.requests.filter(({ path }) => path.includes('/v2/aggs/')).length;

  it('are fetched once and then read from the book, whether or not a provider is still there', async () => {
    const trip = await service.client.roundTrips.bars({ params: { trip_id: 'E1' } });
    expect(trip).toMatchObject({
      ticker: 'AAPL',
      of: 'instrument',
      interval: '1m',
      provider: 'polygon',
      missing: null,
    });
    expect(trip.bars).toEqual({
      time: ['2026-01-05T14:30:00Z', '2026-01-05T14:31:00Z', '2026-01-05T14:32:00Z'],
      open: [150, 150.5, 151],
      high: [150.5, 151, 152],
      low: [149.5, 149, 150],
      close: [150.4, 150.8, 151.5],
      volume: [1, 1, 1],
    });
    const asked = ofPolygon();
    const polygon = { params: { name: 'polygon' } };
    await service.person.market.configureProvider({ ...polygon, body: { is_enabled: false } });
    try {
      const again = await service.client.roundTrips.bars({ params: { trip_id: trip.trip_id } });
      expect(again.bars).toEqual(trip.bars);
      expect(again).toMatchObject({ provider: 'polygon', missing: null });
      // Others that need the same bars have them too.
      expect(await service.client.analytics.excursion({ params: { exec_id: 'E1' } })).toMatchObject({
        mfe_dollars: 100,
      });
    } finally {
      await service.person.market.configureProvider({ ...polygon, body: { is_enabled: true } });
    }
    expect(ofPolygon()).toBe(asked);
  });

  it('that no source has are no error, and say why', async () => {
    const { bars: none, missing } = await service.client.roundTrips.bars({ params: { trip_id: 'E5' } });
    expect(none.time).toEqual([]);
    expect(missing).toMatchObject({ code: 'no_bars', message: expect.stringContaining('polygon') as unknown });
    await expect(service.client.roundTrips.bars({ params: { trip_id: 'nothing' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('of a morning long ago are no price of today; one that somebody gives is, and says of whom and when', async () => {
    const apple = async () =>
      (await service.client.roundTrips.open()).items.find(({ instrument }) => instrument === 'AAPL');
    const held = { open_quantity: 10, avg_price: 150 };
    expect(await apple()).toMatchObject({ ...held, price: null, market_value: null, unrealized_pnl: null });
    const { time_zone } = await service.client.roundTrips.open();
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: time_zone }).format(new Date());
    await service.client.worth.putPrices({ body: { prices: [{ date, instrument: 'AAPL', price: 151.5 }] } });
    expect(await apple()).toMatchObject({
      ...held,
      price: 151.5,
      price_date: date,
      price_source: 'person',
      provider: null,
      market_value: 1515,
      unrealized_pnl: 15,
    });
    expect(await service.client.roundTrips.open()).toMatchObject({ unrealized_pnl: 15, oldest_price_days: 0 });
  });
});

describe('a part of a breakdown', () => {
  const listTrips = async (slice: string) =>
    (await service.client.roundTrips.list({ query: { slice, limit: 100 } })).items.map(({ id }) => id);

  it('leads to its trades: as many as it counts', async () => {
    const { by_hour, by_weekday, by_holding_time } = await service.client.analytics.timeBreakdown();
    for (const [kind, slices] of Object.entries({ hour: by_hour, weekday: by_weekday, holding: by_holding_time }))
      for (const { name, trade_count } of slices) expect(await listTrips(`${kind}:${name}`)).toHaveLength(trade_count);
    const { by_category, strategies, by_plan } = await service.client.analytics.strategyBreakdown();
    for (const { name, trade_count } of by_category)
      expect(await listTrips(`category:${name}`)).toHaveLength(trade_count);
    for (const { name, trade_count } of by_plan) expect(await listTrips(`plan:${name}`)).toHaveLength(trade_count);
    for (const { strategy_name, trade_count } of strategies)
      expect(await listTrips(`tag:${strategy_name}`)).toHaveLength(trade_count);
    for (const kind of ['month', 'setup', 'size'] as const)
      for (const { name, trade_count } of (await service.client.analytics.breakdown({ query: { by: kind } })).parts)
        expect(await listTrips(`${kind}:${name}`)).toHaveLength(trade_count);
  });

  it('may be the cell of a weekday and an hour, or a range of R', async () => {
    const { cells, trade_count: all } = await service.client.analytics.hoursOfWeek();
    expect(cells.reduce((sum, { trade_count }) => sum + trade_count, 0)).toBe(all);
    // An hour of which there is one cell is that cell, in R too.
    const { parts } = await service.client.analytics.breakdown({ query: { by: 'hour' } });
    const alone = cells.filter(({ hour }) => cells.filter((other) => other.hour === hour).length === 1);
    for (const { hour, trade_count, mean_r } of alone)
      expect(parts.find(({ name }) => name === hour)).toMatchObject({ trade_count, mean_r });
    expect(alone.some(({ mean_r }) => mean_r !== null)).toBe(true);
    for (const { weekday, hour, trade_count } of cells)
      expect(await listTrips(`weekday:${weekday};hour:${hour}`)).toHaveLength(trade_count);
    const utc = await service.client.analytics.hoursOfWeek({ query: { time_zone: 'UTC' } });
    const first = (found: readonly { hour: string }[]) => found.map(({ hour }) => hour).toSorted()[0];
    expect(first(utc.cells)).not.toBe(first(cells));
    expect(await listTrips('r:1..')).toEqual(['rt-E1']);
    expect(await listTrips('r:-1..0')).toEqual(['rt-E3']);
  });

  it.each(['tag', 'setup'] as const)(
    'may be the cell of a %s and an hour: the hours of each add up to it',
    async (rows) => {
      const { cells } = await service.client.analytics.hoursOfWeek({ query: { rows } });
      const { parts } = await service.client.analytics.breakdown({ query: { by: rows } });
      const sumOf = (name: string) =>
        cells.reduce((sum, cell) => (cell[rows] === name ? sum + cell.trade_count : sum), 0);
      expect(parts.length).toBeGreaterThan(0);
      for (const { name, trade_count } of parts) expect(sumOf(name)).toBe(trade_count);
      for (const cell of cells) {
        expect([cell.weekday, cell[rows]]).toEqual([undefined, expect.any(String)]);
        expect(await listTrips(`${rows}:${cell[rows]};hour:${cell.hour}`)).toHaveLength(cell.trade_count);
      }
    },
  );

  it.each(['colour:red', 'hour', 'r:one..two', 'weekday:Monday;colour:red'])('%s is none', async (slice) => {
    await expect(listTrips(slice)).rejects.toMatchObject({ status: 422 });
  });
});

describe('a breakdown by one quality', () => {
  const breakdown = (query: Parameters<TestService['client']['analytics']['breakdown']>[0]['query']) =>
    service.client.analytics.breakdown({ query });
  const namesOf = (parts: readonly { name: string; trade_count: number; total_pnl: number }[]) =>
    parts.map(({ name, trade_count, total_pnl }) => [name, trade_count, total_pnl] as const);

  it('says the same as the breakdowns of time and of strategies', async () => {
    const times = await service.client.analytics.timeBreakdown();
    const { strategies } = await service.client.analytics.strategyBreakdown();
    const others = {
      hour: times.by_hour,
      weekday: times.by_weekday,
      month: times.by_month,
      holding: times.by_holding_time,
      side: times.by_direction,
      instrument: times.by_instrument,
      underlying: times.by_underlying,
      tag: strategies.map(({ strategy_name, ...slice }) => ({ name: strategy_name, ...slice })),
    } as const;
    for (const by of Object.keys(others) as (keyof typeof others)[]) {
      const { parts, total } = await breakdown({ by });
      expect([by, ...namesOf(parts)]).toEqual([by, ...namesOf(others[by])]);
      expect(total).toBe(others[by].length);
    }
  });

  it('counts every trade once by account and by size', async () => {
    const { trade_count, total_pnl } = await service.client.analytics.expectancy();
    for (const by of ['account', 'size'] as const) {
      const { parts } = await breakdown({ by });
      expect(parts.reduce((sum, part) => sum + part.trade_count, 0)).toBe(trade_count);
      expect(parts.reduce((sum, part) => sum + part.total_pnl, 0)).toBeCloseTo(total_pnl, 6);
    }
  });

  it('ranks by the figure that is asked for, and shows a few side by side', async () => {
    const { parts, best, worst } = await breakdown({ by: 'holding', metric: 'mean_r', sort: 'worst' });
    const known = parts.flatMap(({ mean_r }) => mean_r ?? []);
    expect(known).toEqual(known.toSorted((a, b) => a - b));
    // The first was risked 50 for 98, the second lost its 50.
    expect([worst, best]).toEqual(['5 to 15 minutes', '1 to 5 minutes']);
    const two = await breakdown({ by: 'holding', names: '1 to 5 MINUTES, over 30 days' });
    expect(two.parts.map(({ name }) => name)).toEqual(['1 to 5 minutes']);
    expect(two.problems).toContainEqual({ code: 'no_such_part', message: 'No closed trade is in "over 30 days".' });
    expect((await breakdown({ by: 'hour', limit: 1 })).parts).toHaveLength(1);
  });

  it('takes a setup from the plan, or else from the tags', async () => {
    const { parts, convention } = await breakdown({ by: 'setup' });
    expect(convention).toContain('plan');
    const { by_plan } = await service.client.analytics.strategyBreakdown();
    for (const { name, trade_count } of by_plan.filter((one) => one.name !== 'no plan'))
      expect(parts.find((part) => part.name === name)?.trade_count).toBe(trade_count);
    expect(parts.map(({ name }) => name)).not.toContain('no plan');
  });
});

describe('excursion', () => {
  it('is computed from the bars while the trade was open, and stored', async () => {
    expect(await service.client.analytics.excursion({ params: { exec_id: 'E1' } })).toMatchObject({
      trade_exec_id: 'E1',
      round_trip_id: 'rt-E1',
      mfe_dollars: 100,
      mfe: 100,
      mae_dollars: 100,
      bso_pct: 98,
      best_exit_price: 151,
      holding_bars: 2,
      data_source: 'polygon 1m',
    });
    const { trades, left_out } = await service.client.analytics.excursions();
    // 100 ahead and 100 behind, over 50 at risk.
    const inR = { mfe_r: 2, mae_r: 2 };
    expect(trades).toEqual([
      { id: 'rt-E1', instrument: 'AAPL', pnl: 98, mfe_pct: 0.6667, mae_pct: 0.6667, ...inR, kept_pct: 98 },
    ]);
    expect(left_out).toMatchObject([{ reason: 'no excursion was computed' }]);
  });

  it('is computed again when the trip changes, from the stored bars', async () => {
    const ofTrip = async () => (await service.client.analytics.excursions()).trades.find(({ id }) => id === 'rt-E1');
    // Sold lower than it was: the best there was is more than what was realised.
    await service.client.trades.patch({ params: { exec_id: 'E2' }, body: { price: 150.5 } });
    expect(await ofTrip()).toMatchObject({ pnl: 48, mfe_pct: 0.6667, kept_pct: 48 });
    // Opened dearer: everything is measured from there.
    await service.client.trades.patch({ params: { exec_id: 'E1' }, body: { price: 150.25 } });
    expect(await ofTrip()).toMatchObject({ pnl: 23, mfe_pct: 0.4992 });
    await service.client.trades.patch({ params: { exec_id: 'E1' }, body: { price: 150 } });
    await service.client.trades.patch({ params: { exec_id: 'E2' }, body: { price: 151 } });
    expect(await ofTrip()).toMatchObject({ pnl: 98, kept_pct: 98 });
  });

  it('without bars nothing is stored', async () => {
    const id = await trade('BOT', 90, 1, 20, { instrument: 'NOBARS' });
    await expect(service.client.analytics.excursion({ params: { exec_id: id } })).rejects.toMatchObject({
      status: 503,
    });
    await expect(service.client.analytics.excursion({ params: { exec_id: 'nothing' } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

describe('options', () => {
  it('the legs of a spread are named, with what it can make and lose', async () => {
    const option = { instrument: 'MSFT 300315 C 400' };
    const long = await trade('BOT', 200, 1, 5, option);
    const short = await trade('SLD', 200, 1, 2, { instrument: 'MSFT  300315C00410000' });
    const body = { leg_exec_ids: [long, short] };
    expect(await service.client.analytics.optionsStrategy({ body })).toMatchObject({
      strategy_type: 'vertical',
      name: 'Bull Call Spread',
      underlying: 'MSFT',
      net_debit_credit: -300,
      max_profit: 700,
      max_loss: -300,
      breakevens: [403],
      breakeven_prices: [403],
      legs: [
        { strike: 400, quantity: 1 },
        { strike: 410, quantity: -1 },
      ],
    });
    await expect(
      service.client.analytics.optionsStrategy({ body: { leg_exec_ids: [long, 'E1'] } }),
    ).rejects.toMatchObject({ status: 422 });
  });

  it('one that expired is closed by saying so; taking it back opens it again', async () => {
    const instrument = 'TSLA 260116 P 300';
    await trade('SLD', 300, 1, 2.5, { instrument });
    const open = await service.client.roundTrips.list({ query: { ticker: instrument } });
    expect(open.items[0]?.status).toBe('open');
    expect(open.problems).toMatchObject([{ code: 'expired_option_open' }]);
    const event = await service.client.positionEvents.create({
      body: { kind: 'expiry', instrument, time: '2026-01-16', account_id: account },
    });
    const closed = await service.client.roundTrips.list({ query: { ticker: instrument } });
    expect(closed.items[0]).toMatchObject({ status: 'closed', realized_pnl: 250, closed_at: '2026-01-16' });
    expect(closed.problems).toEqual([]);
    expect((await service.client.positionEvents.list({ query: { instrument } })).items).toMatchObject([
      { kind: 'expiry' },
    ]);
    await service.client.positionEvents.remove({ params: { event_id: event.id } });
    expect((await service.client.roundTrips.list({ query: { ticker: instrument } })).items[0]?.status).toBe('open');
    await expect(
      service.client.positionEvents.create({
        body: { kind: 'expiry', instrument, time: '2026-01-16', account_id: 'unknown' },
      }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('behaviour', () => {
  it('what mistakes cost, from the round trip where no estimate was given', async () => {
    await service.client.mistakes.create({ body: { trade_exec_id: 'E4', category: 'LATE_EXIT' } });
    await service.client.mistakes.create({ body: { trade_exec_id: 'E1', category: 'early_exit', estimated_cost: 30 } });
    expect(await service.client.mistakes.summary({ query: { period: 'all' } })).toMatchObject({
      total_cost: 80,
      by_category: [
        { category: 'late_exit', count: 1, cost: 50 },
        { category: 'early_exit', count: 1, cost: 30 },
      ],
      trend: [{ count: 2, cost: 80 }],
    });
  });

  it('suspects are shown with evidence and recorded nowhere', async () => {
    const before = (await service.client.mistakes.list({ query: {} })).total;
    await trade('BOT', 22, 100, 149);
    await trade('SLD', 25, 100, 149.2);
    const found = await service.client.mistakes.suspects({ query: { period: 'all' } });
    expect(found.recorded).toBe(false);
    expect(found.suspects.map(({ category }) => category)).toContain('revenge_trade');
    expect((await service.client.mistakes.list({ query: {} })).total).toBe(before);
  });

  it('a suspicion is answered once: recorded, or not raised again; undone, it is raised again', async () => {
    const listSuspicions = async () =>
      (await service.client.mistakes.suspects({ query: { period: 'all' } })).suspects.map(
        ({ trip_id, category }) => `${trip_id} ${category}`,
      );
    const { suspects } = await service.client.mistakes.suspects({ query: { period: 'all' } });
    const [first] = suspects;
    const { items } = await service.client.roundTrips.list({ query: { period: 'all', limit: 200 } });
    const trip = items.find(({ id }) => id === first?.trip_id);
    expect(first).toMatchObject({ opened_at: trip?.opened_at, closed_at: trip?.closed_at, pnl: trip?.pnl, r: trip?.r });
    expect(first?.name).toContain(trip?.underlying);
    const before = await listSuspicions();
    const answered = { trade_exec_id: first?.exec_ids[0] ?? '', category: first?.category as 'oversized' };
    const total = (await service.client.mistakes.list({ query: {} })).total;
    expect(await service.client.mistakes.answer({ body: { ...answered, was_one: false } })).toEqual({
      was_one: false,
      mistake_id: null,
    });
    // Answered twice it counts once.
    await service.client.mistakes.answer({ body: { ...answered, was_one: false } });
    expect(await listSuspicions()).toEqual(before.slice(1));
    expect((await service.client.mistakes.list({ query: {} })).total).toBe(total);
    const refusal = (await service.person.bin.list({ query: { all: true } })).items.find(({ what }) =>
      what.includes('refused suspicion'),
    );
    await service.person.bin.restore({ params: { id: refusal?.id ?? 0 } });
    expect(await listSuspicions()).toEqual(before);
    const { mistake_id } = await service.client.mistakes.answer({ body: { ...answered, was_one: true } });
    expect(await listSuspicions()).toEqual(before.slice(1));
    expect(await service.client.mistakes.get({ params: { mistake_id: mistake_id ?? 0 } })).toMatchObject({
      category: answered.category,
      auto_detected: true,
    });
    await service.client.mistakes.remove({ params: { mistake_id: mistake_id ?? 0 } });
    expect(await listSuspicions()).toEqual(before);
    await expect(
      service.client.mistakes.answer({ body: { ...answered, trade_exec_id: 'UNKNOWN', was_one: false } }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('review', () => {
  it('without a model: the facts and three briefs, and no review', async () => {
    const review = await service.client.reviews.request({ body: { trade_exec_id: 'E2' } });
    expect(review).toMatchObject({ status: 'facts_only', model: null, cost_cents: null });
    expect(review.personas.map(({ persona, review: text }) => [persona, text])).toEqual([
      ['Risk Manager', null],
      ['Trend Analyst', null],
      ['Contrarian', null],
    ]);
    expect(review.facts).toMatchObject({
      trade: { id: 'rt-E1' },
      result: { realized_pnl: 98 },
      excursion: { mfe_dollars: 100 },
      own_report: { tags: ['breakout'] },
    });
    expect(review.facts.missing).toContain('no plan is linked to this trade');
    await expect(service.client.reviews.request({ body: { trade_exec_id: 'nothing' } })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('with a model: what it wrote, within the budget, and its key stays in the vault', async () => {
    expect((await service.client.reviews.reviewer()).configured).toBe(false);
    const set = await service.person.reviews.configure({ body: paidModel });
    expect(JSON.stringify(set)).not.toContain('sk-secret');
    expect(set).toMatchObject({ configured: true, has_api_key: true });
    const weekly = { trade_exec_id: 'E2', review_type: 'weekly' as const };
    await expect(service.client.reviews.request({ body: { ...weekly, budget_cap: 0.001 } })).rejects.toMatchObject({
      status: 429,
      code: 'budget_exceeded',
    });
    expect(outside.requests.filter(({ path }) => path === '/v1/messages')).toHaveLength(0);
    // Three prompts and 2,100 tokens of answer cost more than ten cents at these rates times a hundred.
    const dear = { input_cents_per_million: 30_000, output_cents_per_million: 150_000 };
    await service.person.reviews.configure({ body: { ...paidModel, ...dear } });
    await expect(service.client.reviews.request({ body: weekly })).rejects.toMatchObject({ code: 'budget_exceeded' });
    await service.person.reviews.configure({ body: paidModel });
    await service.person.settings.set({ params: { key: 'providers.daily_cap_cents' }, body: { value: 20 } });
    const review = await service.client.reviews.request({ body: { ...weekly, budget_cap: 50 } });
    expect(review).toMatchObject({ status: 'reviewed', model: 'careful-1' });
    expect(review.personas.map((persona) => persona.review)).toEqual(
      Array.from({ length: 3 }, () => 'Size was right.'),
    );
    // Three times 1,000 tokens in at 300 and 100 out at 1,500 cents per million.
    expect(review.cost_cents).toBeCloseTo(3 * (0.3 + 0.15), 9);
    expect(outside.requests.at(-1)?.headers['x-api-key']).toBe('sk-secret');
    await service.person.reviews.remove();
    expect((await service.client.reviews.reviewer()).configured).toBe(false);
  });
});

it('a figure follows the book: a new trade changes it immediately', async () => {
  const before = await service.client.analytics.expectancy({ query: {} });
  await trade('BOT', 500, 10, 10, { instrument: 'NEW' });
  await trade('SLD', 510, 10, 11, { instrument: 'NEW' });
  const after = await service.client.analytics.expectancy({ query: {} });
  expect(after.trade_count).toBe(before.trade_count + 1);
});
