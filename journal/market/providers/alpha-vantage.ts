import { earningsRow } from '../earnings.ts';
import type { Provider } from '../provider.ts';
import { list, number, object, rows, text, time } from '../read.ts';

const QUERY = '/query';

export const alphaVantage: Provider = {
  name: 'alpha_vantage',
  baseUrl: 'https://www.alphavantage.co',
  key: { in: 'query', name: 'apikey' },
  perMinute: 5,
  signupUrl: 'https://www.alphavantage.co/support/#api-key',
  docsUrl: 'https://www.alphavantage.co/documentation/',
  // Throttling and bad keys are reported with status 200.
  fault: (body) => {
    const answer = object(body);
    return text(answer.Note) ?? text(answer.Information) ?? text(answer['Error Message']);
  },
  probe: async (http) => 'Global Quote' in object(await http.get(QUERY, { function: 'GLOBAL_QUOTE', symbol: 'IBM' })),
  feeds: {
    quote: async ({ ticker }, http) => {
      const answer = object(await http.get(QUERY, { function: 'GLOBAL_QUOTE', symbol: ticker }));
      return rows([object(answer['Global Quote'])], (quote) => {
        const price = number(quote['05. price']);
        if (price === null) return null;
        return {
          ticker,
          price,
          bid: null,
          ask: null,
          open: number(quote['02. open']),
          high: number(quote['03. high']),
          low: number(quote['04. low']),
          previous_close: number(quote['08. previous close']),
          change: number(quote['09. change']),
          change_pct: number(quote['10. change percent']),
          volume: number(quote['06. volume']),
          timestamp: time(quote['07. latest trading day']),
        };
      });
    },
    search: async ({ query }, http) => {
      const answer = object(await http.get(QUERY, { function: 'SYMBOL_SEARCH', keywords: query }));
      return rows(list(answer.bestMatches), (match) => {
        const symbol = text(match['1. symbol']);
        if (symbol === null) return null;
        return {
          symbol,
          name: text(match['2. name']) ?? symbol,
          exchange: text(match['4. region']),
          currency: text(match['8. currency']),
        };
      });
    },
    fundamentals: async ({ ticker }, http) => {
      const overview = object(await http.get(QUERY, { function: 'OVERVIEW', symbol: ticker }));
      if (text(overview.Symbol) === null) return [];
      return [
        {
          ticker,
          market_cap: number(overview.MarketCapitalization),
          pe_ratio: number(overview.PERatio),
          pb_ratio: number(overview.PriceToBookRatio),
          ps_ratio: number(overview.PriceToSalesRatioTTM),
          eps: number(overview.EPS),
          dividend_yield: number(overview.DividendYield),
          beta: number(overview.Beta),
          sector: text(overview.Sector),
          industry: text(overview.Industry),
          employees: number(overview.FullTimeEmployees),
        },
      ];
    },
    fx_rates: async ({ ticker, start, end }, http) => {
      const [base, quote] = [ticker.slice(0, 3), ticker.slice(3)];
      const pair = { from_symbol: base, to_symbol: quote, outputsize: 'full' };
      const answer = object(await http.get(QUERY, { function: 'FX_DAILY', ...pair }));
      return Object.entries(object(answer['Time Series FX (Daily)'])).flatMap(([date, bar]) => {
        const rate = number(object(bar)['4. close']);
        return rate === null || rate <= 0 || date < start || date > end ? [] : [{ date, base, quote, rate }];
      });
    },
    earnings: async ({ ticker }, http) => {
      const answer = object(await http.get(QUERY, { function: 'EARNINGS', symbol: ticker }));
      return rows(list(answer.quarterlyEarnings), (quarter) =>
        earningsRow(ticker, {
          date: quarter.reportedDate,
          ends: quarter.fiscalDateEnding,
          actual: quarter.reportedEPS,
          estimate: quarter.estimatedEPS,
          surprise: quarter.surprise,
        }),
      );
    },
  },
};
