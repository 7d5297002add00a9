// The evening's review over a running service: bars that stay, limits, replay and what-if.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { outsideHttp, type OutsideHttp, outsideMail } from './outside.ts';
import { openTestService, type TestService, withAccount, withTrades } from './test-service.ts';

let service: TestService;
let outside: OutsideHttp;
/** What webhooks were sent. */
const posted: { host: string; document: unknown }[] = [];
const NVX = 'NVX';

/** The error instead of an answer. */
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
  outside = await outsideHttp(({ host, body }) => {
    posted.push({ host, document: JSON.parse(body) as unknown });
    return host === 'broken.example.test' ? { status: 500, body: '' } : { body: 'thanks' };
  });
  service = await openTestService({ fetch: outside.fetch, allowLocalDownloads: true });
  await withAccount(service.client);
  await withAccount(service.client, 'U2');
  await withTrades(service.client, [
    // Bought at the open of the sixth bar, sold at the open of the 31st: 100.50 to 100.00.
    ['N1', 'BOT', at(5), 100, 100.5, NVX],
    ['N2', 'SLD', at(30), 100, 100, NVX],
    ['Q1', 'BOT', '2026-03-03T15:00:00Z', 10, 50, 'QQX'],
    ['Q2', 'SLD', '2026-03-03T16:00:00Z', 10, 48, 'QQX'],
  ]);
});
afterAll(async () => {
  await service.close();
  await outside.close();
});

describe('bars that stay', () => {
  it('come from a file, each moment once, and say which trades have none', async () => {
    const file = { bytes: csvOf(BARS), name: 'nvx.csv' };
    const first = await service.client.bars.import({ body: { file, symbol: NVX } });
    expect(first).toMatchObject({ symbol: NVX, interval: '1m', bars: 60, added: 60, dropped: 0, invalid: [] });
    const again = await service.client.bars.import({
      body: { file: { bytes: csvOf(BARS.slice(50), 50), name: 'nvx.csv' }, symbol: NVX, interval: '1m' },
    });
    expect(again).toMatchObject({ bars: 10, added: 0 });
    const bars = await service.client.bars.list({ query: {} });
    expect(bars.items).toMatchObject([{ symbol: NVX, interval: '1m', days: 1, providers: ['file'] }]);
    expect(bars.missing).toMatchObject({ count: 1, trades: [{ trip_id: 'rt-Q1', instrument: 'QQX' }] });
  });

  it('serve the chart of a trade without anybody outside', async () => {
    const { bars, provider } = await service.client.roundTrips.bars({ params: { trip_id: 'rt-N1' } });
    expect(provider).toBe('file');
    expect(bars.time).toHaveLength(60);
    expect(bars.high[0]).toBe(100.4);
  });

  it('are the small picture in a row of the list, where it is asked for and they are stored', async () => {
    const listPaths = async (with_paths: boolean) => {
      const { items } = await service.client.roundTrips.list({ query: { with_paths } });
      return new Map(items.map(({ id, path }) => [id, path]));
    };
    const paths = await listPaths(true);
    const path = paths.get('rt-N1') ?? [];
    // From the entry over the best close, 102.00, to the exit fifty cents below.
    expect([path.length, path[0], Math.max(...path), path.at(-1)]).toEqual([24, 0, 1.5, -0.5]);
    expect(paths.get('rt-Q1')).toBeUndefined();
    expect((await listPaths(false)).get('rt-N1')).toBeUndefined();
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
  it('are compared with equity bar by bar, and name the trade that broke one', async () => {
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
    expect(status.breaches[1]?.trade).toEqual({ instrument: NVX, opened_at: '2026-03-02T14:35:00Z', pnl: -50 });
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
    expect(await create({ template: 'static', account_ids: ['unknown'] })).toMatchObject({ status: 404 });
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

  it('notify once a level is reached: as an event, by mail and to the webhooks that the person named', async () => {
    const mail = await outsideMail();
    onTestFinished(() => mail.close());
    const smtp = { smtp_host: '127.0.0.1', port: mail.port, security: 'NONE' as const, from_email: 'me@example.test' };
    await service.person.mail.update({ body: smtp });
    const limits = {
      warn_emails: ['trader@example.test'],
      warn_webhooks: ['https://broken.example.test/hook', 'https://hook.example.test/hook'],
    };
    const change = (person: TestService['client']) => person.riskAccounts.update({ params: { id }, body: limits });
    expect(await refusal(change(service.client))).toMatchObject({ status: 403 });
    expect(await change(service.person)).toMatchObject(limits);
    expect(
      await refusal(
        service.person.riskAccounts.update({ params: { id }, body: { warn_webhooks: ['ftp://example.test'] } }),
      ),
    ).toMatchObject({ status: 422 });
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
    // The address that fails does not stop the other notices.
    await expect.poll(() => mail.received.length).toBeGreaterThan(0);
    expect(mail.received[0]).toMatchObject({ to: ['trader@example.test'] });
    expect(mail.received[0]?.text).toContain('% of the');
    await expect.poll(() => posted.filter(({ host }) => host === 'hook.example.test').length).toBeGreaterThan(0);
    expect(posted.find(({ host }) => host === 'hook.example.test')?.document).toMatchObject({
      type: 'risk',
      name: 'Mine',
      level: 50,
      risk_account_id: id,
    });
  });

  it('are gone when they are deleted', async () => {
    await service.client.riskAccounts.remove({ params: { id } });
    expect(await refusal(service.client.riskAccounts.get({ params: { id } }))).toMatchObject({ status: 404 });
  });
});

describe('replay', () => {
  const replay = (until?: string) =>
    service.client.roundTrips.replay({
      params: { trip_id: 'rt-N1' },
      query: { interval: '1m', ...(until !== undefined && { until }) },
    });

  it('knows nothing later than it was asked for: bars that are over, fills and levels so far', async () => {
    const { id: plan_id } = await service.client.plans.create({
      body: { ticker: NVX, strategy_name: 'open', entry: 100.5, stop: 99.5, target: 103, conditions: 'c' },
    });
    await service.client.plans.setStatus({ params: { plan_id }, body: { status: 'executed', linked_trade_id: 'N1' } });
    const whole = await replay();
    expect(whole.bars).toHaveLength(60);
    expect(whole.fills.map(({ exec_id }) => exec_id)).toEqual(['N1', 'N2']);
    // The plan was written down after the session: it was not known during the session.
    expect(whole.levels).toEqual([]);
    expect(whole.running).toMatchObject({ pnl: -50, r: null, open_quantity: 0 });
    // The close in New York, not the exit.
    expect(whole.ends_at).toBe(Date.parse('2026-03-02T21:00:00Z') / 1000);
    const half = await replay(at(10));
    expect(half.bars).toHaveLength(10);
    expect(half.bars.at(-1)?.[0]).toBe(Date.parse(at(9)) / 1000);
    expect(half.fills).toMatchObject([{ exec_id: 'N1' }]);
    expect(half.running).toMatchObject({ pnl: (101 - 100.5) * 100, open_quantity: 100, r: null });
    expect(half.ends_at).toBe(whole.ends_at);
    // A client with the state of a moment before gets what is new.
    const more = await service.client.roundTrips.replay({
      params: { trip_id: 'rt-N1' },
      query: { interval: '1m', until: at(13), since: at(10) },
    });
    expect([...half.bars, ...more.bars]).toEqual((await replay(at(13))).bars);
    expect(more.bars).toHaveLength(3);
    expect(more.running).toEqual((await replay(at(13))).running);
    const before = await replay(String(Date.parse(at(4)) / 1000));
    expect(before).toMatchObject({ fills: [], running: null, ends_at: whole.ends_at });
    // A later bar is all that a later moment adds.
    expect((await replay(at(11))).bars.slice(0, 10)).toEqual(half.bars);
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

  it('of a whole day has all of its trades on one clock, and none that was not opened yet', async () => {
    const day = (until?: string, date = '2026-03-02') =>
      service.client.replays.day({ params: { day: date }, query: until === undefined ? {} : { until } });
    const before = await day(at(4));
    expect(before).toMatchObject({ trades: [], charts: [], realised: 0, open: 0 });
    expect(before.begins_at).toBe(Date.parse(at(-30)) / 1000);
    const half = await day(at(10));
    expect(half).toMatchObject({ trades: [{ trip_id: 'rt-N1', fills: [{ exec_id: 'N1' }] }], realised: 0, open: 50 });
    expect(half.charts).toMatchObject([{ instrument: NVX, interval: '1m' }]);
    expect(half.charts[0]?.bars).toEqual((await replay(at(10))).bars);
    expect(JSON.stringify(half)).not.toContain('N2');
    const since = (moment: string) =>
      service.client.replays.day({ params: { day: '2026-03-02' }, query: { until: at(10), since: moment } });
    expect((await since(at(8))).charts[0]?.bars).toEqual(half.charts[0]?.bars.slice(8));
    // Before it was opened its chart was not there: all of it is new.
    expect((await since(at(4))).charts[0]?.bars).toEqual(half.charts[0]?.bars);
    const whole = await day();
    const curve = await service.client.analytics.equityCurve({ query: { from: '2026-03-02', to: '2026-03-02' } });
    expect(whole).toMatchObject({ realised: curve.days[0]?.pnl, open: 0, ends_at: before.ends_at });
    expect(whole.ends_at).toBe(Date.parse('2026-03-02T21:00:00Z') / 1000);
    expect(await day(undefined, '2026-03-03')).toMatchObject({ charts: [{ missing: expect.stringContaining('QQX') }] });
    expect(await day(undefined, '2026-03-07')).toMatchObject({ trades: [], realised: 0 });
    expect(await refusal(day(undefined, '2026-02-30'))).toMatchObject({ status: 422 });
  });

  it('has what is left of a trade stand at the cost of its own lots, as limits and open positions have it', async () => {
    const minute = (i: number) => new Date(Date.parse('2026-04-06T14:30:00Z') + i * 60_000).toISOString();
    const rows = Array.from({ length: 30 }, (_, i) => [Date.parse(minute(i)) / 1000, 115, 116, 114, 115, 10].join(','));
    await service.client.bars.import({
      body: { file: { bytes: new TextEncoder().encode(rows.join('\n')), name: 'pcx.csv' }, symbol: 'PCX' },
    });
    await withTrades(service.client, [
      ['P1', 'BOT', minute(1), 10, 100, 'PCX', 'U2'],
      ['P2', 'BOT', minute(2), 10, 110, 'PCX', 'U2'],
      ['P3', 'SLD', minute(5), 10, 120, 'PCX', 'U2'],
    ]);
    const running = async (until: string) =>
      (await service.client.roundTrips.replay({ params: { trip_id: 'rt-P1' }, query: { interval: '1m', until } }))
        .running;
    // The lot of 100 is gone with 200; the one of 110 is left, at 115.
    expect(await running(minute(10))).toMatchObject({ pnl: 250, open_quantity: 10 });
    // Half a minute after the exit its price is the last one known, whatever the bar before closed at.
    expect(await running(new Date(Date.parse(minute(5)) + 30_000).toISOString())).toMatchObject({ pnl: 300 });
    const day = await service.client.replays.day({ params: { day: '2026-04-06' }, query: { until: minute(10) } });
    expect(day).toMatchObject({ realised: 200, open: 50 });
    const { id } = await service.client.riskAccounts.create({
      body: {
        name: 'Parts',
        account_ids: ['U2'],
        start: 1000,
        from: '2026-04-01',
        drawdown: { kind: 'static', limit: 5 },
      },
    });
    // Held for longer than minute bars are stored: it is known at its own fills, the last of them at 120.
    expect(await service.client.riskAccounts.status({ params: { id } })).toMatchObject({ balance: 1200, equity: 1300 });
    const { items } = await service.client.roundTrips.open({ query: {} });
    expect(items.find(({ instrument }) => instrument === 'PCX')).toMatchObject({ open_quantity: 10, avg_price: 110 });
    await service.client.riskAccounts.remove({ params: { id } });
    await withTrades(service.client, [['P4', 'SLD', minute(20), 10, 115, 'PCX', 'U2']]);
  });

  it('says what is missing', async () => {
    const { bars, missing } = await service.client.roundTrips.replay({ params: { trip_id: 'rt-Q1' }, query: {} });
    expect(bars).toEqual([]);
    expect(missing).toContain('no bars of QQX');
    expect(await refusal(replay('yesterday'))).toMatchObject({ status: 422 });
  });
});

describe('what if', () => {
  const exits = (rule: { kind: 'target' | 'stop' | 'mfe' | 'bars' | 'close' | 'trail'; value?: number }) =>
    service.client.whatIf.exits({ body: { filter: { account_ids: ['U1'] }, rule } });

  it('a trade exits at another moment, net of its fees, and an unknown result is excluded by name', async () => {
    const close = await exits({ kind: 'close' });
    // The last bar closes at 94.00.
    expect(close).toMatchObject({ n: 1, net_pnl: -50, what_if_net_pnl: -650, ties: 0, hindsight: false });
    expect(close.trades).toMatchObject([{ id: 'rt-N1', pnl: -50, what_if: -650, exit_price: 94 }]);
    expect(close.left_out.map(({ reason, count }) => [reason, count])).toContainEqual([
      'no bars are stored for its days',
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

  it('a record without some of its trades is shown next to the true one', async () => {
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
    // Each trade says the same of itself.
    for (const [trip_id, stated] of [
      ['rt-N1', false],
      ['rt-Q1', true],
    ] as const) {
      const own = await service.client.roundTrips.rules({ params: { trip_id } });
      expect(own).toMatchObject({ trip_id, stated, playbook: { id, name: 'Opening drive' } });
      expect(Object.fromEntries(own.rules.map((rule) => [rule.id, rule.verdict]))).toEqual(byTrip[trip_id]);
    }
  });

  it('is compared with its own rule, in parts that add up', async () => {
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

  it('has a picture, and plans that name it carry its rules', async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { image_id } = await service.client.images.attachToPlaybook({
      params: { id },
      body: { file: { bytes: png, name: 'setup.png' }, caption: 'What it looks like' },
    });
    const listImages = () => service.client.images.listForPlaybook({ params: { id } });
    expect(await listImages()).toMatchObject([{ id: image_id, caption: 'What it looks like' }]);
    const plan = await service.person.plans.create({
      body: { ticker: 'PBX', strategy_name: 'opening DRIVE', entry: 10, stop: 9, target: 13, conditions: 'c' },
    });
    const { playbook } = await service.client.plans.get({ params: { plan_id: plan.id } });
    expect(playbook).toMatchObject({ id, name: 'Opening drive' });
    expect(playbook?.rules[1]).toEqual({ id: 'min-rr', kind: 'min_rr', text: 'At least two to one' });
    const { items } = await service.client.plans.list({ query: { ticker: NVX } });
    expect(items[0]).toMatchObject({ strategy_name: 'open', playbook: null });
  });

  it('changes, is listed and goes; its trades stay', async () => {
    const params = { id };
    await service.client.playbooks.update({ params, body: { description: 'The first twenty minutes' } });
    expect(await service.client.playbooks.get({ params })).toMatchObject({ description: 'The first twenty minutes' });
    expect((await service.client.playbooks.list()).items).toHaveLength(1);
    await service.client.playbooks.remove({ params });
    expect((await service.client.playbooks.list()).items).toEqual([]);
    const nothing = { trip_id: 'rt-Q1', playbook: null, stated: false, rules: [] };
    expect(await service.client.roundTrips.rules({ params: { trip_id: 'rt-Q1' } })).toMatchObject(nothing);
    expect(await service.client.roundTrips.get({ params: { trip_id: 'rt-Q1' }, query: {} })).toMatchObject({
      id: 'rt-Q1',
    });
  });
});

describe('the week', () => {
  const week = (iso: string) => service.client.week.get({ params: { iso } });
  const days = { from: '2026-03-02', to: '2026-03-08' };

  it('is put together from the figures of their own endpoints', async () => {
    const { id } = await service.client.playbooks.create({
      body: {
        name: 'Fomo',
        rules: [
          { kind: 'time_of_day', from: '09:30', to: '09:50', text: 'Early' },
          { kind: 'trade_of_day', max: 1 },
        ],
      },
    });
    const limits = await service.client.riskAccounts.create({
      body: { name: 'Week', account_ids: ['U1'], start: 10_000, from: '2026-03-01', daily_loss: { limit: 15 } },
    });
    await service.client.mistakes.create({ body: { trade_exec_id: 'Q1', category: 'fomo_entry', estimated_cost: 12 } });
    const found = await week('2026-W10');
    expect(found).toMatchObject({ week: '2026-W10', ...days, previous: '2026-W09', next: '2026-W11', is_over: true });
    const results = await service.client.analytics.expectancy({ query: days });
    expect(found).toMatchObject({
      net_pnl: results.total_pnl,
      trade_count: results.trade_count,
      win_rate: results.win_rate,
      profit_factor: results.profit_factor,
    });
    expect(found.net_pnl).toBe(-70);
    expect((await service.client.roundTrips.list({ query: days })).sums.pnl).toBe(found.net_pnl);
    const multiples = await service.client.analytics.rMultiples({ query: days });
    expect(found.rated).toBe(multiples.trade_count);
    expect(found.r).toBeCloseTo((multiples.mean_r ?? 0) * multiples.trade_count, 5);
    expect(found.before).toEqual({ week: '2026-W09', net_pnl: 0, trade_count: 0, r: null, win_rate: null });
    const curve = await service.client.analytics.equityCurve({ query: { ...days, with_r: true } });
    expect(found.days).toEqual(curve.days.map(({ day, pnl, trade_count, r }) => ({ day, pnl, trade_count, r })));
    const [worst, best] = (await service.client.roundTrips.list({ query: { ...days, sort: 'pnl' } })).items;
    expect(found.worst).toMatchObject({ trip_id: worst?.id, pnl: worst?.pnl_in_period, r: worst?.r_in_period });
    expect(found.best).toMatchObject({ trip_id: best?.id, pnl: best?.pnl_in_period });
    const own = await service.client.playbooks.adherence({ params: { id }, query: days });
    expect(found.adherence.playbooks).toMatchObject([
      { id, name: 'Fomo', trade_count: own.trade_count, adherence: own.adherence, followed: 1, broken: 1 },
    ]);
    expect(found.adherence.share).toBe(own.adherence);
    const mistakes = await service.client.mistakes.summary({ query: days });
    expect(found.mistakes).toEqual({
      count: mistakes.count,
      total_cost: mistakes.total_cost,
      by_category: mistakes.by_category,
    });
    expect(found.mistakes.total_cost).toBe(12);
    expect(found.plans).toMatchObject({ planned: 1, unplanned: 1, planned_pnl: -50, unplanned_pnl: -20 });
    expect(found.plans.items).toMatchObject([{ trip_id: 'rt-N1', strategy_name: 'open', planned_r: 2.5 }]);
    const open = await service.client.roundTrips.open({ query: {} });
    expect(found).toMatchObject({ open_risk: open.open_risk, without_risk: open.without_risk });
    const status = await service.client.riskAccounts.status({ params: { id: limits.id } });
    expect(found.headroom).toMatchObject([
      { id: limits.id, headroom: status.headroom, headroom_by: status.headroom_by, state: status.state },
    ]);
    expect(found.headroom[0]?.breaches.map(({ day }) => day)).toEqual(
      status.breaches.filter(({ day }) => day >= days.from && day <= days.to).map(({ day }) => day),
    );
    expect(found.headroom[0]?.breaches.length).toBeGreaterThan(0);
    expect(found).toMatchObject({ reconciled_to: results.reconciled_to, differences: results.differences });
    expect(found.questions).toHaveLength(3);
    // They may be shown to anybody.
    expect(found.questions.join(' ')).not.toMatch(/70|50\.00|20\.00/);
  });

  it('may be empty, at the edge of a year, and is named by the calendar of the book', async () => {
    const empty = await week('2026-W53');
    expect(empty).toMatchObject({ from: '2026-12-28', to: '2027-01-03', previous: '2026-W52', next: '2027-W01' });
    expect(empty).toMatchObject({ net_pnl: 0, trade_count: 0, r: null, best: null, worst: null, days: [] });
    expect(empty.questions).toHaveLength(3);
    expect(await week('2020-W53')).toMatchObject({ to: '2021-01-03', next: '2021-W01', is_over: true });
    const now = await week('this');
    expect(now.is_over).toBe(false);
    expect([now.week, now.previous]).toContain((await week('last')).week);
  });

  it('that is none is refused with what to say', async () => {
    for (const iso of ['2025-W53', '2026-W00', '2026-W54'])
      expect(await refusal(week(iso))).toMatchObject({ status: 422, message: expect.stringContaining('2026-W46') });
    for (const iso of ['2026-46', 'yesterday', '2026-W5', '2026-w46'])
      expect(await refusal(week(iso))).toMatchObject({ status: 422 });
  });

  it('is a PDF, and a card without an amount, an instrument or an account', async () => {
    const { bytes, contentType } = await service.client.week.pdf({ params: { iso: '2026-W10' } });
    expect(contentType).toBe('application/pdf');
    expect(Buffer.from(bytes).subarray(0, 5).toString()).toBe('%PDF-');
    const card = Buffer.from((await service.client.week.card({ params: { iso: '2026-W10' } })).bytes).toString();
    expect(card).toContain('Week 10 of 2026');
    expect(card).toContain('-0.5 R'.replace('-', '−'));
    for (const hidden of ['NVX', 'QQX', 'U1', 'USD', '$', '70.00', '50.00']) expect(card).not.toContain(hidden);
    expect(Buffer.from((await service.client.week.card({ params: { iso: '2026-W53' } })).bytes).toString()).toContain(
      '–',
    );
  });

  it('comes automatically once the person says so in one step, as a file', async () => {
    expect(await refusal(service.client.week.schedule({ body: {} }))).toMatchObject({ status: 403 });
    const policy = await service.person.week.schedule({ body: {} });
    expect(policy).toMatchObject({ name: 'The week', approved: true, enabled: true });
    expect(new Date(policy.next_run ?? '').getUTCDay()).toBe(6);
    const { run_id } = await service.person.scheduling.runPolicy({ params: { policy_id: policy.id }, body: {} });
    const run = () => service.client.scheduling.getRun({ params: { run_id } });
    // A busy machine may take longer than the caller waits.
    await expect.poll(async () => (await run()).completed_at, { timeout: 60_000 }).not.toBeNull();
    expect(await run()).toMatchObject({ status: 'success', error: null });
    const name = `week-${(await week('last')).week}.pdf`;
    expect(
      readFileSync(join(service.home, 'reports', name))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await refusal(service.person.week.schedule({ body: {} }))).toMatchObject({ status: 409 });
  });
});

describe('a chain', () => {
  it('is the put, the shares it was assigned, and the calls on them, with what all of them brought', async () => {
    const [PUT, CALL] = ['WHX 250117 P 50', 'WHX 250221 C 52'];
    await withTrades(service.client, [
      ['H1', 'SLD', '2025-01-06T15:00:00Z', 1, 2, PUT],
      ['H2', 'SLD', '2025-01-21T15:00:00Z', 1, 1.5, CALL],
      ['H3', 'BOT', '2025-02-20T15:00:00Z', 1, 0.5, CALL],
    ]);
    await service.client.positionEvents.create({
      body: { kind: 'assignment', instrument: PUT, time: '2025-01-17', account_id: 'U1', quantity: 1 },
    });
    const chain = await service.client.roundTrips.chain({ params: { trip_id: 'rt-H2' } });
    expect(chain.links.map(({ trip_id, came_by }) => [trip_id, came_by])).toEqual([
      ['rt-H1', null],
      [expect.stringContaining(':shares'), 'assigned'],
      ['rt-H2', 'covered'],
    ]);
    expect(chain).toMatchObject({ net_pnl: 300, option_pnl: 300, share_pnl: 0, is_open: true, break_even: 47 });
    for (const { trip_id, pnl } of chain.links)
      expect((await service.client.roundTrips.get({ params: { trip_id }, query: {} })).pnl).toBe(pnl);
    // Followed it is one trade: 200 of the put, 150 − 50 of the call, and shares that are still held.
    const followed = await service.client.roundTrips.list({ query: { underlying: 'WHX', follow_rolls: true } });
    expect(followed.items).toMatchObject([{ id: 'rt-H1', pnl: 300, status: 'partial' }]);
    const [one] = (await service.client.structures.list({ query: { follow_rolls: true } })).items.filter(
      ({ underlying }) => underlying === 'WHX',
    );
    expect(one).toMatchObject({ id: 'rt-H1', realized_pnl: 300, opened_at: '2025-01-06T15:00:00Z' });
    // The shares are called away at 55 in May, with 0.80 for the call: 80 + 500, and the wheel has turned once.
    const LATER = 'WHX 250516 C 55';
    await withTrades(service.client, [['H4', 'SLD', '2025-04-07T15:00:00Z', 1, 0.8, LATER]]);
    await service.client.positionEvents.create({
      body: { kind: 'assignment', instrument: LATER, time: '2025-05-16', account_id: 'U1', quantity: 1 },
    });
    const turned = await service.client.roundTrips.chain({ params: { trip_id: 'rt-H1' } });
    expect(turned).toMatchObject({ net_pnl: 880, option_pnl: 380, share_pnl: 500, is_open: false, break_even: null });
    const query = { underlying: 'WHX', unit: 'structure' } as const;
    expect(await service.client.analytics.expectancy({ query })).toMatchObject({ trade_count: 4, total_pnl: 880 });
    expect(await service.client.analytics.expectancy({ query: { ...query, follow_rolls: true } })).toMatchObject({
      trade_count: 1,
      total_pnl: 880,
      wins: 1,
    });
    // What came by an assignment counts in the balance of a risk account as everywhere.
    const limits = await service.client.riskAccounts.create({
      body: { name: 'Wheel', account_ids: ['U1'], start: 1000, from: '2025-01-01', daily_loss: { limit: 1 } },
    });
    const { total_pnl } = await service.client.analytics.expectancy({ query: { account_id: 'U1', unit: 'leg' } });
    expect((await service.client.riskAccounts.status({ params: { id: limits.id } })).balance).toBe(1000 + total_pnl);
    await service.client.riskAccounts.remove({ params: { id: limits.id } });
    const alone = await service.client.roundTrips.chain({ params: { trip_id: 'rt-N1' } });
    expect(alone.links).toMatchObject([{ trip_id: 'rt-N1', came_by: null, went_by: null }]);
    expect(await refusal(service.client.roundTrips.chain({ params: { trip_id: 'rt-nothing' } }))).toMatchObject({
      status: 404,
    });
  });
});

describe('a rule of days', () => {
  const DAY = 86_400_000;
  /** Weekdays from a day on, as bars of days have them: by midnight in UTC, which in New York is the evening before. */
  const weekdays = (from: string, count: number): number[] => {
    const days: number[] = [];
    for (let at = Date.parse(from); days.length < count; at += DAY)
      if (![0, 6].includes(new Date(at).getUTCDay())) days.push(at);
    return days;
  };
  /** Each day opens where the one before closed. */
  async function keepDays(symbol: string, days: readonly number[], closes: readonly number[]): Promise<void> {
    const rows = days.map((day, i) => {
      const [open, close] = [closes[i - 1] ?? closes[i] ?? 0, closes[i] ?? 0];
      return [day / 1000, open, Math.max(open, close) + 1, Math.min(open, close) - 1, close, 100].join(',');
    });
    await service.client.bars.import({
      body: { file: { bytes: new TextEncoder().encode(rows.join('\n')), name: 'd.csv' }, symbol, interval: '1d' },
    });
  }

  it('is filled on the day after it decided, meets the trade of that day, and says nothing of days without bars', async () => {
    await keepDays(
      'DDX',
      weekdays('2026-05-04', 19),
      [100, 100, 100, 104, 105, 106].concat(
        101,
        Array.from({ length: 12 }, () => 100),
      ),
    );
    await withTrades(service.client, [
      ['D1', 'BOT', '2026-05-08T14:30:00Z', 10, 104.2, 'DDX', 'U2'],
      ['D2', 'SLD', '2026-05-13T15:00:00Z', 10, 101.5, 'DDX', 'U2'],
      // In days that no source has.
      ['D3', 'BOT', '2026-06-10T14:30:00Z', 10, 100, 'DDX', 'U2'],
      ['D4', 'SLD', '2026-06-11T15:00:00Z', 10, 90, 'DDX', 'U2'],
    ]);
    const expression = 'close > sma(close, 3)';
    const { id } = await service.client.playbooks.create({
      body: {
        name: 'Swing',
        entry_long: expression,
        exit_long: 'close < sma(close, 3)',
        rules: [
          { kind: 'expression', expression, interval: '1m', id: 'minutes' },
          { kind: 'expression', expression, interval: '1d', id: 'days' },
        ],
      },
    });
    for (const trip_id of ['rt-D1', 'rt-D3'])
      await service.client.roundTrips.update({ params: { trip_id }, body: { playbook_id: id } });
    const found = await service.client.playbooks.compare({ params: { id }, body: { interval: '1d' } });
    // Thursday the 7th closes at 104, above the mean: in on Friday at 104. Tuesday the 12th closes below it: out on Wednesday at 101.
    expect(found).toMatchObject({ rule: -30, trader: -27, n: { rule: 1, trader: 1, matched: 1 } });
    expect(found.parts).toEqual({ not_taken: 0, outside: 0, timing: 3, size: 0 });
    expect(found.trades).toMatchObject([{ what: 'matched', day: '2026-05-08', trip_id: 'rt-D1', entry: -2, exit: 5 }]);
    expect(found.missing).toMatchObject([{ instrument: 'DDX', reason: expect.stringMatching(/^1 trade left out/) }]);
    // The bar of the day it was left on is over with its session, and not before.
    const lastDay = async (until?: string) => {
      const query = { interval: '1d', ...(until !== undefined && { until }) } as const;
      const { bars } = await service.client.roundTrips.replay({ params: { trip_id: 'rt-D1' }, query });
      return new Date((bars.at(-1)?.[0] ?? 0) * 1000).toISOString().slice(0, 10);
    };
    expect(await lastDay()).toBe('2026-05-13');
    expect(await lastDay('2026-05-13T20:00:00Z')).toBe('2026-05-13');
    expect(await lastDay('2026-05-13T19:59:59Z')).toBe('2026-05-12');
    // In another currency: closed on Wednesday, at Wednesday's rate, whatever the trader's trade was opened at.
    const rates = [
      ['2026-05-08', 1.25],
      ['2026-05-13', 1.5],
    ] as const;
    await service.client.fx.put({
      body: { rates: rates.map(([date, rate]) => ({ date, base: 'EUR', quote: 'USD', rate })) },
    });
    const euros = await service.client.playbooks.compare({
      params: { id },
      body: { interval: '1d', filter: { currency: 'EUR' } },
    });
    // Bought for 1042 at 1.25, sold for 1015 at 1.5; the moments are worth −2 and 5 dollars at 1.5, the rest is in the rates.
    expect(euros).toMatchObject({ currency: 'EUR', rule: -20, trader: -156.93, difference: -136.93 });
    expect(euros.parts).toEqual({ not_taken: 0, outside: 0, timing: 2, size: -138.93 });
    // Known at the entry: Thursday's close. The same words of minutes are another rule, and there are no minutes.
    const { rules } = await service.client.roundTrips.rules({ params: { trip_id: 'rt-D1' } });
    expect(rules.map(({ verdict }) => verdict)).toEqual(['unknown', 'followed']);
    await service.client.playbooks.remove({ params: { id } });
  });

  it('calls a trade as large in its week as on its own page', async () => {
    await withTrades(service.client, [
      ['Z1', 'BOT', '2026-07-06T14:30:00Z', 10, 100, 'ZZX', 'U2'],
      ['Z2', 'SLD', '2026-07-06T15:00:00Z', 10, 101, 'ZZX', 'U2'],
      ['Z3', 'BOT', '2026-07-13T14:30:00Z', 10, 100, 'ZZX', 'U2'],
      ['Z4', 'SLD', '2026-07-13T15:00:00Z', 10, 101, 'ZZX', 'U2'],
    ]);
    for (const [exec_id, risk_amount] of [
      ['Z1', 10],
      ['Z3', 30],
    ] as const)
      await service.client.trades.patch({ params: { exec_id }, body: { risk_amount } });
    const { id } = await service.client.playbooks.create({
      body: { name: 'Sized', rules: [{ kind: 'max_risk_r', max: 1, id: 'size' }] },
    });
    for (const trip_id of ['rt-Z1', 'rt-Z3'])
      await service.client.roundTrips.update({ params: { trip_id }, body: { playbook_id: id } });
    const verdicts = async (query: { from?: string; to?: string }) =>
      (await service.client.playbooks.adherence({ params: { id }, query })).trades.map(({ rules }) => rules['size']);
    // The usual risk is 20, also of a week that has seen one trade only.
    expect(await verdicts({})).toEqual(['followed', 'broken']);
    expect(await verdicts({ from: '2026-07-13', to: '2026-07-19' })).toEqual(['broken']);
    const { rules } = await service.client.roundTrips.rules({ params: { trip_id: 'rt-Z3' } });
    expect(rules.map(({ verdict }) => verdict)).toEqual(['broken']);
    await service.client.playbooks.remove({ params: { id } });
  });

  it('is not held across a gap in the bars', async () => {
    const days = weekdays('2026-05-04', 20);
    const rising = days.map((_, i) => 100 + i);
    // Two weeks, and the fourth; of the third there is nothing.
    await keepDays('GPX', days.slice(0, 10), rising.slice(0, 10));
    await keepDays(
      'GPX',
      days.slice(15),
      rising.slice(15).map((close) => close + 50),
    );
    await withTrades(service.client, [
      ['G1', 'BOT', '2026-05-04T14:30:00Z', 1, 100, 'GPX', 'U2'],
      ['G2', 'SLD', '2026-05-04T15:00:00Z', 1, 101, 'GPX', 'U2'],
      ['G3', 'BOT', '2026-05-29T14:30:00Z', 1, 168, 'GPX', 'U2'],
      ['G4', 'SLD', '2026-05-29T15:00:00Z', 1, 169, 'GPX', 'U2'],
    ]);
    const { id } = await service.client.playbooks.create({ body: { name: 'Hold', entry_long: 'close > close[1]' } });
    for (const trip_id of ['rt-G1', 'rt-G3'])
      await service.client.roundTrips.update({ params: { trip_id }, body: { playbook_id: id } });
    const { rule, n, missing } = await service.client.playbooks.compare({ params: { id }, body: { interval: '1d' } });
    // In at 101 on the third day and out at 109 on the tenth; in again at 166 and out at 169. The leap of 50 belongs to no trade.
    expect({ rule, trades: n.rule }).toEqual({ rule: 8 + 3, trades: 2 });
    expect(missing).toMatchObject([{ instrument: 'GPX', reason: expect.stringContaining('2026-05-18, 2026-05-19') }]);
    await service.client.playbooks.remove({ params: { id } });
  });

  it('has intervals from twenty days and twenty trades of both on, and of a part from twenty of its own', async () => {
    const days = weekdays('2026-02-02', 46).filter((day) => day !== Date.parse('2026-02-16'));
    await keepDays(
      'IVX',
      days,
      days.map((_, i) => 100 + (i % 5)),
    );
    const fills = days.slice(1).flatMap((day, i): Parameters<typeof withTrades>[1][number][] => [
      [`I${i}a`, 'BOT', new Date(day + 15 * 3_600_000).toISOString(), 1, 100, 'IVX', 'U2'],
      [`I${i}b`, 'SLD', new Date(day + 16 * 3_600_000).toISOString(), 1, 101, 'IVX', 'U2'],
      [`I${i}c`, 'BOT', new Date(day + 17 * 3_600_000).toISOString(), 1, 100, 'IVX', 'U2'],
      [`I${i}d`, 'SLD', new Date(day + 18 * 3_600_000).toISOString(), 1, 99, 'IVX', 'U2'],
    ]);
    await withTrades(service.client, fills);
    const { id } = await service.client.playbooks.create({
      body: { name: 'Every', entry_long: 'close > 0', exit_long: 'close > 0' },
    });
    await service.client.tags.apply({ body: { exec_ids: fills.map(([exec_id]) => exec_id), add: ['every'] } });
    const dayText = (place: number) => new Date(days.at(place) ?? 0).toISOString().slice(0, 10);
    const comparePlaybooks = (from = '2026-02-01') =>
      service.client.playbooks.compare({ params: { id }, body: { interval: '1d', filter: { from } } });
    // The rule trades once on each day, the trader twice.
    const { n, intervals } = await comparePlaybooks();
    expect(n).toEqual({ rule: 44, trader: 88, matched: 44, days: 44 });
    expect(intervals?.not_taken).toBeNull();
    for (const part of ['outside', 'timing', 'size', 'difference'] as const) expect(intervals?.[part]).toHaveLength(2);
    expect(await comparePlaybooks(dayText(-20))).toMatchObject({
      n: { trader: 40, days: 20 },
      intervals: { timing: expect.any(Array) },
    });
    expect(await comparePlaybooks(dayText(-19))).toMatchObject({ n: { trader: 38, days: 19 }, intervals: null });
    // Of a rule that trades every fifth day there are too few, however often the trader did.
    await service.client.playbooks.update({ params: { id }, body: { entry_long: 'close > 103' } });
    expect(await comparePlaybooks()).toMatchObject({ n: { rule: 8, trader: 88, days: 44 }, intervals: null });
    await service.client.playbooks.remove({ params: { id } });
  });
});
