// The evening's review over a running service: bars that stay, limits, replay and what-if.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService, withAccount, withTrades } from './test-service.ts';

let service: TestService;
const NVX = 'NVX';

/** What was said instead of an answer. */
const refusal = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'it was done',
    (error: unknown) => error,
  );

/** A minute bar of 2026-03-02 (14:30 UTC is the opening in New York), by its number. */
const at = (minute: number) => new Date(Date.parse('2026-03-02T14:30:00Z') + minute * 60_000).toISOString();

/** Sixty minutes: up by ten cents each for twenty, then down by twenty; highs and lows thirty cents beyond. */
const BARS = Array.from({ length: 60 }, (_, i) => {
  const open = i < 20 ? 100 + i * 0.1 : 102 - (i - 20) * 0.2;
  const close = i < 20 ? open + 0.1 : open - 0.2;
  return [open, Math.max(open, close) + 0.3, Math.min(open, close) - 0.3, close].map((price) =>
    Number(price.toFixed(2)),
  );
});

function csvOf(bars: readonly (readonly number[])[], from = 0): Uint8Array {
  const rows = bars.map((bar, i) => [Date.parse(at(from + i)) / 1000, ...bar, 100 + i].join(','));
  return new TextEncoder().encode(['timestamp,open,high,low,close,volume', ...rows].join('\n'));
}

beforeAll(async () => {
  service = await openTestService();
  await withAccount(service.client);
  await withTrades(service.client, [
    // Bought at the open of the sixth bar, sold at the open of the 31st: 100.50 to 100.00.
    ['N1', 'BOT', at(5), 100, 100.5, NVX],
    ['N2', 'SLD', at(30), 100, 100, NVX],
    ['Q1', 'BOT', '2026-03-03T15:00:00Z', 10, 50, 'QQX'],
    ['Q2', 'SLD', '2026-03-03T16:00:00Z', 10, 48, 'QQX'],
  ]);
});
afterAll(() => service.close());

describe('bars that stay', () => {
  it('come from a file, each moment once, and say which trades have none', async () => {
    const file = { bytes: csvOf(BARS), name: 'nvx.csv' };
    const first = await service.client.bars.import({ body: { file, symbol: NVX } });
    expect(first).toMatchObject({ symbol: NVX, interval: '1m', bars: 60, added: 60, dropped: 0, invalid: [] });
    const again = await service.client.bars.import({
      body: { file: { bytes: csvOf(BARS.slice(50), 50), name: 'nvx.csv' }, symbol: NVX, interval: '1m' },
    });
    expect(again).toMatchObject({ bars: 10, added: 0 });
    const kept = await service.client.bars.list({ query: {} });
    expect(kept.items).toMatchObject([{ symbol: NVX, interval: '1m', days: 1, providers: ['file'] }]);
    expect(kept.missing).toMatchObject({ count: 1, trades: [{ trip_id: 'rt-Q1', instrument: 'QQX' }] });
  });

  it('serve the chart of a trade without anybody outside', async () => {
    const { bars, provider } = await service.client.roundTrips.bars({ params: { trip_id: 'rt-N1' } });
    expect(provider).toBe('file');
    expect(bars.time).toHaveLength(60);
    expect(bars.high[0]).toBe(100.4);
  });

  it('that are no bars are refused with a reason', async () => {
    const refuse = (text: string, more = {}) =>
      refusal(
        service.client.bars.import({
          body: { file: { bytes: new TextEncoder().encode(text), name: 'x.csv' }, symbol: 'X', ...more },
        }),
      );
    expect(await refuse('hello\nworld')).toMatchObject({ status: 422 });
    expect(await refuse('1772461800,1,2,0.5,1,1\n1772461807,1,2,0.5,1,1\n1772461814,1,2,0.5,1,1')).toMatchObject({
      status: 422,
    });
  });
});

describe('limits', () => {
  let id: number;
  it('are held against equity bar by bar, and name the trade that broke one', async () => {
    const made = await service.person.riskAccounts.create({
      body: {
        name: 'Own limits',
        account_ids: ['U1'],
        start: 10_000,
        from: '2026-03-02',
        daily_loss: { limit: 60 },
        drawdown: { kind: 'trailing_intraday', limit: 200 },
        day_ends: { time: '17:00', zone: 'America/New_York' },
        warn_at: [50],
      },
    });
    id = made.id;
    expect(made).toMatchObject({
      daily_loss: { from: 'balance', touch: true },
      drawdown: { lock_at: null, checked: 'live' },
    });
    const status = await service.client.riskAccounts.status({ params: { id } });
    // The best bar reaches 102.30 (+180), the worst bar that is over before the exit 99.90 - 0.10 (-70 below the start).
    const worst = Math.min(...BARS.slice(5, 30).map((bar) => bar[2] ?? 0));
    expect(status).toMatchObject({
      basis: 'close',
      balance: 9930,
      equity: 9930,
      trades: 2,
      without_bars: { ids: ['rt-Q1'] },
    });
    expect(status.days[0]).toMatchObject({
      day: '2026-03-02',
      high: 10_180,
      low: 10_000 + (worst - 100.5) * 100,
      close: 9950,
    });
    expect(status.breaches).toMatchObject([
      { rule: 'drawdown', day: '2026-03-02', round_trip_id: 'rt-N1', limit: 9980, basis: 'intraday', ends: true },
      { rule: 'daily_loss', day: '2026-03-02', round_trip_id: 'rt-N1', limit: 9940, ends: false },
    ]);
    expect(status.state).toBe('failed');
  });

  it('change from a day on, and those before stay', async () => {
    const changed = await service.client.riskAccounts.update({
      params: { id },
      body: { drawdown: { kind: 'static', limit: 500 }, valid_from: '2026-03-03', name: 'Mine' },
    });
    expect(changed.history.map(({ valid_from, drawdown }) => [valid_from, drawdown?.kind])).toEqual([
      ['2026-03-02', 'trailing_intraday'],
      ['2026-03-03', 'static'],
    ]);
    expect(await service.client.riskAccounts.status({ params: { id } })).toMatchObject({
      drawdown_floor: 9500,
      headroom: 60,
    });
    expect((await service.client.riskAccounts.list()).templates.map(({ name }) => name)).toContain('trailing_close');
    expect(await service.client.riskAccounts.get({ params: { id } })).toMatchObject({ name: 'Mine' });
  });

  it('without a rule, with an unknown account or zone, or mail from a key, are refused', async () => {
    const body = { name: 'x', account_ids: ['U1'], start: 1, from: '2026-01-01' };
    const create = (more: object) => refusal(service.client.riskAccounts.create({ body: { ...body, ...more } }));
    expect(await create({})).toMatchObject({ status: 422 });
    expect(await create({ template: 'static', account_ids: ['nobody'] })).toMatchObject({ status: 404 });
    expect(await create({ template: 'static', day_ends: { time: '17:00', zone: 'Mars' } })).toMatchObject({
      status: 422,
    });
    expect(await create({ template: 'static', warn_emails: ['a@example.com'] })).toMatchObject({ status: 403 });
    expect(await create({ template: 'static', name: 'Mine' })).toMatchObject({ status: 409 });
  });

  it('have no odds from two days, and say so', async () => {
    const odds = await service.client.riskAccounts.odds({ params: { id }, body: { seed: 3 } });
    expect(odds).toMatchObject({ own_days: 2, enough: false, pass: null, seed: 3 });
  });

  it('refuse an assistant’s plan that risks more than is left, and let the person plan', async () => {
    await service.client.riskAccounts.update({ params: { id }, body: { refuse_plans: true } });
    await service.client.riskAccounts.update({
      params: { id },
      body: { drawdown: { kind: 'static', limit: 500 }, valid_from: '2026-03-02' },
    });
    const plan = (shares_planned: number | null, ticker: string) => ({
      body: {
        ticker,
        strategy_name: 's',
        entry: 10,
        stop: 9,
        target: 12,
        conditions: 'c',
        account_id: 'U1',
        shares_planned,
      },
    });
    expect(await refusal(service.client.plans.create(plan(61, 'AAA')))).toMatchObject({ status: 409 });
    expect(await refusal(service.client.plans.create(plan(null, 'AAA')))).toMatchObject({ status: 409 });
    const fits = await service.client.plans.create(plan(60, 'AAA'));
    expect(
      await refusal(service.client.plans.update({ params: { plan_id: fits.id }, body: { stop_loss: 8 } })),
    ).toMatchObject({ status: 409 });
    await service.client.plans.setStatus({ params: { plan_id: fits.id }, body: { status: 'cancelled' } });
    expect(await service.person.plans.create(plan(1000, 'BBB'))).toMatchObject({ ticker: 'BBB' });
    await service.client.riskAccounts.update({ params: { id }, body: { refuse_plans: false } });
  });

  it('are told of as an event once a level is reached', async () => {
    const stop = new AbortController();
    const seen: unknown[] = [];
    const feed = (async () => {
      for await (const event of await service.client.system.events({}, { signal: stop.signal })) {
        seen.push(event);
        if (event.type === 'risk') return event.data;
      }
      return null;
    })();
    const today = new Date().toISOString();
    await withTrades(service.client, [
      ['W1', 'BOT', today, 10, 50, 'WWX'],
      ['W2', 'SLD', today, 10, 45, 'WWX'],
    ]);
    expect(await feed).toMatchObject({ name: 'Mine', level: 50 });
    stop.abort();
  });

  it('are gone when they are deleted', async () => {
    await service.client.riskAccounts.remove({ params: { id } });
    expect(await refusal(service.client.riskAccounts.get({ params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe('replay', () => {
  const replayed = (until?: string) =>
    service.client.roundTrips.replay({
      params: { trip_id: 'rt-N1' },
      query: { interval: '1m', ...(until !== undefined && { until }) },
    });

  it('knows nothing later than it was asked for: bars that are over, fills and levels so far', async () => {
    const { id: plan_id } = await service.client.plans.create({
      body: { ticker: NVX, strategy_name: 'open', entry: 100.5, stop: 99.5, target: 103, conditions: 'c' },
    });
    await service.client.plans.setStatus({ params: { plan_id }, body: { status: 'executed', linked_trade_id: 'N1' } });
    const whole = await replayed();
    expect(whole.bars).toHaveLength(60);
    expect(whole.fills.map(({ exec_id }) => exec_id)).toEqual(['N1', 'N2']);
    // The plan was written down after the session: while it went on nobody knew it.
    expect(whole.levels).toEqual([]);
    expect(whole.running).toMatchObject({ pnl: -50, r: null, open_quantity: 0 });
    // The close in New York, not the exit.
    expect(whole.ends_at).toBe(Date.parse('2026-03-02T21:00:00Z') / 1000);
    const half = await replayed(at(10));
    expect(half.bars).toHaveLength(10);
    expect(half.bars.at(-1)?.[0]).toBe(Date.parse(at(9)) / 1000);
    expect(half.fills).toMatchObject([{ exec_id: 'N1' }]);
    expect(half.running).toMatchObject({ pnl: (101 - 100.5) * 100, open_quantity: 100, r: null });
    expect(half.ends_at).toBe(whole.ends_at);
    const before = await replayed(String(Date.parse(at(4)) / 1000));
    expect(before).toMatchObject({ fills: [], running: null, ends_at: whole.ends_at });
    // A later bar is all that a later moment adds.
    expect((await replayed(at(11))).bars.slice(0, 10)).toEqual(half.bars);
    expect(JSON.stringify(half)).not.toContain('N2');
  });

  it('shows stop and target as they were stated then', async () => {
    const { id: plan_id } = await service.client.plans.create({
      body: { ticker: 'LVX', strategy_name: 'open', entry: 50, stop: 48, target: 56, conditions: 'c' },
    });
    service.advance(60_000);
    const opened = new Date(Date.now() + 60_000).toISOString();
    await withTrades(service.client, [['V1', 'BOT', opened, 10, 50, 'LVX']]);
    await service.client.plans.setStatus({ params: { plan_id }, body: { status: 'executed', linked_trade_id: 'V1' } });
    service.advance(600_000);
    await service.client.plans.update({ params: { plan_id }, body: { stop_loss: 49.5, target_price: 58 } });
    service.advance(600_000);
    const replayedAt = (until: number) =>
      service.client.roundTrips.replay({
        params: { trip_id: 'rt-V1' },
        query: { until: new Date(until).toISOString() },
      });
    const early = await replayedAt(Date.parse(opened) + 60_000);
    expect(early.levels.map(({ stop, target }) => [stop, target])).toEqual([[48, 56]]);
    expect(early.running).toMatchObject({ pnl: 0, r: 0, open_quantity: 10 });
    const later = await replayedAt(Date.parse(opened) + 1_200_000);
    expect(later.levels.map(({ stop, target }) => [stop, target])).toEqual([
      [48, 56],
      [49.5, 58],
    ]);
    expect((await replayedAt(Date.parse(opened) - 3_600_000)).levels).toEqual([]);
  });

  it('says what is missing', async () => {
    const { bars, missing } = await service.client.roundTrips.replay({ params: { trip_id: 'rt-Q1' }, query: {} });
    expect(bars).toEqual([]);
    expect(missing).toContain('no bars of QQX');
    expect(await refusal(replayed('yesterday'))).toMatchObject({ status: 422 });
  });
});

describe('what if', () => {
  const exits = (rule: { kind: 'target' | 'stop' | 'mfe' | 'bars' | 'close' | 'trail'; value?: number }) =>
    service.client.whatIf.exits({ body: { filter: { account_ids: ['U1'] }, rule } });

  it('a trade is left at another moment, net of its fees, and what cannot be said is left out by name', async () => {
    const close = await exits({ kind: 'close' });
    // The last bar closes at 94.00.
    expect(close).toMatchObject({ n: 1, net_pnl: -50, what_if_net_pnl: -650, ties: 0, hindsight: false });
    expect(close.trades).toMatchObject([{ id: 'rt-N1', pnl: -50, what_if: -650, exit_price: 94 }]);
    expect(close.left_out.map(({ reason, count }) => [reason, count])).toContainEqual([
      'no bars are kept for its days',
      2,
    ]);
    // The best price while it was open is 102.30; half of the way there.
    expect(await exits({ kind: 'mfe', value: 0.5 })).toMatchObject({ what_if_net_pnl: 90, hindsight: true });
    expect(await exits({ kind: 'bars', value: 3 })).toMatchObject({ what_if_net_pnl: 30 });
    // One R is a dollar of price: 101.50 is reached on the way up.
    expect(await exits({ kind: 'target', value: 1 })).toMatchObject({ what_if_net_pnl: 100 });
    // The stop at 99.50 was not reached before the exit.
    expect(await exits({ kind: 'stop' })).toMatchObject({ what_if_net_pnl: -50 });
    expect(await refusal(exits({ kind: 'trail' }))).toMatchObject({ status: 422 });
  });

  it('a record without some of its trades stands beside the true one', async () => {
    const filter = { account_ids: ['U1'], to: '2026-03-31' };
    const stopped = await service.client.whatIf.trades({ body: { filter, stop_after_losses: 1 } });
    expect(stopped).toMatchObject({ net_pnl: -70, what_if_net_pnl: -70, n: 2, dropped: 0 });
    await service.client.tags.apply({ body: { exec_ids: ['Q1'], add: ['fomo'] } });
    const dropped = await service.client.whatIf.trades({ body: { filter, drop: { tags: ['FOMO'] } } });
    expect(dropped).toMatchObject({ net_pnl: -70, what_if_net_pnl: -50, difference: 20, dropped: 1 });
    expect(dropped.what_if_curve.map(({ equity }) => equity)).toEqual([-50, -50]);
    expect(dropped.curve.map(({ equity }) => equity)).toEqual([-50, -70]);
    const halved = await service.client.whatIf.trades({ body: { filter, max_risk_r: 0.5 } });
    // Only the one with a plan has a risk.
    expect(halved).toMatchObject({ what_if_net_pnl: -45, scaled: 1, unknown_risk: 1 });
    expect(await refusal(service.client.whatIf.trades({ body: { filter } }))).toMatchObject({ status: 422 });
  });
});

describe('a playbook', () => {
  let id: number;
  it('holds trades by tag, by plan and by word, and says which rules each followed', async () => {
    const made = await service.client.playbooks.create({
      body: {
        name: 'Opening drive',
        rules: [
          { kind: 'time_of_day', from: '09:30', to: '09:50' },
          { kind: 'min_rr', min: 2, text: 'At least two to one' },
          { kind: 'expression', expression: 'close > open', interval: '1m' },
          { kind: 'trade_of_day', max: 1, id: 'first-only' },
          { kind: 'risk_rules' },
          { kind: 'manual', id: 'waited', text: 'Waited for the close' },
        ],
      },
    });
    id = made.id;
    expect(made.rules.map((rule) => rule.id)).toEqual([
      'time-of-day',
      'min-rr',
      'expression',
      'first-only',
      'risk-rules',
      'waited',
    ]);
    await service.client.tags.apply({ body: { exec_ids: ['N1'], add: ['opening drive'] } });
    expect(await service.client.roundTrips.update({ params: { trip_id: 'rt-Q1' }, body: { playbook_id: id } })).toEqual(
      {
        trip_id: 'rt-Q1',
        playbook_id: id,
        playbook: 'Opening drive',
      },
    );
    const { trades, rules, weeks, trade_count } = await service.client.playbooks.adherence({
      params: { id },
      query: {},
    });
    expect(trade_count).toBe(2);
    const byTrip = Object.fromEntries(trades.map((trade) => [trade.trip_id, trade.rules]));
    // 100.50 to 103 over 100.50 to 99.50; the bar before the entry rose.
    expect(byTrip['rt-N1']).toEqual({
      'time-of-day': 'followed',
      'min-rr': 'followed',
      expression: 'followed',
      'first-only': 'followed',
      'risk-rules': 'unknown',
      waited: 'unknown',
    });
    expect(byTrip['rt-Q1']).toMatchObject({ 'time-of-day': 'broken', 'min-rr': 'unknown', expression: 'unknown' });
    expect(rules[0]).toMatchObject({ followed: 1, broken: 1, unknown: 0, adherence: 0.5, cost: null, interval: null });
    expect(weeks).toMatchObject([{ week: '2026-W10', trades: 2 }]);
  });

  it('is held against its own rule, in parts that add up', async () => {
    const compare = () => service.client.playbooks.compare({ params: { id }, body: { filter: { to: '2026-03-02' } } });
    expect(await refusal(compare())).toMatchObject({ status: 409 });
    // Buys the first bar whose close is above 101, sells the first that closes below 101: filled at the next open.
    await service.client.playbooks.update({
      params: { id },
      body: { entry_long: 'close > 101', exit_long: 'close < 101' },
    });
    const found = await compare();
    // The 11th bar closes at 101.10: in at the open of the 12th, 101.10. The 26th closes at 100.80: out at 100.80.
    expect(found).toMatchObject({ rule: -30, trader: -50, difference: -20, interval: '1m', intervals: null });
    expect(found.parts).toEqual({ not_taken: 0, outside: 0, timing: -20, size: 0 });
    expect(found.trades).toMatchObject([{ what: 'matched', trip_id: 'rt-N1', entry: 60, exit: -80 }]);
  });

  it('is ticked by hand where no machine can see', async () => {
    const tick = (followed: boolean | null, rule_id = 'waited') =>
      service.client.playbooks.tick({ params: { id }, body: { trip_id: 'rt-N1', rule_id, followed } });
    expect(await tick(false)).toMatchObject({ verdict: 'broken' });
    expect(await tick(null)).toMatchObject({ verdict: 'unknown' });
    expect(await tick(true)).toMatchObject({ verdict: 'followed' });
    expect(await refusal(tick(true, 'nothing'))).toMatchObject({ status: 404 });
  });

  it('with an expression that is none, or a name that is taken, is refused', async () => {
    const create = (more: object) => refusal(service.client.playbooks.create({ body: { name: 'Other', ...more } }));
    expect(await create({ rules: [{ kind: 'expression', expression: 'close >' }] })).toMatchObject({ status: 422 });
    expect(await create({ rules: [{ kind: 'expression', expression: 'close + 1' }] })).toMatchObject({ status: 422 });
    expect(await create({ entry_long: 'nonsense(' })).toMatchObject({ status: 422 });
    expect(await create({ name: 'OPENING DRIVE' })).toMatchObject({ status: 409 });
    expect(
      await create({
        rules: [
          { kind: 'manual', id: 'a' },
          { kind: 'manual', id: 'a' },
        ],
      }),
    ).toMatchObject({ status: 422 });
  });

  it('changes, is listed and goes; its trades stay', async () => {
    const params = { id };
    await service.client.playbooks.update({ params, body: { description: 'The first twenty minutes' } });
    expect(await service.client.playbooks.get({ params })).toMatchObject({ description: 'The first twenty minutes' });
    expect((await service.client.playbooks.list()).items).toHaveLength(1);
    await service.client.playbooks.remove({ params });
    expect((await service.client.playbooks.list()).items).toEqual([]);
    expect(await service.client.roundTrips.get({ params: { trip_id: 'rt-Q1' }, query: {} })).toMatchObject({
      id: 'rt-Q1',
    });
  });
});
