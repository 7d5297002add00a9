import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetOldest } from '@zorivest/market';
import { openTestService, withAccount, type TestService } from './test-service.ts';
import { outsideHttp, type OutsideHttp } from './outside.ts';

/** A quote of today, in seconds: an older one than a week is no price any more. */
const QUOTED = Math.floor(Date.now() / 1000);
const quotedAt = new Date(1000 * QUOTED).toISOString().replace('.000', '');

const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

let service: TestService;
let outside: OutsideHttp;

beforeAll(async () => {
  outside = await outsideHttp({
    'GET finnhub.io /api/v1/quote': {
      body: { c: 190.5, o: 189, h: 191, l: 188, pc: 188, d: 2.5, dp: 1.33, t: QUOTED },
    },
    'GET finnhub.io /api/v1/company-news': {
      body: [{ headline: 'Up', source: 'Wire', url: 'https://x.test', datetime: 1 }],
    },
    'GET finnhub.io /api/v1/search': { body: { result: [{ symbol: 'AAPL', description: 'APPLE INC' }] } },
    'GET finnhub.io /api/v1/stock/earnings': {
      body: [{ period: '2025-12-31', quarter: 1, year: 2026, actual: 2.4, estimate: 2.3, surprise: 0.1 }],
    },
    'GET api.massive.com /v3/reference/dividends': {
      body: {
        results: [{ cash_amount: 0.5, currency: 'USD', ex_dividend_date: dayFromNow(20), pay_date: dayFromNow(40) }],
      },
    },
    'GET www.sec.gov /files/company_tickers.json': { body: { 0: { cik_str: 320193, ticker: 'AAPL', title: 'Apple' } } },
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
  });
  service = await openTestService({ fetch: outside.fetch });
});

afterAll(async () => {
  await service.close();
  await outside.close();
});

const KEY = 'finnhub-key-0123456789';

test('without a provider a quote says what to do', async () => {
  await expect(service.client.market.quote({ query: { ticker: 'AAPL' } })).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining('zorivest providers set') as unknown,
  });
});

test('nor is a price made up', async () => {
  const nothing = { price: null, at: null, provider: null };
  for (const prices of ['known', 'current'] as const)
    expect(await service.client.market.price({ query: { ticker: 'aapl', prices } })).toEqual({
      ticker: 'AAPL',
      ...nothing,
    });
});

test('keyless filings work from the first day', async () => {
  expect(await service.client.market.secFilings({ query: { ticker: 'aapl' } })).toMatchObject([
    { ticker: 'AAPL', filing_type: '10-K', filing_date: '2025-10-31', provider: 'sec_edgar' },
  ]);
});

describe('a key', () => {
  test('is entered by the person, not by a key holder', async () => {
    const change = { params: { name: 'finnhub' }, body: { api_key: KEY } };
    await expect(service.client.market.configureProvider(change)).rejects.toMatchObject({ status: 403 });
    expect(await service.person.market.configureProvider(change)).toEqual({ status: 'updated' });
  });

  test('makes its provider answer, with its name and the age of the answer', async () => {
    const quote = await service.client.market.quote({ query: { ticker: ' aapl ' } });
    expect(quote).toMatchObject({ ticker: 'AAPL', price: 190.5, provider: 'finnhub', age_seconds: 0 });
    expect(outside.requests.at(-1)?.headers['x-finnhub-token']).toBe(KEY);
  });

  test('gives the last price, which is known from then on without asking anybody', async () => {
    const expectedPrice = { ticker: 'AAPL', price: 190.5, at: quotedAt, provider: 'finnhub' };
    expect(await service.client.market.price({ query: { ticker: 'aapl', prices: 'current' } })).toEqual(expectedPrice);
    const asked = outside.requests.length;
    await expect.poll(() => service.client.market.price({ query: { ticker: 'AAPL' } })).toEqual(expectedPrice);
    expect(outside.requests.length).toBe(asked);
  });

  test('is nowhere to be seen: not in a status, the audit, a log or a file of the home', async () => {
    const [providers, audit] = await Promise.all([service.client.market.providers(), service.client.audit.list()]);
    expect(JSON.stringify([providers, audit])).not.toContain(KEY);
    const files = readdirSync(service.home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const leaking = files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(KEY));
    expect(leaking.map(({ name }) => name)).toEqual([]);
  });

  test('survives a restart', async () => {
    service = await service.restart();
    expect(await service.client.market.testProvider({ params: { name: 'Finnhub' } })).toMatchObject({ success: true });
  });
});

test('news, search and other data come from the provider that has them', async () => {
  expect(await service.client.market.news({ query: { ticker: 'AAPL', count: 1 } })).toMatchObject([{ title: 'Up' }]);
  expect(await service.client.market.search({ query: { query: 'apple' } })).toMatchObject([{ symbol: 'AAPL' }]);
  expect(
    await service.client.market.data({ params: { data_type: 'earnings' }, query: { ticker: 'AAPL' } }),
  ).toMatchObject([{ eps_actual: 2.4, provider: 'finnhub' }]);
});

test('what is open has a result at the last quote, once somebody was asked; else at its own last fill', async () => {
  await withAccount(service.client, 'U1');
  const body = {
    exec_id: 'X1',
    instrument: 'AAPL',
    action: 'SLD' as const,
    quantity: 10,
    price: 200,
    account_id: 'U1',
  };
  await service.client.trades.create({ body: { ...body, commission: 1 } });
  await service.client.trades.create({ body: { ...body, exec_id: 'X2', instrument: 'no ticker' } });
  const asked = outside.requests.length;
  // The price is known from the question above; for the other there is no provider, and it stands at its sale price.
  expect(await service.client.roundTrips.open()).toMatchObject({ unrealized_pnl: 94, unpriced: 0 });
  expect(outside.requests.length).toBe(asked);
  service.advance(3_600_000);
  const now = await service.client.roundTrips.open({ query: { prices: 'current' } });
  expect(outside.requests.length).toBe(asked + 1);
  expect(now.items.find(({ instrument }) => instrument === 'AAPL')).toMatchObject({
    price: 190.5,
    price_source: 'provider',
    provider: 'finnhub',
    market_value: -1905,
    unrealized_pnl: 94,
  });
  expect(now.items.find(({ instrument }) => instrument === 'no ticker')).toMatchObject({
    price: 200,
    price_source: 'fill',
    provider: null,
    market_value: -2000,
    unrealized_pnl: 0,
  });
});

test.each([
  ['an unknown provider', { ticker: 'AAPL', provider: 'unknown' }, 404],
  ['no ticker', { ticker: '' }, 422],
  ['SQL for a ticker', { ticker: "A'; drop table trades" }, 422],
])('%s is refused', async (_, query, status) => {
  await expect(service.client.market.quote({ query })).rejects.toMatchObject({ status });
});

test('a range that ends before it starts is refused', async () => {
  const query = { ticker: 'AAPL', start_date: '2026-02-01', end_date: '2026-01-01' };
  await expect(service.client.market.data({ params: { data_type: 'ohlcv' }, query })).rejects.toMatchObject({
    status: 422,
  });
});

test('income ahead: what is expected a year after it was paid, and what providers declare when they are asked', async () => {
  const { client } = service;
  await withAccount(client, 'PAID');
  const bought = { account_id: 'PAID', action: 'BOT', price: 60 } as const;
  await client.trades.create({
    body: { ...bought, instrument: 'KO', quantity: 100, time: `${dayFromNow(-400)}T15:00:00Z` },
  });
  // Of these none was held when the dividend was paid a share of which is to be expected.
  await client.trades.create({
    body: { ...bought, instrument: 'KO', quantity: 20, time: `${dayFromNow(-10)}T15:00:00Z` },
  });
  const expiry = dayFromNow(30);
  const option = `KO ${expiry.slice(2).replaceAll('-', '')} C 70`;
  await client.trades.create({
    body: {
      account_id: 'PAID',
      action: 'SLD',
      instrument: option,
      quantity: 1,
      price: 1,
      time: `${dayFromNow(-5)}T15:00:00Z`,
    },
  });
  const paid = { amount: 45, category: 'dividend', symbol: 'KO', description: 'Dividend KO' } as const;
  await client.banking.submit({
    body: { account_id: 'PAID', transactions: [-325, -230].map((days) => ({ ...paid, date: dayFromNow(days) })) },
  });
  const ask = async (ahead: 'known' | 'current') =>
    (await client.worth.income({ query: { account_ids: 'PAID', ahead } })).ahead.map(
      ({ kind, instrument, date, amount }) => [kind, instrument, date, amount],
    );
  // 45 on 100 shares, of 120 today: 54 each.
  const [soon, later] = [-325, -230].map((days) => ['expected', 'KO', dayFromNow(days + 365), 54]);
  expect(await ask('known')).toEqual([soon, later]);
  await service.person.market.configureProvider({ params: { name: 'polygon' }, body: { api_key: 'polygon-key-1' } });
  // What is declared for the fortieth day is what was expected for it; the option ends after the ex-date.
  expect(await ask('current')).toEqual([
    ['ex_date', 'KO', dayFromNow(20), null],
    ['dividend', 'KO', dayFromNow(40), 60],
    later,
  ]);
  await client.market.disconnectProvider({ params: { name: 'polygon' } });
});

test('a disconnected provider has no key any more', async () => {
  expect(await service.client.market.disconnectProvider({ params: { name: 'finnhub' } })).toEqual({
    status: 'removed',
  });
  const finnhub = (await service.client.market.providers()).find((one) => one.provider_name === 'finnhub');
  expect(finnhub).toMatchObject({ has_api_key: false, is_enabled: false });
});

test('of cached answers the oldest tenth goes where there are too many', async () => {
  const { db } = service.service.app.store;
  await db.deleteFrom('fetch_cache').execute();
  const answer = { provider: 'finnhub', payload_json: '{}', etag: null, last_modified: null, ttl_seconds: 60 };
  const rows = Array.from({ length: 21 }, (_, i) => ({ ...answer, entity_key: `k${i}`, fetched_at: i }));
  await db.insertInto('fetch_cache').values(rows.slice(0, 20)).execute();
  const listCached = async () => {
    await forgetOldest(db, 'fetch_cache', 20);
    const found = await db.selectFrom('fetch_cache').select('entity_key').orderBy('fetched_at').execute();
    return [found.length, found[0]?.entity_key];
  };
  expect(await listCached()).toEqual([20, 'k0']);
  await db.insertInto('fetch_cache').values(rows.slice(20)).execute();
  expect(await listCached()).toEqual([19, 'k2']);
});
