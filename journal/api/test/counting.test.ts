// What counts as one trade, and what of a position that is still open: asked over REST, as a person does.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, withAccount, type TestService } from './test-service.ts';

let service: TestService;

type Fill = Parameters<TestService['client']['trades']['create']>[0]['body'];

async function fill(
  exec_id: string,
  time: string,
  instrument: string,
  action: 'BOT' | 'SLD',
  quantity: number,
  price: number,
  more: Partial<Fill> = {},
): Promise<void> {
  await service.client.trades.create({
    body: { exec_id, time, instrument, action, quantity, price, account_id: 'U1', ...more },
  });
}

const legs = ['P 540', 'P 550', 'C 650', 'C 660'].map((contract) => `SPY 270319 ${contract}`);

/** Sold for 2.00 in one order, bought back for what is asked; risks 10 − 2 wide. */
async function condor(id: string, day: string, exits: readonly number[]): Promise<void> {
  const entries = [1, 2, 2, 1];
  for (const [i, leg] of legs.entries()) {
    const wing = i === 0 || i === 3;
    await fill(`${id}${i}`, `${day}T15:00:00Z`, leg, wing ? 'BOT' : 'SLD', 1, entries[i] ?? 0, {
      order_id: `${id}-in`,
    });
  }
  for (const [i, leg] of legs.entries()) {
    const wing = i === 0 || i === 3;
    await fill(`${id}${i}x`, `${day}T18:00:0${i}Z`, leg, wing ? 'SLD' : 'BOT', 1, exits[i] ?? 0, {
      order_id: `${id}-out`,
    });
  }
}

beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
  // +160: for 0.40 back. −120: for 3.20 back.
  await condor('W', '2026-04-06', [0.5, 0.7, 0.7, 0.5]);
  await condor('L', '2026-04-07', [0.4, 0.5, 4, 0.9]);
});
afterAll(() => service.close());

describe('a structure', () => {
  it('is one trade in every statistic, and its legs are four when asked for', async () => {
    const structure = await service.client.analytics.expectancy({ query: {} });
    expect(structure).toMatchObject({ unit: 'structure', trade_count: 2, wins: 1, losses: 1, total_pnl: 40 });
    const leg = await service.client.analytics.expectancy({ query: { unit: 'leg' } });
    expect(leg).toMatchObject({ unit: 'leg', trade_count: 8, total_pnl: 40 });
    await service.client.settings.set({ params: { key: 'analytics.unit' }, body: { value: 'leg' } });
    expect(await service.client.analytics.expectancy({ query: {} })).toMatchObject({ unit: 'leg', trade_count: 8 });
    await service.client.settings.remove({ params: { key: 'analytics.unit' } });
  });

  it('is one point of the curve: legs closed one by one make no dips', async () => {
    const { points, days } = await service.client.analytics.equityCurve({ query: {} });
    expect(points).toMatchObject({ equity: [160, 40], drawdown: [0, -120], trip_id: ['st-W0', 'st-L0'] });
    expect(days).toMatchObject([
      { day: '2026-04-06', pnl: 160, trade_count: 1 },
      { day: '2026-04-07', pnl: -120, trade_count: 1 },
    ]);
  });

  it('has the most it could lose as its R, where nothing else is known', async () => {
    // 800 at risk: ten wide less two received.
    expect(await service.client.analytics.rMultiples({ query: {} })).toMatchObject({
      trades: [
        { id: 'st-W0', r: 0.2 },
        { id: 'st-L0', r: -0.15 },
      ],
    });
    expect(await service.client.analytics.sqn({ query: {} })).toMatchObject({ measure: 'R', mean_r: 0.025 });
  });

  it('is listed as one round trip with its legs', async () => {
    const { items } = await service.client.roundTrips.list({ query: { underlying: 'SPY' } });
    expect(items).toMatchObject([
      { id: 'st-L0', strategy: 'Short Iron Condor', pnl: -120, legs: ['rt-L0', 'rt-L1', 'rt-L2', 'rt-L3'] },
      { id: 'st-W0', pnl: 160 },
    ]);
    const one = await service.client.roundTrips.get({ params: { trip_id: 'st-W0' } });
    expect(one.executions).toHaveLength(8);
    expect(one.leg_trips.map(({ id }) => id)).toEqual(['rt-W0', 'rt-W1', 'rt-W2', 'rt-W3']);
    expect(await service.client.roundTrips.get({ params: { trip_id: 'rt-W2' } })).toMatchObject({
      instrument: legs[2],
    });
  });

  it('is grouped by underlying, in addition to the instruments', async () => {
    const { by_underlying, by_instrument } = await service.client.analytics.timeBreakdown({ query: { unit: 'leg' } });
    expect(by_underlying).toMatchObject([{ name: 'SPY', trade_count: 8, total_pnl: 40 }]);
    expect(by_instrument).toHaveLength(4);
  });
});

describe('a position that is still open', () => {
  beforeAll(async () => {
    // A core position of 100 since March, of which 40 and 30 were sold: −40 in April, +90 in May.
    await fill('K1', '2026-03-02T15:00:00Z', 'KO', 'BOT', 100, 60);
    await fill('K2', '2026-04-20T15:00:00Z', 'KO', 'SLD', 40, 59);
    await fill('K3', '2026-05-20T15:00:00Z', 'KO', 'SLD', 30, 63);
    // Nothing realised here.
    await fill('F1', '2026-05-21T15:00:00Z', 'F', 'BOT', 10, 12);
  });
  const ko = { instrument: 'KO' } as const;

  it('counts once, with what it realised inside the period', async () => {
    const over = (query: object) => service.client.analytics.expectancy({ query: { ...ko, ...query } });
    expect(await over({})).toMatchObject({ trade_count: 1, total_pnl: 50, left_out: [] });
    expect(await over({ period: '2026-04' })).toMatchObject({ trade_count: 1, total_pnl: -40 });
    expect(await over({ period: '2026-05' })).toMatchObject({ trade_count: 1, total_pnl: 90 });
    expect(await over({ period: '2026-03' })).toMatchObject({ trade_count: 0, total_pnl: 0, expectancy: null });
  });

  it('or is left out, and the money with it is stated', async () => {
    expect(
      await service.client.analytics.expectancy({ query: { ...ko, open_positions: 'closed_only' } }),
    ).toMatchObject({
      trade_count: 0,
      left_out: [{ reason: 'not closed in the period', count: 1, amount: 50, ids: ['rt-K1'] }],
    });
    const all = await service.client.analytics.expectancy({
      query: { instrument: 'F', open_positions: 'closed_only' },
    });
    expect(all.left_out).toEqual([]);
  });

  it('is in the list of a period with what it realised there: list and figures come to the same', async () => {
    const query = { ...ko, period: '2026-05' } as const;
    expect(await service.client.roundTrips.list({ query })).toMatchObject({
      total: 1,
      trade_count: 1,
      items: [{ status: 'partial', pnl: 50, pnl_in_period: 90, exits_outside_period: 1 }],
      sums: { pnl: 90, wins: 1, losses: 0 },
      left_out: [],
    });
    expect(await service.client.roundTrips.list({ query: { ...query, status: 'closed' } })).toMatchObject({
      total: 0,
      sums: { pnl: 0 },
      left_out: [{ reason: 'still open', count: 1, amount: 90 }],
    });
    expect(await service.client.roundTrips.list({ query: { ...query, open_positions: 'closed_only' } })).toMatchObject({
      total: 0,
      sums: { pnl: 0 },
      left_out: [{ reason: 'not closed in the period', amount: 90 }],
    });
    // Without a period it is in the list itself.
    expect(await service.client.roundTrips.list({ query: ko })).toMatchObject({
      total: 1,
      sums: { pnl: 50 },
      left_out: [],
    });
  });

  it('is in the P&L of its days, unless it is left out, and shows what was paid for what is open apart', async () => {
    const { days } = await service.client.analytics.equityCurve({ query: ko });
    expect(days).toMatchObject([
      { day: '2026-04-20', pnl: -40, trade_count: 1, win_rate: 0 },
      { day: '2026-05-20', pnl: 90, trade_count: 1, win_rate: 1 },
    ]);
    const closed = await service.client.analytics.equityCurve({ query: { ...ko, open_positions: 'closed_only' } });
    expect(closed).toMatchObject({ days: [], left_out: [{ amount: 50 }] });
    await fill('C1', '2026-06-01T15:00:00Z', 'SPY 270319 C 700', 'BOT', 1, 1, { commission: 0.65 });
    const { items } = await service.client.roundTrips.list({ query: { instrument: 'SPY 270319 C 700' } });
    expect(items).toMatchObject([{ status: 'open', total_commission: 0, open_commission: 0.65 }]);
  });
});

describe('a trade that was closed in two months', () => {
  const own = { account_id: 'TWO' } as const;

  beforeAll(async () => {
    await withAccount(service.client, 'TWO');
    await fill('T1', '2025-05-04T15:00:00Z', 'TWO', 'BOT', 100, 10, { ...own, commission: 10 });
    await fill('T2', '2025-06-05T15:00:00Z', 'TWO', 'SLD', 40, 12, { ...own, commission: 4 });
    await fill('T3', '2025-07-06T15:00:00Z', 'TWO', 'SLD', 60, 9, { ...own, commission: 6 });
  });

  it.each([
    ['2025-06', 72, { wins: 1, losses: 0 }],
    ['2025-07', -72, { wins: 0, losses: 1 }],
    ['2025', 0, { wins: 0, losses: 0 }],
    ['all', 0, { wins: 0, losses: 0 }],
  ] as const)('brought in %s the same wherever that is asked: %s', async (period, pnl, verdict) => {
    const { client } = service;
    const query = { ...own, period };
    expect(await client.analytics.expectancy({ query })).toMatchObject({ trade_count: 1, total_pnl: pnl, ...verdict });
    const list = await client.roundTrips.list({ query });
    expect(list).toMatchObject({ trade_count: 1, sums: { pnl, ...verdict }, left_out: [] });
    expect(list.items).toMatchObject([{ pnl: 0, pnl_in_period: pnl }]);
    const { by_month } = await client.analytics.timeBreakdown({ query });
    const { days } = await client.analytics.equityCurve({ query });
    for (const rows of [by_month.map(({ total_pnl }) => total_pnl), days.map((day) => day.pnl)])
      expect(rows).toEqual(pnl === 0 ? [72, -72] : [pnl]);
    const { bytes } = await client.exports.roundTrips({ query });
    const [head = '', row = ''] = new TextDecoder().decode(bytes).split('\r\n');
    expect(Number(row.split(',')[head.split(',').indexOf('pnl_in_period')])).toBe(pnl);
  });

  it('fell from 72 to nothing, and everything by its days is everything', async () => {
    const { client } = service;
    expect(await client.analytics.drawdown({ query: { ...own, simulations: 100 } })).toMatchObject({
      max_drawdown: -72,
    });
    const byDays = await client.analytics.expectancy({ query: { from: '2000-01-01', to: '2030-12-31' } });
    const all = await client.analytics.expectancy({ query: { period: 'all' } });
    expect({ ...byDays, period: 'all' }).toEqual(all);
  });
});

describe('a fill that closes one trade and opens the opposite one', () => {
  it('gives its tags to the trade it opens', async () => {
    await fill('V1', '2026-07-01T15:00:00Z', 'REV', 'BOT', 10, 20);
    await fill('V2', '2026-07-02T15:00:00Z', 'REV', 'SLD', 20, 21);
    await fill('V3', '2026-07-03T15:00:00Z', 'REV', 'BOT', 10, 19);
    await service.client.reports.create({
      params: { exec_id: 'V2' },
      body: { setup_quality: 'B', execution_quality: 'B', followed_plan: true, tags: ['fade'] },
    });
    const { items } = await service.client.roundTrips.list({ query: { instrument: 'REV', sort: 'opened_at' } });
    expect(items.map(({ id, tags }) => [id, tags])).toEqual([
      ['rt-V1', []],
      ['rt-V2', ['fade']],
    ]);
  });
});

it('a put that was sold has no R unless somebody states a risk, and the answer says so', async () => {
  await withAccount(service.client, 'NAKED');
  const more = { account_id: 'NAKED' };
  await fill('N1', '2026-06-01T15:00:00Z', 'KO 270319 P 60', 'SLD', 1, 2, more);
  await fill('N2', '2026-06-09T15:00:00Z', 'KO 270319 P 60', 'BOT', 1, 1, more);
  const trip = async () => (await service.client.roundTrips.list({ query: more })).items[0];
  expect(await trip()).toMatchObject({ pnl: 100, r: null, initial_risk: null });
  const multiples = await service.client.analytics.rMultiples({ query: more });
  expect(multiples).toMatchObject({ trade_count: 0, left_out: [{ reason: 'no initial risk', count: 1, amount: 100 }] });
  await service.client.trades.patch({ params: { exec_id: 'N1' }, body: { risk_amount: 400 } });
  expect(await trip()).toMatchObject({ r: 0.25, initial_risk: 400 });
});

it('three tenths are three tenths: quantities are added as they are written', async () => {
  await withAccount(service.client, 'TENTHS');
  for (const [i, quantity] of [0.1, 0.2, 210.38].entries())
    await fill(`Q${i}`, `2026-06-0${i + 1}T15:00:00Z`, 'TEN', 'BOT', quantity, 10, { account_id: 'TENTHS' });
  const { items } = await service.client.roundTrips.open({ query: { account_id: 'TENTHS' } });
  expect(items).toMatchObject([{ open_quantity: 210.68, avg_price: 10 }]);
});

describe('a time that is only a day', () => {
  it('is that day in every zone, and in no hour', async () => {
    await fill('D1', '2026-08-31', 'T', 'BOT', 10, 20);
    await fill('D2', '2026-08-31', 'T', 'SLD', 10, 21);
    for (const zone of ['America/New_York', 'Pacific/Auckland', 'UTC']) {
      await service.client.settings.set({ params: { key: 'display.time_zone' }, body: { value: zone } });
      const times = await service.client.analytics.timeBreakdown({ query: { instrument: 'T' } });
      expect(times).toMatchObject({ time_zone: zone, by_hour: [], by_month: [{ name: '2026-08' }] });
      expect(times.by_weekday).toMatchObject([{ name: 'Monday' }]);
      expect(times.problems).toMatchObject([{ code: 'no_time_of_day' }]);
      const { days } = await service.client.analytics.equityCurve({ query: { instrument: 'T' } });
      expect(days).toMatchObject([{ day: '2026-08-31', pnl: 10 }]);
    }
    await service.client.settings.remove({ params: { key: 'display.time_zone' } });
  });
});

describe('advice', () => {
  it('says of a target on the side of the stop that it would be a loss', async () => {
    const size = (target: number) =>
      service.client.calculator.positionSize({ body: { balance: 10_000, risk_pct: 1, entry: 50, stop: 48, target } });
    const { warnings } = await size(47);
    expect(warnings.map((one) => (typeof one === 'string' ? one : one.code))).toContain('target_on_wrong_side');
    expect((await size(56)).warnings).toEqual([]);
  });

  it('recommends no risk at all to trades that lose on average', async () => {
    const losing = { instrument: 'LOSS' } as const;
    for (const [i, price] of [9, 9.5, 8].entries()) {
      await fill(`LOSS${i}`, `2026-07-0${i + 1}T15:00:00Z`, 'LOSS', 'BOT', 10, 10, { risk_amount: 20 });
      await fill(`LOSS${i}x`, `2026-07-0${i + 1}T18:00:00Z`, 'LOSS', 'SLD', 10, price);
    }
    const answer = await service.client.analytics.drawdown({ query: { ...losing, simulations: 200 } });
    expect(answer).toMatchObject({ trade_count: 3, recommended_risk_pct: null });
    expect(answer.problems).toContainEqual(expect.objectContaining({ code: 'no_edge' }));
  });
});

describe('what figures are of', () => {
  const zone = 'America/New_York';

  it('is stated for one trade: its days, and its money', async () => {
    const day = { currency: 'USD', period: '2026-04-06..2026-04-06', time_zone: zone };
    const { client } = service;
    expect(await client.costs.executionQuality({ query: { trade_id: 'W0' } })).toMatchObject({
      ...day,
      unit: 'execution',
    });
    expect(await client.reviews.request({ body: { trade_exec_id: 'W0' } })).toMatchObject({ ...day, unit: 'leg' });
    const spread = await client.analytics.optionsStrategy({ body: { leg_exec_ids: ['W0', 'W1'] } });
    expect(spread).toMatchObject({ ...day, unit: 'structure', convention: expect.stringContaining('expiry') });
  });

  it('is stated for lists: one currency for all rows, or each row its own', async () => {
    await fill('EU1', '2026-08-03T15:00:00Z', 'SAP', 'BOT', 1, 200, { currency: 'EUR' });
    const { client } = service;
    const trades = (query: { instrument?: string; from?: string }) => client.trades.list({ query });
    const recorded = { unit: 'execution', time_zone: 'UTC', period: 'all', convention: 'As recorded.' };
    expect(await trades({ instrument: 'SAP' })).toMatchObject({ ...recorded, currency: 'EUR' });
    expect(await trades({})).toMatchObject({ ...recorded, currency: null });
    expect(await trades({ instrument: 'SAP', from: '2026-08-01' })).toMatchObject({
      ...recorded,
      currency: 'EUR',
      period: '2026-08-01..',
    });
    expect(await client.structures.list({ query: { limit: 5 } })).toMatchObject({
      unit: 'structure',
      currency: null,
      period: 'all',
      time_zone: zone,
    });
    const account = await client.accounts.get({ params: { account_id: 'U1' } });
    expect(account).toMatchObject({ unit: 'structure', currency: 'USD', period: 'all', time_zone: zone });
  });
});

interface Prices {
  readonly ticker: string;
  readonly entry_price: number;
  readonly stop_loss: number;
  readonly target_price: number;
}

/** The plan an execution came of. */
async function plannedFor(linked_trade_id: string, prices: Prices): Promise<void> {
  const { plans } = service.client;
  const { id } = await plans.create({
    body: {
      ...prices,
      direction: 'long',
      conviction: 'medium',
      strategy_name: 'Breakout',
      entry_conditions: 'above the range',
      timeframe: 'days',
    },
  });
  await plans.setStatus({ params: { plan_id: id }, body: { status: 'executed', linked_trade_id } });
}

it('what is open is at risk with what its entry, its plan or its structure can lose, of what is still held; the rest is counted', async () => {
  await withAccount(service.client, 'R1');
  const more = { account_id: 'R1' };
  // 200 were risked on 100, of which half is left.
  await fill('R-rec', '2026-06-01T15:00:00Z', 'PEP', 'BOT', 100, 150, { ...more, risk_amount: 200 });
  await fill('R-recx', '2026-06-02T15:00:00Z', 'PEP', 'SLD', 50, 151, more);
  // Ten with a stop five below.
  await fill('R-plan', '2026-06-01T15:00:00Z', 'MCD', 'BOT', 10, 300, more);
  await plannedFor('R-plan', { ticker: 'MCD', entry_price: 300, stop_loss: 295, target_price: 320 });
  await fill('R-none', '2026-06-01T15:00:00Z', 'GM', 'SLD', 5, 40, more);
  // Ten wide, two received.
  for (const [i, leg] of legs.entries())
    await fill(`R-ic${i}`, '2026-06-03T15:00:00Z', leg, i === 0 || i === 3 ? 'BOT' : 'SLD', 1, [1, 2, 2, 1][i] ?? 0, {
      ...more,
      order_id: 'R-ic',
    });
  const held = await service.client.roundTrips.open({ query: { account_ids: 'R1' } });
  expect(held).toMatchObject({ open_risk: 100 + 50 + 800, at_risk: 3, without_risk: 1 });
  const risks = Object.fromEntries(held.items.map(({ instrument, risk }) => [instrument, risk]));
  expect(risks).toMatchObject({ PEP: 100, MCD: 50, GM: null, [legs[1] ?? '']: null });
  const none = await service.client.roundTrips.open({ query: { account_ids: 'R1', instrument: 'GM' } });
  expect(none).toMatchObject({ open_risk: null, at_risk: 0, without_risk: 1 });
});

it('an option planned on the chart of its underlying risks its premium, not the way from its price to that stop', async () => {
  await withAccount(service.client, 'R2');
  const more = { account_id: 'R2' };
  await fill('O-in', '2026-06-01T15:00:00Z', 'KO 270319 C 70', 'BOT', 2, 3, more);
  await fill('O-out', '2026-06-09T15:00:00Z', 'KO 270319 C 70', 'SLD', 2, 4.5, more);
  await plannedFor('O-in', { ticker: 'KO', entry_price: 71, stop_loss: 68, target_price: 77 });
  const query = { account_ids: 'R2' };
  // 300 made with a premium of 600.
  expect((await service.client.roundTrips.list({ query })).items).toMatchObject([{ pnl: 300, r: 0.5 }]);
  const { by_plan, by_exit } = await service.client.analytics.strategyBreakdown({ query });
  expect(by_plan).toMatchObject([{ name: 'Breakout', trade_count: 1 }]);
  expect(by_exit).toMatchObject([{ name: 'planned on the underlying' }]);
});

describe('a fill that closes one trade and opens the opposite one', () => {
  it('has its tags with the trade it opened, until the person says whose they are', async () => {
    const { client } = service;
    await fill('R1', '2026-06-01T15:00:00Z', 'REV', 'BOT', 10, 20);
    await fill('R2', '2026-06-02T15:00:00Z', 'REV', 'SLD', 20, 21);
    await fill('R3', '2026-06-03T15:00:00Z', 'REV', 'BOT', 10, 20.5);
    await client.reports.create({
      params: { exec_id: 'R2' },
      body: { setup_quality: 'A', execution_quality: 'A', followed_plan: true, tags: ['turn'] },
    });
    const listTagged = async () =>
      (await client.roundTrips.list({ query: { tags: 'turn' } })).items.map(
        ({ id, tags }) => `${id} ${tags.join(' ')}`,
      );
    expect(await listTagged()).toEqual(['rt-R2 turn']);
    const asked = { exec_id: 'R2', tags: ['turn'], closed_trip_id: 'rt-R1', opened_trip_id: 'rt-R2' };
    for (const trip_id of ['rt-R1', 'rt-R2'])
      expect((await client.roundTrips.get({ params: { trip_id } })).reversals).toEqual([{ ...asked, tags_of: null }]);
    await client.trades.patch({ params: { exec_id: 'R2' }, body: { tags_of: 'closed' } });
    expect(await listTagged()).toEqual(['rt-R1 turn']);
    expect((await client.roundTrips.get({ params: { trip_id: 'rt-R1' } })).reversals).toEqual([
      { ...asked, tags_of: 'closed' },
    ]);
    await client.trades.patch({ params: { exec_id: 'R2' }, body: { tags_of: 'opened' } });
    expect(await listTagged()).toEqual(['rt-R2 turn']);
  });
});
