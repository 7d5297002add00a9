import { earningsRow } from '../earnings.ts';
import type { Provider } from '../provider.ts';
import { list, number, object, rows, text, time } from '../read.ts';

export const apiNinjas: Provider = {
  name: 'api_ninjas',
  baseUrl: 'https://api.api-ninjas.com',
  key: { in: 'header', name: 'X-Api-Key' },
  perMinute: 60,
  signupUrl: 'https://api-ninjas.com/register',
  docsUrl: 'https://api-ninjas.com/api',
  fault: (body) => text(object(body).error),
  probe: async (http) => {
    const answer = object(await http.get('/v1/stockprice', { ticker: 'AAPL' }));
    return 'price' in answer && 'name' in answer;
  },
  feeds: {
    quote: async ({ ticker }, http) => {
      const quote = object(await http.get('/v1/stockprice', { ticker }));
      const price = number(quote.price);
      if (price === null) return [];
      return [
        {
          ticker,
          price,
          bid: null,
          ask: null,
          open: null,
          high: null,
          low: null,
          previous_close: null,
          change: null,
          change_pct: null,
          volume: number(quote.volume),
          timestamp: time(quote.updated),
        },
      ];
    },
    earnings: async ({ ticker }, http) =>
      rows(list(await http.get('/v1/earningscalendar', { ticker })), (item) =>
        earningsRow(ticker, {
          date: item.date,
          actual: item.actual_eps,
          estimate: item.estimated_eps,
          revenue: item.actual_revenue,
          revenueEstimate: item.estimated_revenue,
        }),
      ),
  },
};
