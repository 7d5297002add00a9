import { barRow } from '../bar.ts';
import type { Provider } from '../provider.ts';
import { day, list, number, object, rows, text, time } from '../read.ts';

/** EODHD wants an exchange suffix; US listings are the default here. */
const symbolFor = (ticker: string): string => encodeURIComponent(ticker.includes('.') ? ticker : `${ticker}.US`);

const FORMAT = { fmt: 'json' } as const;
const PERIODS: Readonly<Record<string, string>> = { '1d': 'd', '1w': 'w', '1M': 'm' };

export const eodhd: Provider = {
  name: 'eodhd',
  baseUrl: 'https://eodhd.com/api',
  key: { in: 'query', name: 'api_token' },
  perMinute: 20,
  signupUrl: 'https://eodhd.com/register',
  docsUrl: 'https://eodhd.com/financial-apis/',
  fault: (body) => (typeof body === 'string' ? body.slice(0, 200) : text(object(body).error)),
  probe: async (http) => {
    const answer = object(await http.get(`/real-time/AAPL.US`, FORMAT));
    return 'code' in answer || 'close' in answer;
  },
  feeds: {
    quote: async ({ ticker }, http) => {
      const quote = object(await http.get(`/real-time/${symbolFor(ticker)}`, FORMAT));
      const price = number(quote.close);
      if (price === null) return [];
      return [
        {
          ticker,
          price,
          bid: null,
          ask: null,
          open: number(quote.open),
          high: number(quote.high),
          low: number(quote.low),
          previous_close: number(quote.previousClose),
          change: number(quote.change),
          change_pct: number(quote.change_p),
          volume: number(quote.volume),
          timestamp: time(quote.timestamp),
        },
      ];
    },
    news: async ({ ticker, count }, http) =>
      rows(
        list(
          await http.get('/news', { ...FORMAT, s: ticker === undefined ? undefined : `${ticker}.US`, limit: count }),
        ),
        (item) => {
          const title = text(item.title);
          if (title === null) return null;
          const symbols = Array.isArray(item.symbols) ? item.symbols.flatMap((symbol) => text(symbol) ?? []) : [];
          return {
            title,
            source: 'EODHD',
            url: text(item.link),
            published_at: time(item.date),
            tickers: symbols.map((symbol) => symbol.replace(/\.US$/, '')),
            summary: text(item.content)?.slice(0, 500) ?? null,
          };
        },
      ).slice(0, count),
    ohlcv: async ({ ticker, interval, start, end }, http) => {
      const period = PERIODS[interval];
      if (period === undefined) return [];
      const params = { ...FORMAT, period, from: start, to: end };
      return rows(list(await http.get(`/eod/${symbolFor(ticker)}`, params)), (bar) =>
        barRow(ticker, { ...bar, timestamp: bar.date, adj_close: bar.adjusted_close }),
      );
    },
    fundamentals: async ({ ticker }, http) => {
      const answer = object(await http.get(`/fundamentals/${symbolFor(ticker)}`, FORMAT));
      const [general, highlights] = [object(answer.General), object(answer.Highlights)];
      const [valuation, technicals] = [object(answer.Valuation), object(answer.Technicals)];
      if (text(general.Code) === null) return [];
      return [
        {
          ticker,
          market_cap: number(highlights.MarketCapitalization),
          pe_ratio: number(highlights.PERatio),
          pb_ratio: number(valuation.PriceBookMRQ),
          ps_ratio: number(valuation.PriceSalesTTM),
          eps: number(highlights.EarningsShare),
          dividend_yield: number(highlights.DividendYield),
          beta: number(technicals.Beta),
          sector: text(general.Sector),
          industry: text(general.Industry),
          employees: number(general.FullTimeEmployees),
        },
      ];
    },
    dividends: async ({ ticker, start, end }, http) =>
      rows(list(await http.get(`/div/${symbolFor(ticker)}`, { ...FORMAT, from: start, to: end })), (item) => {
        const [amount, exDate] = [number(item.value), day(item.date)];
        if (amount === null || exDate === null) return null;
        return {
          ticker,
          dividend_amount: amount,
          currency: text(item.currency) ?? 'USD',
          ex_date: exDate,
          record_date: day(item.recordDate),
          pay_date: day(item.paymentDate),
          declaration_date: day(item.declarationDate),
        };
      }),
    splits: async ({ ticker, start, end }, http) =>
      rows(list(await http.get(`/splits/${symbolFor(ticker)}`, { ...FORMAT, from: start, to: end })), (item) => {
        const [to, from] = (text(item.split) ?? '').split('/').map(number);
        const date = day(item.date);
        if (to === null || to === undefined || from === null || from === undefined || date === null) return null;
        return { ticker, execution_date: date, ratio_from: from, ratio_to: to };
      }),
    company_profile: async ({ ticker }, http) => {
      const answer = object(await http.get(`/fundamentals/${symbolFor(ticker)}`, { ...FORMAT, filter: 'General' }));
      const name = text(answer.Name);
      if (name === null) return [];
      return [
        {
          ticker,
          name,
          exchange: text(answer.Exchange),
          currency: text(answer.CurrencyCode),
          country: text(answer.CountryISO),
          sector: text(answer.Sector),
          industry: text(answer.Industry),
          website: text(answer.WebURL),
          description: text(answer.Description),
        },
      ];
    },
  },
};
