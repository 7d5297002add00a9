// What a fetch step puts out for each kind of data, and what becomes of it in the book, for anyone who writes a policy before
// a provider is connected. The records have the types of the real ones; the rows come from the real mapping.
import type { DataType } from '@zorivest/vocabulary';
import type { RowOf } from '@zorivest/market';
import { mapRecord, spread, tableOf } from './market-tables.ts';

const ticker = 'ACME';
const day = '2026-03-04';

const samples: { readonly [T in DataType]: RowOf<T> } = {
  quote: {
    ticker,
    price: 101.25,
    bid: 101.24,
    ask: 101.26,
    open: 100.5,
    high: 102,
    low: 99.75,
    previous_close: 100,
    change: 1.25,
    change_pct: 1.25,
    volume: 1_200_000,
    timestamp: `${day}T20:00:00Z`,
  },
  news: {
    title: 'Acme opens a second plant',
    source: 'Example Wire',
    url: 'https://example.com/news/acme-second-plant',
    published_at: `${day}T13:30:00Z`,
    tickers: [ticker],
    summary: 'The company expects to double its output.',
  },
  search: { symbol: ticker, name: 'Acme Corporation', exchange: 'NYSE', currency: 'USD' },
  sec_filings: {
    ticker,
    company_name: 'Acme Corporation',
    cik: '0000000001',
    filing_type: '10-Q',
    filing_date: day,
    url: 'https://example.com/filings/acme-10-q',
  },
  fx_rates: { date: day, base: 'EUR', quote: 'USD', rate: 1.0812 },
  ohlcv: {
    ticker,
    timestamp: `${day}T00:00:00Z`,
    open: 100.5,
    high: 102,
    low: 99.75,
    close: 101.25,
    adj_close: 101.25,
    volume: 1_200_000,
    vwap: 100.9,
    trade_count: 8500,
  },
  fundamentals: {
    ticker,
    market_cap: 5_000_000_000,
    pe_ratio: 18.5,
    pb_ratio: 2.4,
    ps_ratio: 1.9,
    eps: 5.47,
    dividend_yield: 1.6,
    beta: 1.1,
    sector: 'Industrials',
    industry: 'Machinery',
    employees: 12_000,
  },
  earnings: {
    ticker,
    fiscal_period: 'Q4',
    fiscal_year: 2025,
    report_date: '2026-02-12',
    eps_actual: 1.42,
    eps_estimate: 1.35,
    eps_surprise: 0.07,
    revenue_actual: 660_000_000,
    revenue_estimate: 650_000_000,
  },
  dividends: {
    ticker,
    dividend_amount: 0.4,
    currency: 'USD',
    ex_date: day,
    record_date: '2026-03-05',
    pay_date: '2026-03-20',
    declaration_date: '2026-02-12',
  },
  splits: { ticker, execution_date: day, ratio_from: 1, ratio_to: 2 },
  insider: {
    ticker,
    name: 'Jane Example',
    title: 'Chief Financial Officer',
    transaction_date: day,
    transaction_code: 'P',
    shares: 500,
    price: 101,
    value: 50_500,
    shares_owned_after: 12_500,
  },
  company_profile: {
    ticker,
    name: 'Acme Corporation',
    exchange: 'NYSE',
    currency: 'USD',
    country: 'US',
    sector: 'Industrials',
    industry: 'Machinery',
    website: 'https://example.com',
    description: 'Makes everything a coyote may need.',
  },
  economic_calendar: {
    event: 'Non-farm payrolls',
    country: 'US',
    date: '2026-03-06',
    time: '13:30',
    impact: 'high',
    actual: null,
    forecast: 185_000,
    previous: 172_000,
  },
};

/** The company these records claim to be of. */
export const SAMPLE = 'sample';

/** One record of a kind, of the ticker that was asked for. */
export function sampleOf(type: DataType, asked: unknown): Record<string, unknown> {
  const sample: Record<string, unknown> = { ...samples[type] };
  const own = typeof asked === 'string' && 'ticker' in sample ? { ticker: asked } : {};
  return { ...sample, ...own, provider: SAMPLE };
}

/** Per kind: one record as `content` of a fetch step holds it, the table it belongs to, and its rows there. */
export function mockData(now: Date) {
  return Object.entries(samples).map(([data_type, sample]) => {
    const record = { ...sample, provider: SAMPLE };
    const table = tableOf[data_type] ?? null;
    const rows = table === null ? [] : spread(table, record, now).map((one) => mapRecord(table, one).row);
    return { data_type, record, table, rows };
  });
}
