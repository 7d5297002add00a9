import type { BarInterval } from '@zorivest/vocabulary';
import { barRow } from '../bar.ts';
import type { Http, Provider } from '../provider.ts';
import { list, number, object, rows, text, time, type Json } from '../read.ts';

const SPANS: Readonly<Record<BarInterval, string>> = {
  '1m': '1m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '60m',
  '1d': '1d',
  '1w': '1wk',
  '1M': '1mo',
};

const seconds = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / 1000);
const DAY = 86_400;

async function chart(http: Http, ticker: string, params: Record<string, string | number>): Promise<Json> {
  const answer = object(await http.get(`/v8/finance/chart/${encodeURIComponent(ticker)}`, params));
  return list(object(answer.chart).result)[0] ?? {};
}

export const yahoo: Provider = {
  name: 'yahoo',
  baseUrl: 'https://query1.finance.yahoo.com',
  key: { in: 'none' },
  offByDefault: 'unofficial: its terms are for personal use in a browser, so switching it on is your decision',
  perMinute: 100,
  signupUrl: 'https://finance.yahoo.com',
  docsUrl: 'https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html',
  fault: (body) => text(object(object(object(body).chart).error).description),
  probe: async (http) => 'meta' in (await chart(http, 'AAPL', { range: '1d', interval: '1d' })),
  feeds: {
    quote: async ({ ticker }, http) => {
      const { meta } = await chart(http, ticker, { range: '1d', interval: '1d' });
      const quote = object(meta);
      const price = number(quote.regularMarketPrice);
      if (price === null) return [];
      const previous = number(quote.chartPreviousClose);
      const change = previous === null ? null : Math.round((price - previous) * 1e6) / 1e6;
      return [
        {
          ticker,
          price,
          bid: null,
          ask: null,
          open: null,
          high: number(quote.regularMarketDayHigh),
          low: number(quote.regularMarketDayLow),
          previous_close: previous,
          change,
          change_pct: change === null || !previous ? null : Math.round((change / previous) * 1e6) / 1e4,
          volume: number(quote.regularMarketVolume),
          timestamp: time(quote.regularMarketTime),
        },
      ];
    },
    news: async ({ ticker, count }, http) => {
      const params = { q: ticker ?? 'market', newsCount: count, quotesCount: 0 };
      const answer = object(await http.get('/v1/finance/search', params));
      return rows(list(answer.news), (item) => {
        const title = text(item.title);
        if (title === null) return null;
        return {
          title,
          source: text(item.publisher) ?? 'Yahoo',
          url: text(item.link),
          published_at: time(item.providerPublishTime),
          tickers: Array.isArray(item.relatedTickers) ? item.relatedTickers.flatMap((one) => text(one) ?? []) : [],
          summary: null,
        };
      }).slice(0, count);
    },
    search: async ({ query }, http) => {
      const answer = object(await http.get('/v1/finance/search', { q: query, newsCount: 0, quotesCount: 20 }));
      return rows(list(answer.quotes), (match) => {
        const symbol = text(match.symbol);
        if (symbol === null) return null;
        const name = text(match.longname) ?? text(match.shortname) ?? symbol;
        return { symbol, name, exchange: text(match.exchDisp) ?? text(match.exchange), currency: null };
      });
    },
    ohlcv: async ({ ticker, interval, start, end }, http) => {
      const span = { interval: SPANS[interval], period1: seconds(start), period2: seconds(end) + DAY };
      const result = await chart(http, ticker, span);
      const times = Array.isArray(result.timestamp) ? result.timestamp : [];
      const quote = list(object(result.indicators).quote)[0] ?? {};
      const adjusted = list(object(result.indicators).adjclose)[0] ?? {};
      const at = (series: unknown, n: number): unknown => (Array.isArray(series) ? series[n] : null);
      return times.flatMap((timestamp: unknown, n) => {
        const bar = barRow(ticker, {
          timestamp,
          open: at(quote.open, n),
          high: at(quote.high, n),
          low: at(quote.low, n),
          close: at(quote.close, n),
          volume: at(quote.volume, n),
          adj_close: at(adjusted.adjclose, n),
        });
        return bar === null ? [] : [bar];
      });
    },
    dividends: async ({ ticker, start, end }, http) => {
      const span = { interval: '1d', events: 'div', period1: seconds(start), period2: seconds(end) + DAY };
      const result = await chart(http, ticker, span);
      return rows(Object.values(object(object(result.events).dividends)).map(object), (item) => {
        const [amount, exDate] = [number(item.amount), time(item.date)?.slice(0, 10)];
        if (amount === null || exDate === undefined) return null;
        return {
          ticker,
          dividend_amount: amount,
          currency: text(object(result.meta).currency) ?? 'USD',
          ex_date: exDate,
          record_date: null,
          pay_date: null,
          declaration_date: null,
        };
      });
    },
    splits: async ({ ticker, start, end }, http) => {
      const span = { interval: '1d', events: 'split', period1: seconds(start), period2: seconds(end) + DAY };
      const result = await chart(http, ticker, span);
      return rows(Object.values(object(object(result.events).splits)).map(object), (item) => {
        const [to, from, date] = [number(item.numerator), number(item.denominator), time(item.date)?.slice(0, 10)];
        if (to === null || from === null || date === undefined) return null;
        return { ticker, execution_date: date, ratio_from: from, ratio_to: to };
      });
    },
  },
};
