import type { Provider } from '../provider.ts';
import { list, object, rows, text } from '../read.ts';

export const openFigi: Provider = {
  name: 'openfigi',
  baseUrl: 'https://api.openfigi.com/v3',
  key: { in: 'header', name: 'X-OPENFIGI-APIKEY' },
  keyOptional: true,
  perMinute: 10,
  signupUrl: 'https://www.openfigi.com/user/signup',
  docsUrl: 'https://www.openfigi.com/api/documentation',
  fault: (body) => text(object(body).error),
  probe: async (http) => {
    const answer = list(await http.post('/mapping', [{ idType: 'TICKER', idValue: 'IBM', exchCode: 'US' }]));
    return list(answer[0]?.data).length > 0;
  },
  feeds: {
    search: async ({ query }, http) => {
      const answer = object(await http.post('/search', { query, exchCode: 'US' }));
      return rows(list(answer.data), (match) => {
        const symbol = text(match.ticker);
        return symbol === null
          ? null
          : { symbol, name: text(match.name) ?? symbol, exchange: text(match.exchCode), currency: null };
      });
    },
  },
};
