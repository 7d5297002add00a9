import type { Provider } from '../provider.ts';
import { number, object, text, type Json } from '../read.ts';

/** Data tables come as column names and bare rows. */
function table(body: unknown): Json[] {
  const { columns, data } = object(object(body).datatable);
  const names = Array.isArray(columns) ? columns.map((column) => text(object(column).name) ?? '') : [];
  return Array.isArray(data)
    ? data.map((row: unknown) => Object.fromEntries(names.map((name, n) => [name, Array.isArray(row) ? row[n] : null])))
    : [];
}

export const nasdaqDataLink: Provider = {
  name: 'nasdaq_data_link',
  baseUrl: 'https://data.nasdaq.com',
  key: { in: 'query', name: 'api_key' },
  perMinute: 50,
  signupUrl: 'https://data.nasdaq.com/sign-up',
  docsUrl: 'https://docs.data.nasdaq.com/',
  fault: (body) => text(object(object(body).quandl_error).message),
  probe: async (http) => {
    const params = { 'qopts.columns': 'ticker', 'qopts.per_page': 1 };
    return table(await http.get('/api/v3/datatables/ETFG/FUND.json', params)).length > 0;
  },
  feeds: {
    fundamentals: async ({ ticker }, http) => {
      const params = { ticker, dimension: 'MRT', 'qopts.per_page': 1 };
      const latest = table(await http.get('/api/v3/datatables/SHARADAR/SF1.json', params))[0];
      if (latest === undefined) return [];
      return [
        {
          ticker,
          market_cap: number(latest.marketcap),
          pe_ratio: number(latest.pe),
          pb_ratio: number(latest.pb),
          ps_ratio: number(latest.ps),
          eps: number(latest.eps),
          dividend_yield: number(latest.divyield),
          beta: null,
          sector: null,
          industry: null,
          employees: null,
        },
      ];
    },
  },
};
