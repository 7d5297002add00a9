// The market of demo books as a provider. It is asked in books that are marked as demo, before all others, and in no other
// book: an invented price must never stand next to real trades.
import type { BarInterval } from '@zorivest/vocabulary';
import type { Provider } from '@zorivest/market';
import { cents, DemoMarket, seedOf } from './market.ts';
import { createRandom } from './random.ts';
import { demoSecurities, findSecurity, type DemoSecurity } from './securities.ts';
import { DAY } from './session.ts';

/** Minutes of a bar; those of a day and more are made of days. */
export const barMinutes: Readonly<Partial<Record<BarInterval, number>>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
};

const headlines = [
  'shares move on heavier volume than usual',
  'analysts look at the quarter ahead',
  'outlines its plans for the next year',
  'suppliers report steady orders',
  'named among the most watched of the week',
  'board confirms its guidance',
] as const;
const forms = ['10-Q', '8-K', '4', '10-K', '8-K'] as const;

export function demoProvider(now: () => number): Provider {
  const market = new DemoMarket();
  const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
  const lastClose = () => market.sessions.opens(market.sessions.count(now()) - 1);
  return {
    name: 'demo',
    baseUrl: 'https://demo.invalid',
    key: { in: 'none' },
    perMinute: 100_000,
    signupUrl: '',
    docsUrl: '',
    probe: () => Promise.resolve(true),
    feeds: {
      quote: ({ ticker }) => Promise.resolve(quoteOf(market, ticker, now())),
      ohlcv: ({ ticker, start, end, interval }) => {
        const range = { from: Date.parse(start), to: Date.parse(end) + DAY - 1, now: now() };
        const bars = market.bars(ticker, range, barMinutes[interval] ?? 'day');
        const grouped = interval === '1w' ? 5 : interval === '1M' ? 21 : 1;
        return Promise.resolve(
          joinBars(bars, grouped).map(({ at, ...bar }) => ({
            ...bar,
            ticker,
            timestamp: new Date(at).toISOString(),
            adj_close: bar.close,
            vwap: null,
            trade_count: null,
          })),
        );
      },
      news: ({ ticker, count, end }) => {
        const about = ticker === undefined ? demoSecurities : [findSecurity(ticker)].filter((one) => one !== undefined);
        return Promise.resolve(
          about.flatMap((one) => newsOf(one, Math.min(Date.parse(end) + DAY, now()))).slice(0, count),
        );
      },
      search: ({ query }) => {
        const wanted = query.toLowerCase();
        return Promise.resolve(
          demoSecurities
            .filter(({ ticker, name }) => `${ticker} ${name}`.toLowerCase().includes(wanted))
            .map(({ ticker, name, exchange, currency }) => ({ symbol: ticker, name, exchange, currency })),
        );
      },
      sec_filings: ({ ticker }) => {
        const company = findSecurity(ticker);
        return Promise.resolve(company === undefined ? [] : filingsOf(company, lastClose()));
      },
      dividends: ({ ticker, start, end }) => {
        const paid = findSecurity(ticker);
        if (paid === undefined || paid.dividend === 0) return Promise.resolve([]);
        return Promise.resolve(
          quarterEnds(start, end < isoDay(now()) ? end : isoDay(now())).map((ex_date) => ({
            ticker: paid.ticker,
            dividend_amount: paid.dividend,
            currency: paid.currency,
            ex_date,
            record_date: null,
            pay_date: null,
            declaration_date: null,
          })),
        );
      },
      company_profile: ({ ticker }) => {
        const company = findSecurity(ticker);
        if (company === undefined) return Promise.resolve([]);
        const { name, exchange, currency, sector } = company;
        const country = currency === 'EUR' ? 'DE' : 'US';
        const unknown = { industry: null, website: null, description: null };
        return Promise.resolve([{ ticker: company.ticker, name, exchange, currency, country, sector, ...unknown }]);
      },
    },
  };
}

function quoteOf(market: DemoMarket, ticker: string, at: number) {
  const price = market.at(ticker, at);
  if (price === null) return [];
  const session = market.sessions.count(at) - 1;
  const opens = market.sessions.opens(session);
  const [today] = market.bars(ticker, { from: opens, to: at, now: at }, 'day');
  const previous = market.at(ticker, opens - 1) ?? price;
  const half = Math.max(0.01, cents(price * 0.0001));
  return [
    {
      ticker,
      price,
      bid: cents(price - half),
      ask: cents(price + half),
      open: today?.open ?? null,
      high: today?.high ?? null,
      low: today?.low ?? null,
      previous_close: previous,
      change: cents(price - previous),
      change_pct: cents(((price - previous) / previous) * 100),
      volume: today?.volume ?? null,
      timestamp: new Date(Math.min(at, opens + 390 * 60_000)).toISOString(),
    },
  ];
}

type Bars = ReturnType<DemoMarket['bars']>;

/** Joins each `size` bars into one. */
function joinBars(bars: Bars, size: number): Bars {
  if (size === 1) return bars;
  return [...Map.groupBy(bars, (_, index) => Math.floor(index / size)).values()].flatMap((some) => {
    const [first, last] = [some[0], some.at(-1)];
    if (first === undefined || last === undefined) return [];
    return [
      {
        at: first.at,
        open: first.open,
        high: Math.max(...some.map(({ high }) => high)),
        low: Math.min(...some.map(({ low }) => low)),
        close: last.close,
        volume: some.reduce((sum, { volume }) => sum + volume, 0),
      },
    ];
  });
}

function newsOf({ ticker, name }: DemoSecurity, before: number) {
  const random = createRandom(seedOf(`${ticker} ${Math.floor(before / DAY)}`));
  return [0, 1, 2].map((age) => {
    const published = new Date(before - (age * 2 + random.between(0.1, 1.5)) * DAY).toISOString();
    return {
      title: `${name} ${random.pick(headlines)}`,
      source: 'Demo Wire',
      url: `https://demo.invalid/news/${ticker}/${published.slice(0, 10)}`,
      published_at: published,
      tickers: [ticker],
      summary: 'Invented for the demo book.',
    };
  });
}

function filingsOf({ ticker, name, cik }: DemoSecurity, before: number) {
  if (cik === null) return [];
  return forms.map((filing_type, index) => {
    const filing_date = new Date(before - (index * 47 + 6) * DAY).toISOString().slice(0, 10);
    return {
      ticker,
      company_name: name,
      cik,
      filing_type,
      filing_date,
      url: `https://demo.invalid/filings/${ticker}/${filing_date}`,
    };
  });
}

function quarterEnds(start: string, end: string): string[] {
  const days: string[] = [];
  for (let year = Number(start.slice(0, 4)); year <= Number(end.slice(0, 4)); year++)
    for (const day of ['03-14', '06-14', '09-14', '12-14']) days.push(`${year}-${day}`);
  return days.filter((day) => day >= start && day <= end);
}
