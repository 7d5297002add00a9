import { expect, test } from 'vitest';
import type { DataType } from '@zorivest/vocabulary';
import { providers } from '../registry.ts';
import { scriptedMarket, type RecordedAnswer } from '../testing.ts';

const range = { start: '2026-01-01', end: '2026-03-01' };
const ibm = { ticker: 'IBM', ...range };
const bars = { ...ibm, interval: '1d' as const };
const news = { ticker: 'IBM', count: 5, ...range };

interface Case {
  readonly provider: string;
  readonly type: DataType;
  readonly query: object;
  readonly script: Readonly<Record<string, RecordedAnswer | readonly RecordedAnswer[]>>;
  /** Fields of the first row. */
  readonly first: object;
}

/** What each provider really sends, cut to what we read, and the row it becomes. */
const cases: Case[] = [
  {
    provider: 'alpha_vantage',
    type: 'quote',
    query: ibm,
    script: {
      'GET /query': {
        body: { 'Global Quote': { '05. price': '231.5000', '06. volume': '300', '10. change percent': '1.2500%' } },
      },
    },
    first: { ticker: 'IBM', price: 231.5, volume: 300, change_pct: 1.25 },
  },
  {
    provider: 'alpha_vantage',
    type: 'search',
    query: { query: 'ibm' },
    script: {
      'GET /query': { body: { bestMatches: [{ '1. symbol': 'IBM', '2. name': 'IBM Corp', '8. currency': 'USD' }] } },
    },
    first: { symbol: 'IBM', name: 'IBM Corp', exchange: null, currency: 'USD' },
  },
  {
    provider: 'alpha_vantage',
    type: 'fx_rates',
    query: { ticker: 'EURUSD', ...range },
    script: {
      'GET /query': {
        body: {
          'Time Series FX (Daily)': {
            '2026-03-02': { '1. open': '1.0800', '4. close': '1.0812' },
            '2026-02-27': { '1. open': '1.0790', '4. close': '1.0801' },
          },
        },
      },
    },
    first: { date: '2026-02-27', base: 'EUR', quote: 'USD', rate: 1.0801 },
  },
  {
    provider: 'ecb',
    type: 'fx_rates',
    query: { ticker: 'EURUSD', ...range },
    script: {
      'GET /service/data/EXR/D.USD.EUR.SP00.A': {
        body: {
          dataSets: [{ action: 'Replace', series: { '0:0:0:0:0': { observations: { 0: [1.0801, 0], 1: [null] } } } }],
          structure: {
            dimensions: { observation: [{ id: 'TIME_PERIOD', values: [{ id: '2026-02-27' }, { id: '2026-02-28' }] }] },
          },
        },
      },
    },
    first: { date: '2026-02-27', base: 'EUR', quote: 'USD', rate: 1.0801 },
  },
  {
    provider: 'alpha_vantage',
    type: 'fundamentals',
    query: ibm,
    script: { 'GET /query': { body: { Symbol: 'IBM', PERatio: '22.1', DividendYield: 'None', Sector: 'TECH' } } },
    first: { pe_ratio: 22.1, dividend_yield: null, sector: 'TECH' },
  },
  {
    provider: 'alpha_vantage',
    type: 'earnings',
    query: ibm,
    script: {
      'GET /query': {
        body: {
          quarterlyEarnings: [
            { fiscalDateEnding: '2025-12-31', reportedDate: '2026-01-28', reportedEPS: '3.92', estimatedEPS: '3.75' },
          ],
        },
      },
    },
    first: { fiscal_period: 'Q4', fiscal_year: 2025, report_date: '2026-01-28', eps_actual: 3.92 },
  },
  {
    provider: 'polygon',
    type: 'quote',
    query: ibm,
    script: { 'GET /v2/aggs/ticker/IBM/prev': { body: { results: [{ c: 230, o: 228, v: 5, t: 1767225600000 }] } } },
    first: { price: 230, open: 228, timestamp: '2026-01-01T00:00:00.000Z' },
  },
  {
    provider: 'polygon',
    type: 'ohlcv',
    query: bars,
    script: {
      'GET /v2/aggs/ticker/IBM/range/1/day/2026-01-01/2026-03-01': {
        body: { results: [{ o: 1, h: 3, l: 0.5, c: 2, v: 10, vw: 1.9, n: 4, t: 1767225600000 }, { o: 1 }] },
      },
    },
    first: { open: 1, high: 3, low: 0.5, close: 2, vwap: 1.9, trade_count: 4 },
  },
  {
    provider: 'polygon',
    type: 'dividends',
    query: ibm,
    script: {
      'GET /v3/reference/dividends': {
        body: { results: [{ cash_amount: 1.68, ex_dividend_date: '2026-02-10', currency: 'USD' }] },
      },
    },
    first: { dividend_amount: 1.68, ex_date: '2026-02-10' },
  },
  {
    provider: 'polygon',
    type: 'splits',
    query: ibm,
    script: {
      'GET /v3/reference/splits': { body: { results: [{ split_from: 1, split_to: 4, execution_date: '2026-02-02' }] } },
    },
    first: { ratio_from: 1, ratio_to: 4, execution_date: '2026-02-02' },
  },
  {
    provider: 'finnhub',
    type: 'news',
    query: news,
    script: {
      'GET /api/v1/company-news': { body: [{ headline: 'Up', source: 'Wire', datetime: 1767225600, related: 'IBM' }] },
    },
    first: { title: 'Up', source: 'Wire', published_at: '2026-01-01T00:00:00.000Z', tickers: ['IBM'] },
  },
  {
    provider: 'finnhub',
    type: 'insider',
    query: ibm,
    script: {
      'GET /api/v1/stock/insider-transactions': {
        body: {
          data: [{ name: 'DOE', share: 900, change: -100, transactionDate: '2026-01-05', transactionPrice: 230 }],
        },
      },
    },
    first: { name: 'DOE', shares: -100, value: -23000, shares_owned_after: 900 },
  },
  {
    provider: 'finnhub',
    type: 'economic_calendar',
    query: { ...range, country: 'US' },
    script: {
      'GET /api/v1/calendar/economic': {
        body: {
          economicCalendar: [
            { event: 'CPI', country: 'DE', time: '2026-01-14 09:00:00' },
            { event: 'CPI', country: 'US', time: '2026-01-14 13:30:00', impact: 'high', actual: 2.7, estimate: 2.8 },
          ],
        },
      },
    },
    first: { event: 'CPI', country: 'US', date: '2026-01-14', time: '13:30', impact: 'high', actual: 2.7 },
  },
  {
    provider: 'finnhub',
    type: 'company_profile',
    query: ibm,
    script: { 'GET /api/v1/stock/profile2': { body: { name: 'IBM', finnhubIndustry: 'Technology', country: 'US' } } },
    first: { name: 'IBM', industry: 'Technology' },
  },
  {
    provider: 'fmp',
    type: 'quote',
    query: ibm,
    script: { 'GET /stable/quote': { body: [{ price: 231, previousClose: 229, changePercentage: 0.87 }] } },
    first: { price: 231, previous_close: 229, change_pct: 0.87 },
  },
  {
    provider: 'fmp',
    type: 'ohlcv',
    query: bars,
    script: {
      'GET /stable/historical-price-eod/full': {
        body: [
          { date: '2026-01-05', open: 2, high: 3, low: 1, close: 2.5, volume: 9 },
          { date: '2026-01-02', open: 1, high: 3, low: 1, close: 2, volume: 8, adjClose: 1.9 },
        ],
      },
    },
    first: { timestamp: '2026-01-02T00:00:00.000Z', close: 2, adj_close: 1.9 },
  },
  {
    provider: 'fmp',
    type: 'splits',
    query: ibm,
    script: { 'GET /stable/splits': { body: [{ date: '2026-02-02', numerator: 4, denominator: 1 }] } },
    first: { ratio_from: 1, ratio_to: 4 },
  },
  {
    provider: 'fmp',
    type: 'fundamentals',
    query: ibm,
    script: {
      'GET /stable/profile': { body: [{ symbol: 'IBM', marketCap: 210e9, beta: 0.7, sector: 'Technology' }] },
      'GET /stable/ratios-ttm': { body: [{ priceToEarningsRatioTTM: 22 }] },
    },
    first: { market_cap: 210e9, pe_ratio: 22, beta: 0.7, sector: 'Technology' },
  },
  {
    provider: 'eodhd',
    type: 'quote',
    query: ibm,
    script: {
      'GET /api/real-time/IBM.US': { body: { code: 'IBM.US', close: 231, change_p: 0.5, timestamp: 1767225600 } },
    },
    first: { price: 231, change_pct: 0.5 },
  },
  {
    provider: 'eodhd',
    type: 'splits',
    query: ibm,
    script: { 'GET /api/splits/IBM.US': { body: [{ date: '2026-02-02', split: '4.000000/1.000000' }] } },
    first: { ratio_from: 1, ratio_to: 4 },
  },
  {
    provider: 'eodhd',
    type: 'ohlcv',
    query: bars,
    script: {
      'GET /api/eod/IBM.US': {
        body: [{ date: '2026-01-02', open: 1, high: 3, low: 1, close: 2, adjusted_close: 1.8, volume: 7 }],
      },
    },
    first: { close: 2, adj_close: 1.8, volume: 7 },
  },
  {
    provider: 'alpaca',
    type: 'quote',
    query: ibm,
    script: {
      'GET /v2/stocks/IBM/snapshot': {
        body: {
          latestTrade: { p: 231, t: '2026-01-02T15:00:00Z' },
          latestQuote: { bp: 230.98, ap: 231.02, t: '2026-01-02T15:00:04Z' },
          dailyBar: { o: 229, v: 5 },
          prevDailyBar: { c: 230 },
        },
      },
    },
    first: {
      price: 231,
      bid: 230.98,
      ask: 231.02,
      previous_close: 230,
      change: 1,
      change_pct: 0.4348,
      timestamp: '2026-01-02T15:00:04.000Z',
    },
  },
  {
    provider: 'alpaca',
    type: 'ohlcv',
    query: bars,
    script: {
      'GET /v2/stocks/IBM/bars': [
        { body: { bars: [{ t: '2026-01-02T05:00:00Z', o: 1, h: 3, l: 1, c: 2, v: 7 }], next_page_token: 'p2' } },
        { body: { bars: [{ t: '2026-01-05T05:00:00Z', o: 2, h: 3, l: 1, c: 3, v: 7 }], next_page_token: null } },
      ],
    },
    first: { timestamp: '2026-01-02T05:00:00.000Z', close: 2 },
  },
  {
    provider: 'tradier',
    type: 'quote',
    query: ibm,
    // No offer after the close is written as zero.
    script: {
      'GET /v1/markets/quotes': {
        body: { quotes: { quote: { last: 231, bid: 230.9, ask: 0, change_percentage: 0.4 } } },
      },
    },
    first: { price: 231, bid: 230.9, ask: null, change_pct: 0.4 },
  },
  {
    provider: 'tradier',
    type: 'ohlcv',
    query: bars,
    script: {
      'GET /v1/markets/history': {
        body: { history: { day: { date: '2026-01-02', open: 1, high: 3, low: 1, close: 2, volume: 7 } } },
      },
    },
    first: { close: 2 },
  },
  {
    provider: 'api_ninjas',
    type: 'quote',
    query: ibm,
    script: { 'GET /v1/stockprice': { body: { ticker: 'IBM', name: 'IBM', price: 231, updated: 1767225600 } } },
    first: { price: 231, open: null },
  },
  {
    provider: 'nasdaq_data_link',
    type: 'fundamentals',
    query: ibm,
    script: {
      'GET /api/v3/datatables/SHARADAR/SF1.json': {
        body: { datatable: { columns: [{ name: 'ticker' }, { name: 'pe' }], data: [['IBM', 22.5]] } },
      },
    },
    first: { pe_ratio: 22.5, market_cap: null },
  },
  {
    provider: 'sec_api',
    type: 'sec_filings',
    query: ibm,
    script: {
      'POST /': {
        body: {
          filings: [{ cik: '51143', companyName: 'IBM', formType: '10-K', filedAt: '2026-02-20T16:00:00-05:00' }],
        },
      },
    },
    first: { cik: '51143', filing_type: '10-K', filing_date: '2026-02-20' },
  },
  {
    provider: 'sec_edgar',
    type: 'sec_filings',
    query: ibm,
    script: {
      'GET /files/company_tickers.json': { body: { '0': { cik_str: 51143, ticker: 'IBM', title: 'IBM' } } },
      'GET /submissions/CIK0000051143.json': {
        body: {
          name: 'INTERNATIONAL BUSINESS MACHINES CORP',
          filings: {
            recent: {
              form: ['4', '10-Q'],
              filingDate: ['2026-01-03', '2026-01-02'],
              accessionNumber: ['0000051143-26-000002', '0000051143-26-000001'],
              primaryDocument: ['x.xml', 'ibm-10q.htm'],
            },
          },
        },
      },
    },
    first: {
      filing_type: '10-Q',
      filing_date: '2026-01-02',
      url: 'https://www.sec.gov/Archives/edgar/data/51143/000005114326000001/ibm-10q.htm',
    },
  },
  {
    provider: 'benzinga',
    type: 'news',
    query: news,
    script: {
      'GET /api/v2/news': {
        body: [{ title: 'Up', author: 'Desk', created: 'Fri, 02 Jan 2026 10:00:00 -0500', stocks: [{ name: 'IBM' }] }],
      },
    },
    first: { title: 'Up', published_at: '2026-01-02T15:00:00.000Z', tickers: ['IBM'] },
  },
  {
    provider: 'openfigi',
    type: 'search',
    query: { query: 'ibm' },
    script: {
      'POST /v3/search': { body: { data: [{ ticker: 'IBM', name: 'INTL BUSINESS MACHINES', exchCode: 'US' }] } },
    },
    first: { symbol: 'IBM', exchange: 'US' },
  },
  {
    provider: 'yahoo',
    type: 'quote',
    query: ibm,
    script: {
      'GET /v8/finance/chart/IBM': {
        body: {
          chart: {
            result: [{ meta: { regularMarketPrice: 231, chartPreviousClose: 230, regularMarketTime: 1767225600 } }],
          },
        },
      },
    },
    first: { price: 231, change: 1 },
  },
  {
    provider: 'yahoo',
    type: 'ohlcv',
    query: bars,
    script: {
      'GET /v8/finance/chart/IBM': {
        body: {
          chart: {
            result: [
              {
                timestamp: [1767225600, 1767312000],
                indicators: {
                  quote: [{ open: [null, 1], high: [2, 3], low: [1, 1], close: [1, 2], volume: [1, 7] }],
                  adjclose: [{ adjclose: [1, 1.5] }],
                },
              },
            ],
          },
        },
      },
    },
    first: { timestamp: '2026-01-02T00:00:00.000Z', close: 2, adj_close: 1.5 },
  },
];

test('every provider has an answer here', () => {
  const answered = new Set(cases.map(({ provider }) => provider));
  expect(
    providers.map(({ name }) => name).filter((name) => !answered.has(name)),
    'add what it answers to `cases` in journal/market/providers/providers.test.ts',
  ).toEqual([]);
});

test.each(cases)('$provider delivers $type', async ({ provider, type, query, script, first }) => {
  const { market } = scriptedMarket(script, { [provider]: {} });
  // The table holds queries of every type; each case pairs the right two.
  const rows = await market.get(type, query as never, { provider });
  expect(rows[0]).toMatchObject({ ...first, provider });
});

test.each(providers.map((provider) => [provider.name, provider] as const))(
  '%s survives any JSON, and answers nothing rather than rubbish',
  async (name, provider) => {
    for (const body of [null, [], {}, 'text', 7, [null], { data: 'x', results: [1], chart: { result: [{}] } }]) {
      const script = new Proxy({}, { get: () => ({ body }) });
      for (const type of Object.keys(provider.feeds) as DataType[]) {
        const { market } = scriptedMarket(script, { [name]: { rateLimit: 1000 } });
        const query = { ...bars, count: 5, query: 'ibm' };
        const rows = await market.get(type, query as never, { provider: name }).catch((error: unknown) => error);
        if (!(rows instanceof Error)) expect(rows).toEqual([]);
      }
    }
  },
);
