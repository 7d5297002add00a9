import type { BarInterval } from '@zorivest/vocabulary';
import { letterBar } from '../bar.ts';
import type { Provider } from '../provider.ts';
import { day, list, number, object, rows, text, time } from '../read.ts';

const SPANS: Readonly<Record<BarInterval, string>> = {
  '1m': '1/minute',
  '5m': '5/minute',
  '15m': '15/minute',
  '30m': '30/minute',
  '1h': '1/hour',
  '1d': '1/day',
  '1w': '1/week',
  '1M': '1/month',
};

export const polygon: Provider = {
  name: 'polygon',
  // The service is called Massive now; the old host still redirects.
  baseUrl: 'https://api.massive.com',
  key: { in: 'query', name: 'apiKey' },
  perMinute: 5,
  signupUrl: 'https://massive.com/dashboard/signup',
  docsUrl: 'https://massive.com/docs',
  fault: (body) => (object(body).status === 'ERROR' ? (text(object(body).error) ?? 'error without a text') : null),
  probe: async (http) => {
    const answer = object(await http.get('/v3/reference/tickers', { limit: 1 }));
    return 'results' in answer || 'status' in answer;
  },
  feeds: {
    quote: async ({ ticker }, http) => {
      const answer = object(await http.get(`/v2/aggs/ticker/${encodeURIComponent(ticker)}/prev`));
      return rows(list(answer.results).slice(0, 1), (bar) => {
        const price = number(bar.c);
        if (price === null) return null;
        return {
          ticker,
          price,
          bid: null,
          ask: null,
          open: number(bar.o),
          high: number(bar.h),
          low: number(bar.l),
          previous_close: null,
          change: null,
          change_pct: null,
          volume: number(bar.v),
          timestamp: time(bar.t),
        };
      });
    },
    ohlcv: async ({ ticker, interval, start, end }, http) => {
      const path = `/v2/aggs/ticker/${encodeURIComponent(ticker)}/range/${SPANS[interval]}/${start}/${end}`;
      const answer = object(await http.get(path, { limit: 50000 }));
      return rows(list(answer.results), (bar) => letterBar(ticker, bar));
    },
    dividends: async ({ ticker, start, end }, http) => {
      const params = { ticker, 'ex_dividend_date.gte': start, 'ex_dividend_date.lte': end, limit: 1000 };
      const answer = object(await http.get('/v3/reference/dividends', params));
      return rows(list(answer.results), (item) => {
        const amount = number(item.cash_amount);
        const exDate = day(item.ex_dividend_date);
        if (amount === null || exDate === null) return null;
        return {
          ticker,
          dividend_amount: amount,
          currency: text(item.currency) ?? 'USD',
          ex_date: exDate,
          record_date: day(item.record_date),
          pay_date: day(item.pay_date),
          declaration_date: day(item.declaration_date),
        };
      });
    },
    splits: async ({ ticker, start, end }, http) => {
      const params = { ticker, 'execution_date.gte': start, 'execution_date.lte': end, limit: 1000 };
      const answer = object(await http.get('/v3/reference/splits', params));
      return rows(list(answer.results), (item) => {
        const from = number(item.split_from);
        const to = number(item.split_to);
        const date = day(item.execution_date);
        return from === null || to === null || date === null
          ? null
          : { ticker, execution_date: date, ratio_from: from, ratio_to: to };
      });
    },
  },
};
