import { earningsRow } from '../earnings.ts';
import type { Provider } from '../provider.ts';
import { day, list, number, object, rows, text, time } from '../read.ts';

const IMPACTS = ['low', 'medium', 'high'] as const;

export const finnhub: Provider = {
  name: 'finnhub',
  baseUrl: 'https://finnhub.io/api/v1',
  key: { in: 'header', name: 'X-Finnhub-Token' },
  perMinute: 60,
  signupUrl: 'https://finnhub.io/register',
  docsUrl: 'https://finnhub.io/docs/api',
  fault: (body) => text(object(body).error),
  probe: async (http) => 'c' in object(await http.get('/quote', { symbol: 'AAPL' })),
  feeds: {
    quote: async ({ ticker }, http) => {
      const quote = object(await http.get('/quote', { symbol: ticker }));
      const price = number(quote.c);
      // An unknown symbol is answered with zeros.
      if (price === null || (price === 0 && number(quote.t) === 0)) return [];
      return [
        {
          ticker,
          price,
          bid: null,
          ask: null,
          open: number(quote.o),
          high: number(quote.h),
          low: number(quote.l),
          previous_close: number(quote.pc),
          change: number(quote.d),
          change_pct: number(quote.dp),
          volume: null,
          timestamp: time(quote.t),
        },
      ];
    },
    news: async ({ ticker, count, start, end }, http) => {
      const items =
        ticker === undefined
          ? await http.get('/news', { category: 'general' })
          : await http.get('/company-news', { symbol: ticker, from: start, to: end });
      return rows(list(items), (item) => {
        const title = text(item.headline);
        if (title === null) return null;
        return {
          title,
          source: text(item.source) ?? 'Finnhub',
          url: text(item.url),
          published_at: time(item.datetime),
          tickers: (text(item.related) ?? '').split(',').filter((symbol) => symbol !== ''),
          summary: text(item.summary),
        };
      }).slice(0, count);
    },
    search: async ({ query }, http) => {
      const answer = object(await http.get('/search', { q: query }));
      return rows(list(answer.result), (match) => {
        const symbol = text(match.symbol);
        return symbol === null
          ? null
          : { symbol, name: text(match.description) ?? symbol, exchange: null, currency: null };
      });
    },
    earnings: async ({ ticker }, http) =>
      rows(list(await http.get('/stock/earnings', { symbol: ticker })), (item) =>
        earningsRow(ticker, { ...item, date: item.period, actual: item.actual, estimate: item.estimate }),
      ),
    insider: async ({ ticker }, http) => {
      const answer = object(await http.get('/stock/insider-transactions', { symbol: ticker }));
      return rows(list(answer.data), (item) => {
        const name = text(item.name);
        const date = day(item.transactionDate);
        const shares = number(item.change) ?? number(item.share);
        if (name === null || date === null || shares === null) return null;
        const price = number(item.transactionPrice);
        return {
          ticker,
          name,
          title: null,
          transaction_date: date,
          transaction_code: text(item.transactionCode) ?? '',
          shares,
          price,
          value: price === null ? null : Math.round(price * shares * 100) / 100,
          shares_owned_after: number(item.share),
        };
      });
    },
    company_profile: async ({ ticker }, http) => {
      const profile = object(await http.get('/stock/profile2', { symbol: ticker }));
      const name = text(profile.name);
      if (name === null) return [];
      return [
        {
          ticker,
          name,
          exchange: text(profile.exchange),
          currency: text(profile.currency),
          country: text(profile.country),
          sector: null,
          industry: text(profile.finnhubIndustry),
          website: text(profile.weburl),
          description: null,
        },
      ];
    },
    economic_calendar: async ({ start, end, country }, http) => {
      const answer = object(await http.get('/calendar/economic', { from: start, to: end }));
      return rows(list(answer.economicCalendar), (item) => {
        const event = text(item.event);
        const date = day(item.time);
        const where = text(item.country) ?? '';
        if (event === null || date === null || (country !== undefined && where !== country)) return null;
        return {
          event,
          country: where,
          date,
          time: text(item.time)?.slice(11, 16) || null,
          impact: IMPACTS.find((impact) => impact === item.impact) ?? null,
          actual: number(item.actual),
          forecast: number(item.estimate),
          previous: number(item.prev),
        };
      });
    },
  },
};
