// Bars that are fetched automatically: which are requested, which are removed when space is needed, and a split reported later.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replay } from '@zorivest/analytics';
import { createMarketService, createPriceStore, storeSeries } from '@zorivest/market';
import { type BookAccess, createCall, Results, serviceActor, Store, Turn } from '@zorivest/store';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BarFetching } from '../index.ts';

const DAY = 86_400_000;
let folder: string;
let store: Store;
let now: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zorivest-bars-'));
  now = Date.parse('2026-03-20T12:00:00Z');
  store = new Store(join(folder, 'book.db'), () => new Date(now));
  await store.open(Buffer.alloc(32, 1), { create: true });
  const account = { name: 'Main', account_type: 'broker' as const, institution: '', currency: 'USD' };
  await store.db
    .insertInto('accounts')
    .values({
      account_id: 'U1',
      ...account,
      is_tax_advantaged: 0,
      is_spousal: 0,
      is_archived: 0,
      is_system: 0,
      broker_id: null,
      notes: null,
      reports_basis: null,
      created_at: '2026-01-01T00:00:00.000Z',
    })
    .execute();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function trade(exec_id: string, action: 'BOT' | 'SLD', time: string, price: number, instrument: string) {
  await store.db
    .insertInto('trades')
    .values({
      exec_id,
      action,
      time,
      instrument,
      price: String(price),
      quantity: '10',
      account_id: 'U1',
      commission: '0',
      realized_pnl: '0',
      asset_class: 'EQUITY',
      multiplier: '1',
      currency: 'USD',
      fingerprint: exec_id,
      notes: null,
      order_id: null,
      routing: null,
      risk_amount: null,
      import_batch_id: null,
      root: null,
      fx_rate: null,
      fx_currency: null,
      isin: null,
      settles_on: null,
      tags_of: null,
      time_known: 1,
      created_at: time,
    })
    .execute();
}

/** A call on the book as it is; each sees what was changed before it. */
function call() {
  const book: BookAccess = {
    store,
    now: () => new Date(now),
    results: new Results(true),
    turn: new Turn(),
    written: () => {},
    keep: () => {},
    noted: () => null,
  };
  const { signal } = new AbortController();
  return createCall({
    book,
    actor: serviceActor,
    requestId: 'test',
    signal,
    stopped: signal,
    storing: () => true,
    label: 'bars.fetch',
    touchesTrades: false,
    setStatus: () => {},
  });
}

/** One provider, whose minutes are known of some tickers only. */
function marketWith(minutesOf: readonly string[]) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = async (input) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    const [, ticker = '', size = '', unit = '', start = '', end = ''] =
      /^\/v2\/aggs\/ticker\/(\w+)\/range\/(\d+)\/(\w+)\/([\d-]+)\/([\d-]+)$/.exec(pathname) ?? [];
    if (host !== 'api.massive.com') throw new TypeError('there is no one else');
    asked.push(`${ticker} ${size}${unit} ${start} ${end}`);
    const isKnown = unit === 'day' || size === '5' || minutesOf.includes(ticker);
    const results = [];
    const last = isKnown ? Date.parse(end) : -Infinity;
    for (let at = Date.parse(start); at <= last; at += DAY)
      results.push({ t: unit === 'day' ? at : at + 15 * 3_600_000, o: 10, h: 11, l: 9, c: 10.5, v: 100 });
    return Response.json({ status: 'OK', results });
  };
  const settings = {
    isEnabled: true,
    apiKey: 'k',
    apiSecret: null,
    rateLimit: 1000,
    timeout: null,
    lastTestStatus: null,
  };
  const market = createMarketService({
    store: { get: async (name) => (name === 'polygon' ? settings : undefined), patch: async () => {} },
    cache: { get: async () => undefined, put: async () => {} },
    prices: createPriceStore({ store }),
    fetch,
    clock: { now: () => now, sleep: async () => {} },
    random: () => 0.5,
    userAgent: 'test',
  });
  return { market, asked };
}

const storedBars = async (interval: string) =>
  (await store.db.selectFrom('kept_bars').select(['ticker', 'day']).where('interval', '=', interval).execute()).map(
    ({ ticker, day }) => `${ticker} ${day}`,
  );

it('asks for days around every trade and the finest bars of its own days, newest first, and once', async () => {
  await trade('A1', 'BOT', '2026-03-02T15:00:00.000Z', 10, 'AAA');
  await trade('A2', 'SLD', '2026-03-02T16:00:00.000Z', 10, 'AAA');
  await trade('B1', 'BOT', '2026-03-03T15:00:00.000Z', 10, 'BBB');
  await trade('B2', 'SLD', '2026-03-03T16:00:00.000Z', 10, 'BBB');
  const { market, asked } = marketWith(['AAA']);
  const fetching = new BarFetching(market, () => false);
  await fetching.run(call());
  expect(asked).toEqual([
    'BBB 1day 2026-01-17 2026-03-20',
    'BBB 1minute 2026-03-03 2026-03-03',
    // No provider has its minutes.
    'BBB 5minute 2026-03-03 2026-03-03',
    'AAA 1day 2026-01-16 2026-03-20',
    'AAA 1minute 2026-03-02 2026-03-02',
  ]);
  expect(await storedBars('1m')).toEqual(['AAA 2026-03-02']);
  expect(await storedBars('5m')).toEqual(['BBB 2026-03-03']);
  await fetching.run(call());
  expect(asked).toHaveLength(5);
  // After a restart, past days that are stored are not requested again; what was empty may have come.
  await new BarFetching(market, () => false).run(call());
  expect(asked.slice(5).filter((one) => one.includes('minute'))).toEqual(['BBB 1minute 2026-03-03 2026-03-03']);
  await new BarFetching(market, () => true).run(call());
  expect(asked.filter((one) => one.includes('minute'))).toHaveLength(4);
});

it('lets go of the minutes farthest from a fill first, and keeps days', async () => {
  await trade('A1', 'BOT', '2026-03-10T15:00:00.000Z', 10, 'AAA');
  const length = 1440;
  const prices = Float64Array.from({ length }, (_, i) => 10 + (i % 7) / 3);
  const dayOf = (day: string, interval: '1m' | '1d') => {
    const count = interval === '1d' ? 1 : length;
    const column = prices.subarray(0, count);
    const at = Float64Array.from({ length: count }, (_, i) => Date.parse(day) + i * 60_000);
    const series = { at, open: column, high: column, low: column, close: column, volume: new Float64Array(count) };
    return storeSeries(store.db, {
      ticker: 'AAA',
      interval,
      start: day,
      end: day,
      provider: 'file',
      fetchedAt: now,
      series,
    });
  };
  // A third has no end, so each day takes its doubles: 69 KB, and fifteen of them just fit a megabyte.
  for (let i = 0; i < 17; i += 1)
    await dayOf(new Date(Date.parse('2026-03-01') + i * DAY).toISOString().slice(0, 10), '1m');
  await dayOf('2025-01-02', '1d');
  await store.db
    .insertInto('settings')
    .values({ key: 'bars.max_mb', value: '1', value_type: 'int', updated_at: '2026-01-01' })
    .execute();
  await new BarFetching(marketWith([]).market, () => false).run(call());
  const left = await storedBars('1m');
  expect(left).toHaveLength(15);
  expect(left).not.toContain('AAA 2026-03-01');
  expect(left).not.toContain('AAA 2026-03-02');
  expect(left).toContain('AAA 2026-03-17');
  expect(await storedBars('1d')).toContain('AAA 2025-01-02');
});

it('reads bars in the units of the trade when a split is reported later, restated by the provider or not', async () => {
  await trade('S1', 'BOT', '2026-03-02T15:00:00.000Z', 100, 'SSS');
  await trade('S2', 'SLD', '2026-03-02T15:10:00.000Z', 101, 'SSS');
  const priceRead = async (price: number) => {
    const column = Float64Array.from({ length: 10 }, () => price);
    const at = Float64Array.from({ length: 10 }, (_, i) => Date.parse('2026-03-02T15:00:00Z') + i * 60_000);
    const series = { at, open: column, high: column, low: column, close: column, volume: new Float64Array(10) };
    const range = { ticker: 'SSS', interval: '1m' as const, start: '2026-03-02', end: '2026-03-02' };
    await storeSeries(store.db, { ...range, provider: 'file', fetchedAt: now, series });
    const { bars } = await replay(call(), marketWith([]).market, 'rt-S1', { interval: '1m' });
    return bars[0]?.[4];
  };
  expect(await priceRead(100)).toBe(100);
  // Four for one, a week after the trade.
  await store.db
    .insertInto('position_events')
    .values({
      kind: 'split',
      instrument: 'SSS',
      time: '2026-03-09',
      new_shares: '4',
      old_shares: '1',
      created_at: '2026-03-10T00:00:00.000Z',
    })
    .execute();
  expect(await priceRead(100)).toBe(100);
  // The provider has restated what was before.
  expect(await priceRead(25)).toBe(100);
});
