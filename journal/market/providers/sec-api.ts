import type { Provider } from '../provider.ts';
import { day, list, object, rows, text } from '../read.ts';

export const secApi: Provider = {
  name: 'sec_api',
  baseUrl: 'https://api.sec-api.io',
  key: { in: 'header', name: 'Authorization' },
  perMinute: 60,
  signupUrl: 'https://sec-api.io/signup',
  docsUrl: 'https://sec-api.io/docs',
  fault: (body) =>
    text(object(body).error) ?? (typeof object(body).message === 'string' ? text(object(body).message) : null),
  probe: async (http) => {
    const first = list(await http.get('/mapping/ticker/AAPL'))[0] ?? {};
    return 'ticker' in first || 'cik' in first;
  },
  feeds: {
    sec_filings: async ({ ticker }, http) => {
      const answer = object(
        await http.post('/', {
          // A ticker is letters, digits, dots and dashes by the route's own schema: nothing to escape.
          query: `ticker:${ticker} AND formType:("10-K" OR "10-Q" OR "8-K")`,
          from: '0',
          size: '20',
          sort: [{ filedAt: { order: 'desc' } }],
        }),
      );
      return rows(list(answer.filings), (filing) => {
        const cik = text(filing.cik);
        if (cik === null) return null;
        return {
          ticker,
          company_name: text(filing.companyName) ?? ticker,
          cik,
          filing_type: text(filing.formType),
          filing_date: day(filing.filedAt),
          url: text(filing.linkToFilingDetails),
        };
      });
    },
  },
};
