import { barRow } from '../bar.ts';
import type { Provider } from '../provider.ts';
import { list, newest, number, object, rows, side, text, time } from '../read.ts';

/** Tradier gives one object where there is one row, and a list where there are several. */
const several = (value: unknown) => list(Array.isArray(value) ? value : value === undefined ? [] : [value]);

const INTERVALS: Readonly<Record<string, string>> = { '1d': 'daily', '1w': 'weekly', '1M': 'monthly' };

export const tradier: Provider = {
  name: 'tradier',
  baseUrl: 'https://api.tradier.com',
  key: { in: 'header', name: 'Authorization', prefix: 'Bearer ' },
  perMinute: 120,
  signupUrl: 'https://web.tradier.com/user/api',
  docsUrl: 'https://docs.tradier.com/',
  headers: { Accept: 'application/json' },
  fault: (body) => text(object(object(body).fault).faultstring),
  probe: async (http) => 'profile' in object(await http.get('/v1/user/profile')),
  feeds: {
    quote: async ({ ticker }, http) => {
      const answer = object(await http.get('/v1/markets/quotes', { symbols: ticker }));
      return rows(several(object(answer.quotes).quote).slice(0, 1), (quote) => {
        const price = number(quote.last);
        if (price === null) return null;
        return {
          ticker,
          price,
          bid: side(quote.bid),
          ask: side(quote.ask),
          open: number(quote.open),
          high: number(quote.high),
          low: number(quote.low),
          previous_close: number(quote.prevclose),
          change: number(quote.change),
          change_pct: number(quote.change_percentage),
          volume: number(quote.volume),
          timestamp: newest(time(quote.trade_date), time(quote.bid_date), time(quote.ask_date)),
        };
      });
    },
    search: async ({ query }, http) => {
      const answer = object(await http.get('/v1/markets/search', { q: query }));
      return rows(several(object(answer.securities).security), (item) => {
        const symbol = text(item.symbol);
        return symbol === null
          ? null
          : { symbol, name: text(item.description) ?? symbol, exchange: text(item.exchange), currency: null };
      });
    },
    ohlcv: async ({ ticker, interval, start, end }, http) => {
      const word = INTERVALS[interval];
      if (word === undefined) return [];
      const answer = object(await http.get('/v1/markets/history', { symbol: ticker, interval: word, start, end }));
      return rows(several(object(answer.history).day), (bar) => barRow(ticker, { ...bar, timestamp: bar.date }));
    },
  },
};
