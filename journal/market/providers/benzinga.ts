import type { Provider } from '../provider.ts';
import { list, object, rows, text, time } from '../read.ts';

export const benzinga: Provider = {
  name: 'benzinga',
  baseUrl: 'https://api.benzinga.com',
  key: { in: 'query', name: 'token' },
  perMinute: 60,
  signupUrl: 'https://www.benzinga.com/apis/',
  docsUrl: 'https://docs.benzinga.com/',
  headers: { Accept: 'application/json' },
  fault: (body) => (Array.isArray(body) ? null : (text(object(body).error) ?? text(object(body).message))),
  probe: async (http) => Array.isArray(await http.get('/api/v2/news', { pageSize: 1 })),
  feeds: {
    news: async ({ ticker, count }, http) => {
      const params = { tickers: ticker, pageSize: count, displayOutput: 'abstract' };
      return rows(list(await http.get('/api/v2/news', params)), (item) => {
        const title = text(item.title);
        if (title === null) return null;
        return {
          title,
          source: text(item.author) ?? 'Benzinga',
          url: text(item.url),
          published_at: time(item.created),
          tickers: list(item.stocks).flatMap((stock) => text(stock.name) ?? []),
          summary: text(item.teaser),
        };
      });
    },
  },
};
