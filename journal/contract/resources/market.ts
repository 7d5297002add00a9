// Market data from outside providers. Every row names who delivered it and how old it is.
import { z } from 'zod';
import { barIntervals, pathOfDataType, rangedDataTypes } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { foreign, foreignName, isoDay, nonBlankText, queryInt, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

const ticker = z
  .string()
  .trim()
  .min(1)
  .max(20)
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9.^=-]*$/, 'must be a ticker such as AAPL or BRK.B');

const numeric = z.number().nullable();
const sourced = once(() => ({ provider: z.string(), age_seconds: z.number() }));

const quote = once(() =>
  z.object({
    ticker: z.string(),
    price: z.number(),
    bid: numeric,
    ask: numeric,
    open: numeric,
    high: numeric,
    low: numeric,
    previous_close: numeric,
    change: numeric,
    change_pct: numeric,
    volume: numeric,
    timestamp: timestamp.nullable(),
    ...sourced(),
  }),
);
const newsItem = once(() =>
  z.object({
    title: foreign(z.string()),
    source: foreign(z.string()),
    url: foreign(z.string()).nullable(),
    published_at: timestamp.nullable(),
    tickers: z.array(z.string()),
    summary: foreign(z.string()).nullable(),
    ...sourced(),
  }),
);
const match = once(() =>
  z.object({
    symbol: z.string(),
    name: foreignName(z.string()),
    exchange: z.string().nullable(),
    currency: z.string().nullable(),
    ...sourced(),
  }),
);
const filing = once(() =>
  z.object({
    ticker: z.string(),
    company_name: foreignName(z.string()),
    cik: z.string(),
    filing_type: z.string().nullable(),
    filing_date: z.string().nullable(),
    url: z.string().nullable(),
    ...sourced(),
  }),
);

const row = once(() => z.looseObject({ ...sourced() }));

const provider = once(() =>
  z.object({
    provider_name: z.string(),
    display_name: z.string(),
    is_enabled: z.boolean(),
    has_api_key: z.boolean(),
    needs_api_key: z.boolean(),
    rate_limit: z.number(),
    used_last_minute: z.int().describe('Calls of the last minute, of rate_limit'),
    timeout: z.number(),
    last_test_status: z.enum(['success', 'failed']).nullable(),
    data_types: z.array(z.string()),
    signup_url: z.string(),
    docs_url: z.string(),
    note: z.string().nullable(),
  }),
);

const named = once(() => z.object({ name: nonBlankText(64) }));

export const market = resource('leaves-trades', {
  quote: () => ({
    method: 'GET',
    path: '/market-data/quote',
    summary: 'Latest quote of a ticker, from the first provider that has it',
    query: z.object({ ticker, provider: text(64).optional() }),
    response: quote(),
    errors: [404, 503],
    role: 'read-only',
  }),
  price: () => ({
    method: 'GET',
    path: '/market-data/price',
    summary: 'The last price of an instrument, with its source and time; nulls where none is known',
    query: z.object({
      ticker: nonBlankText(100),
      prices: z
        .enum(['known', 'current'])
        .default('known')
        .describe('known asks no provider; current asks the providers first, and falls back on what is known'),
    }),
    response: z.object({
      ticker: z.string(),
      price: numeric,
      at: timestamp.nullable(),
      provider: z.string().nullable(),
    }),
    role: 'read-only',
  }),
  news: () => ({
    method: 'GET',
    path: '/market-data/news',
    summary: 'Recent headlines, for one ticker or for the market',
    query: z.object({ ticker: ticker.optional(), count: queryInt({ min: 1, max: 50, default: 5 }) }),
    response: z.array(newsItem()),
    errors: [503],
    role: 'read-only',
  }),
  search: () => ({
    method: 'GET',
    path: '/market-data/search',
    summary: 'Tickers by name or fragment',
    query: z.object({ query: nonBlankText(100) }),
    response: z.array(match()),
    errors: [503],
    role: 'read-only',
  }),
  secFilings: () => ({
    method: 'GET',
    path: '/market-data/sec-filings',
    summary: 'Recent filings of a company with the SEC',
    query: z.object({ ticker }),
    response: z.array(filing()),
    errors: [503],
    role: 'read-only',
  }),
  providers: () => ({
    method: 'GET',
    path: '/market-data/providers',
    summary: 'The providers and whether they are connected; never a key',
    response: z.array(provider()),
    role: 'read-only',
  }),
  configureProvider: () => ({
    method: 'PUT',
    path: '/market-data/providers/{name}',
    summary: 'Give a provider its key, or change its limits; only what is sent changes',
    params: named(),
    body: z
      .strictObject({
        api_key: nonBlankText(500),
        api_secret: nonBlankText(500),
        rate_limit: z.int().min(1).max(100_000),
        timeout: z.int().min(1).max(300),
        is_enabled: z.boolean(),
      })
      .partial(),
    response: z.object({ status: z.literal('updated') }),
    errors: [404],
    // Keys are entered by the person, never by an assistant.
    role: 'person',
    audit: 'provider.configure',
    write: 'service',
    wantsPassphrase: true,
  }),
  testProvider: () => ({
    method: 'POST',
    path: '/market-data/providers/{name}/test',
    summary: 'Try a provider with one real call; a failed test is a result',
    params: named(),
    response: z.object({ success: z.boolean(), message: z.string() }),
    errors: [404],
    role: 'read-only',
  }),
  disconnectProvider: () => ({
    method: 'DELETE',
    path: '/market-data/providers/{name}/key',
    summary: 'Forget a key and switch its provider off',
    params: named(),
    response: z.object({ status: z.literal('removed') }),
    errors: [404],
    role: 'read-write',
    audit: 'provider.disconnect',
    write: 'service',
    confirms: 'disconnect_market_provider',
  }),
  data: () => ({
    method: 'GET',
    path: '/market-data/{data_type}',
    summary: 'Bars, fundamentals, earnings, dividends, splits, insider trades, company profile, economic calendar',
    params: z.object({ data_type: z.enum(rangedDataTypes.map(pathOfDataType)) }),
    query: z
      .object({
        ticker: ticker.optional(),
        provider: text(64).optional(),
        interval: z.enum(barIntervals).default('1d'),
        start_date: isoDay.optional(),
        end_date: isoDay.optional(),
        limit: queryInt({ min: 1, max: 1000, default: 500 }),
        country: text(3).optional(),
      })
      .refine((query) => !query.start_date || !query.end_date || query.start_date <= query.end_date, {
        path: ['start_date'],
        message: 'must not be after end_date',
      }),
    response: z.array(row()),
    errors: [404, 503],
    role: 'read-only',
  }),
});
