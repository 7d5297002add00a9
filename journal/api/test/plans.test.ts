// What is meant to be traded: plans, watchlists, the size of a position, and the instruments to choose from.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from './refused.ts';
import { fill, openWithTrade, type TestService } from './test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await openWithTrade();
});
afterAll(() => service.close());

describe('the stop of a plan', () => {
  it('measures R as it was when the trade was opened; where it is moved to later is history', async () => {
    const body = { ticker: 'RRR', strategy_name: 'pullback', entry: 100, stop: 95, target: 120, conditions: 'at 100' };
    const { id: plan_id } = await service.client.plans.create({ body });
    const params = { plan_id };
    service.advance(60_000);
    const opened = new Date(Date.now() + 30_000).toISOString();
    const common = { instrument: 'RRR', account_id: 'U1', time: opened };
    await service.client.trades.create({
      body: { ...common, exec_id: 'R1', action: 'BOT', quantity: 10, price: 100 },
    });
    await service.client.plans.setStatus({ params, body: { status: 'executed', linked_trade_id: 'R1' } });
    const risk = { initial_stop: 95, initial_risk: 50, stated_later: false };
    for (const [stop_loss, open_risk] of [
      [98, 20],
      [105, 0],
    ] as const) {
      service.advance(60_000);
      await service.client.plans.update({ params, body: { stop_loss } });
      // A stop in profit leaves nothing to lose.
      expect(await service.client.roundTrips.open({ query: { instrument: 'RRR' } })).toMatchObject({ open_risk });
      expect(await service.client.plans.get({ params })).toMatchObject({ stop_loss, ...risk });
    }
    service.advance(60_000);
    const closed = { ...common, time: new Date(Date.now() + 90_000).toISOString() };
    await service.client.trades.create({ body: { ...closed, exec_id: 'R2', action: 'SLD', quantity: 10, price: 110 } });
    const { items } = await service.client.roundTrips.list({ query: { instrument: 'RRR' } });
    expect(items).toMatchObject([{ pnl: 100, r: 2, r_in_period: 2, ...risk }]);
    expect((await service.client.plans.stops({ params })).items.map(({ stop_loss }) => stop_loss)).toEqual([
      95, 98, 105,
    ]);
    // A risk that was stated with the fill wins over the plan.
    await service.client.trades.patch({ params: { exec_id: 'R1' }, body: { risk_amount: 25 } });
    const [stated] = (await service.client.roundTrips.list({ query: { instrument: 'RRR' } })).items;
    expect(stated).toMatchObject({ r: 4, initial_risk: 25 });
  });

  it('that was stated after the first fill counts, and says so', async () => {
    const common = { instrument: 'LLL', account_id: 'U1', commission: 0 };
    await service.client.trades.create({
      body: { ...common, exec_id: 'L1', time: '2026-02-02T15:00:00Z', action: 'BOT', quantity: 10, price: 50 },
    });
    const body = { ticker: 'LLL', strategy_name: 'late', entry: 50, stop: 48, target: 60, conditions: 'later' };
    const { id: plan_id } = await service.client.plans.create({ body });
    await service.client.plans.setStatus({
      params: { plan_id },
      body: { status: 'executed', linked_trade_id: 'L1' },
    });
    const { items } = await service.client.roundTrips.list({ query: { instrument: 'LLL' } });
    expect(items).toMatchObject([{ initial_stop: 48, initial_risk: 20, stated_later: true }]);
  });
});

describe('plans', () => {
  const plan = {
    ticker: 'nvda',
    direction: 'LONG',
    strategy_name: 'breakout',
    entry: 100,
    stop: 95,
    target: 112.5,
    conditions: 'close above 100',
  };

  it('take the short names, know their ratio, and there is one live plan per idea', async () => {
    const made = await service.client.plans.create({ body: plan });
    expect(made).toMatchObject({
      ticker: 'NVDA',
      direction: 'BOT',
      conviction: 'medium',
      entry_price: 100,
      entry_conditions: 'close above 100',
      risk_reward_ratio: 2.5,
      status: 'draft',
      warnings: [],
    });
    await expect(service.client.plans.create({ body: plan })).rejects.toMatchObject(refusal(409, `plan ${made.id}`));
    const short = await service.client.plans.create({ body: { ...plan, direction: 'short' } });
    expect(short.warnings).toHaveLength(2);
    const params = { plan_id: made.id };
    const done = await service.client.plans.setStatus({ params, body: { status: 'executed', linked_trade_id: 'E1' } });
    expect(done).toMatchObject({ status: 'executed', linked_trade_id: 'E1' });
    expect(done.executed_at).not.toBeNull();
    expect(await service.client.plans.get({ params })).toMatchObject(done);
    const again = await service.client.plans.create({ body: plan });
    await expect(service.client.plans.setStatus({ params, body: { status: 'active' } })).rejects.toMatchObject(
      refusal(409),
    );
    const cancelled = await service.client.plans.update({
      params: { plan_id: again.id },
      body: { status: 'cancelled', stop_loss: 90 },
    });
    expect(cancelled.cancelled_at).not.toBeNull();
    expect(cancelled.risk_reward_ratio).toBe(1.25);
    expect((await service.client.plans.list({ query: { ticker: 'nvda', status: 'executed' } })).total).toBe(1);
    await service.client.plans.remove({ params: { plan_id: again.id } });
    await expect(service.client.plans.get({ params: { plan_id: again.id } })).rejects.toMatchObject(refusal(404));
  });

  it('say which field is missing or wrong', async () => {
    const { entry: _, ...incomplete } = plan;
    await expect(service.client.plans.create({ body: incomplete })).rejects.toMatchObject(
      refusal(422, 'entry_price: is required'),
    );
    await expect(service.client.plans.create({ body: { ...plan, ticker: 'X', entry_price: 7 } })).rejects.toMatchObject(
      refusal(422, 'entry'),
    );
    await expect(
      service.client.plans.create({ body: { ...plan, ticker: 'X', account_id: 'U9' } }),
    ).rejects.toMatchObject(refusal(422, 'account_id'));
  });
});

describe('the evening', () => {
  it('has the plans by how near they are to their entry, and counts what the other endpoints list', async () => {
    // In New York it may still be the day before.
    const date = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const idea = { strategy_name: 'evening', entry: 100, stop: 96, target: 112, conditions: 'at 100' };
    const made: number[] = [];
    for (const ticker of ['EVEFAR', 'EVENEAR', 'EVENONE'])
      made.push((await service.client.plans.create({ body: { ...idea, ticker } })).id);
    const [far, near] = made;
    await service.client.plans.setStatus({ params: { plan_id: near ?? 0 }, body: { status: 'active' } });
    await service.client.worth.putPrices({
      body: {
        prices: [
          { instrument: 'EVEFAR', date, price: 106 },
          { instrument: 'EVENEAR', date, price: 99 },
        ],
      },
    });
    const event = await service.client.positionEvents.create({
      body: { kind: 'transfer', instrument: 'ASKS', time: '2026-02-02', quantity: 10, to_account_id: 'U1' },
    });
    const found = await service.person.app.evening();
    expect(found.plans.filter(({ ticker }) => ticker.startsWith('EVE'))).toEqual([
      {
        id: near,
        ticker: 'EVENEAR',
        direction: 'BOT',
        status: 'active',
        price: 99,
        price_date: date,
        distance_r: -0.25,
        is_near: true,
      },
      {
        id: far,
        ticker: 'EVEFAR',
        direction: 'BOT',
        status: 'draft',
        price: 106,
        price_date: date,
        distance_r: 1.5,
        is_near: false,
      },
    ]);
    const { client } = service;
    const { from } = found.to_review;
    const listed = await client.roundTrips.list({ query: { from, status: 'closed', slice: 'review:none' } });
    const { items: events } = await client.positionEvents.list({ query: { limit: 200 } });
    const audit = await client.tax.audit({ query: { tax_year: found.wrong_figures.tax_year } });
    const { items: imports } = await client.imports.list();
    expect(found).toMatchObject({
      to_review: { count: listed.total },
      active_plans: (await client.plans.list({ query: { status: 'active' } })).total,
      questions: events.filter(({ needs }) => needs.length > 0).length,
      differences: (await client.accounts.list()).reduce((sum, { differences }) => sum + differences, 0),
      wrong_figures: { count: audit.severity_summary.error },
      unreadable: imports.flatMap(({ run_id, invalid }) => (invalid === 0 ? [] : [{ run_id }])),
    });
    expect(found.questions).toBeGreaterThan(0);
    // A key has its own list of what it may read; the evening is the person's.
    await expect(client.app.evening()).rejects.toMatchObject({ status: 403 });
    await client.positionEvents.remove({ params: { event_id: event.id } });
    for (const plan_id of made) await client.plans.remove({ params: { plan_id } });
  });

  it('counts its week and its tax year in the days of the person, not in those of UTC', async () => {
    const release = service.holdClock();
    const later = Date.parse('2027-01-01T03:00:00Z') - Date.now();
    service.advance(later);
    const eveningIn = async (zone: string) => {
      await service.person.settings.update({ body: { 'display.time_zone': zone } });
      const { to_review, wrong_figures } = await service.person.app.evening();
      return [to_review.from, wrong_figures.tax_year];
    };
    // In New York it is still the last evening of the year, on Kiritimati its first afternoon.
    expect(await eveningIn('Pacific/Kiritimati')).toEqual(['2026-12-25', 2027]);
    expect(await eveningIn('America/New_York')).toEqual(['2026-12-24', 2026]);
    service.advance(-later);
    release();
  });
});

describe('the instruments of the book', () => {
  it('are found by a part of their name: the very one first, shares before options, the newest before the older', async () => {
    const body = { ...fill, quantity: 1, price: 1 };
    for (const [exec_id, instrument, time] of [
      ['I1', 'QZA', '2026-01-05'],
      ['I2', 'QZAB', '2026-01-06'],
      ['I3', 'QZA 261218 C 100', '2026-01-07'],
      ['I4', 'XQZA', '2026-01-08'],
    ] as const)
      await service.client.trades.create({ body: { ...body, exec_id, instrument, time } });
    const findPlans = async (search: string) =>
      (await service.client.trades.instruments({ query: { search } })).items.map(({ instrument }) => instrument);
    expect(await findPlans('qza')).toEqual(['QZA', 'QZAB', 'XQZA', 'QZA 261218 C 100']);
    const list = await service.client.watchlists.create({ body: { name: 'Q' } });
    await service.client.watchlists.addItem({ params: { watchlist_id: list.id }, body: { ticker: 'QZW' } });
    expect(await findPlans('QZ')).toEqual(['QZW', 'QZAB', 'QZA', 'XQZA', 'QZA 261218 C 100']);
    expect((await service.client.trades.instruments({ query: { search: 'qza', limit: 1 } })).items).toMatchObject([
      { instrument: 'QZA', execution_count: 1, last_at: '2026-01-05T12:00:00Z' },
    ]);
    for (const exec_id of ['I1', 'I2', 'I3', 'I4']) await service.client.trades.remove({ params: { exec_id } });
    await service.client.watchlists.remove({ params: { watchlist_id: list.id } });
  });
});

describe('watchlists', () => {
  it('hold tickers in capitals, each once', async () => {
    const list = await service.client.watchlists.create({ body: { name: 'Tech' } });
    const params = { watchlist_id: list.id };
    await expect(service.client.watchlists.create({ body: { name: 'Tech' } })).rejects.toMatchObject(
      refusal(409, 'Tech'),
    );
    expect((await service.client.watchlists.addItem({ params, body: { ticker: 'brk.b', notes: 'dull' } })).ticker).toBe(
      'BRK.B',
    );
    await expect(service.client.watchlists.addItem({ params, body: { ticker: 'BRK.B' } })).rejects.toMatchObject(
      refusal(409),
    );
    const item = { ...params, ticker: 'brk.b' };
    expect((await service.client.watchlists.updateItem({ params: item, body: { notes: 'steady' } })).notes).toBe(
      'steady',
    );
    expect((await service.client.watchlists.update({ params, body: { name: 'Value' } })).name).toBe('Value');
    expect((await service.client.watchlists.get({ params })).items.map(({ ticker }) => ticker)).toEqual(['BRK.B']);
    expect((await service.client.watchlists.list()).total).toBe(1);
    await service.client.watchlists.removeItem({ params: item });
    await expect(service.client.watchlists.removeItem({ params: item })).rejects.toMatchObject(refusal(404));
    await service.client.watchlists.remove({ params });
    await expect(service.client.watchlists.get({ params })).rejects.toMatchObject(refusal(404));
  });
});

describe('the calculator', () => {
  const size = (body: Parameters<TestService['client']['calculator']['positionSize']>[0]['body']) =>
    service.client.calculator.positionSize({ body });

  it('sizes by risk and answers in both spellings', async () => {
    expect(
      await size({ balance: 100_000, risk_pct: 1, entry_price: 619.61, stop_loss: 615, target_price: 630 }),
    ).toMatchObject({
      shares: 216,
      share_size: 216,
      account_risk_1r: 1000,
      risk_amount: 1000,
      position_size: 133_836,
      reward_risk_ratio: 2.25,
      potential_profit: 2244.24,
    });
    expect(
      await size({ mode: 'futures', contract: '/ES', balance: 100_000, entry: 5000, stop: 4990, target: 5020 }),
    ).toMatchObject({ contracts: 2 });
    expect(
      await size({
        mode: 'forex',
        lot_type: 'Mini',
        currency_pair: 'EUR/USD',
        balance: 10_000,
        entry: 1.1,
        stop: 1.095,
        target: 1.12,
      }),
    ).toMatchObject({ mode: 'forex' });
    expect(await size({ mode: 'crypto', balance: 10_000, entry: 60_000, stop: 59_000, target: 63_000 })).toMatchObject({
      mode: 'crypto',
    });
    expect(
      await size({
        mode: 'options',
        balance: 10_000,
        premium: 2.5,
        underlying_price: 100,
        delta: 0.5,
        option_type: 'call',
        target: 110,
      }),
    ).toMatchObject({ mode: 'options' });
  });

  it('says what is impossible', async () => {
    await expect(size({ balance: 1000, entry: 10, stop: 10, target: 12 })).rejects.toMatchObject(refusal(422, 'stop'));
    await expect(size({ balance: 0, entry: 10, stop: 9 })).rejects.toMatchObject(refusal(422, 'balance'));
  });
});
