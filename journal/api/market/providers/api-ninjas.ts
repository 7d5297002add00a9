import type { Provider } from '../provider.ts';
import { day, list, number, object, rows, text, time } from '../read.ts';

export const apiNinjas: Provider = {
  name: 'api_ninjas',
  displayName: 'API Ninjas',
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
      rows(list(await http.get('/v1/earningscalendar', { ticker })), (item) => {
        const date = day(item.date);
        if (date === null) return null;
        const [actual, estimate] = [number(item.actual_eps), number(item.estimated_eps)];
        return {
          ticker,
          fiscal_period: `Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`,
          fiscal_year: Number(date.slice(0, 4)),
          report_date: date,
          eps_actual: actual,
          eps_estimate: estimate,
          eps_surprise: actual === null || estimate === null ? null : Math.round((actual - estimate) * 1e6) / 1e6,
          revenue_actual: number(item.actual_revenue),
          revenue_estimate: number(item.estimated_revenue),
        };
      }),
  },
};
