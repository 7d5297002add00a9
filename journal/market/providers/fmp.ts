import { barRow } from '../bar.ts';
import { earningsRow } from '../earnings.ts';
import type { Provider } from '../provider.ts';
import { day, list, number, object, rows, text, time } from '../read.ts';

export const fmp: Provider = {
  name: 'fmp',
  // Keys issued since 2025 are refused on /api/v3; /stable serves old and new ones.
  baseUrl: 'https://financialmodelingprep.com/stable',
  key: { in: 'query', name: 'apikey' },
  perMinute: 250,
  signupUrl: 'https://site.financialmodelingprep.com/register',
  docsUrl: 'https://site.financialmodelingprep.com/developer/docs',
  fault: (body) => text(object(body)['Error Message']),
  probe: async (http) => list(await http.get('/search-symbol', { query: 'AAPL', limit: 1 })).length > 0,
  feeds: {
    quote: async ({ ticker }, http) =>
      rows(list(await http.get('/quote', { symbol: ticker })).slice(0, 1), (quote) => {
        const price = number(quote.price);
        if (price === null) return null;
        return {
          ticker,
          price,
          bid: null,
          ask: null,
          open: number(quote.open),
          high: number(quote.dayHigh),
          low: number(quote.dayLow),
          previous_close: number(quote.previousClose),
          change: number(quote.change),
          change_pct: number(quote.changePercentage) ?? number(quote.changesPercentage),
          volume: number(quote.volume),
          timestamp: time(quote.timestamp),
        };
      }),
    news: async ({ ticker, count }, http) => {
      const items =
        ticker === undefined
          ? await http.get('/news/stock-latest', { limit: count })
          : await http.get('/news/stock', { symbols: ticker, limit: count });
      return rows(list(items), (item) => {
        const title = text(item.title);
        if (title === null) return null;
        const symbol = text(item.symbol);
        return {
          title,
          source: text(item.site) ?? text(item.publisher) ?? 'FMP',
          url: text(item.url),
          published_at: time(item.publishedDate),
          tickers: symbol === null ? [] : [symbol],
          summary: text(item.text),
        };
      }).slice(0, count);
    },
    search: async ({ query }, http) =>
      rows(list(await http.get('/search-symbol', { query, limit: 20 })), (match) => {
        const symbol = text(match.symbol);
        if (symbol === null) return null;
        return {
          symbol,
          name: text(match.name) ?? symbol,
          exchange: text(match.exchange) ?? text(match.exchangeShortName),
          currency: text(match.currency),
        };
      }),
    ohlcv: async ({ ticker, interval, start, end }, http) => {
      const params = { symbol: ticker, from: start, to: end };
      if (interval !== '1d') return [];
      return rows(list(await http.get('/historical-price-eod/full', params)), (bar) =>
        barRow(ticker, { ...bar, timestamp: bar.date, adj_close: bar.adjClose, vwap: bar.vwap }),
      ).toReversed();
    },
    fundamentals: async ({ ticker }, http) => {
      const [profile, ratios] = await Promise.all([
        http.get('/profile', { symbol: ticker }),
        http.get('/ratios-ttm', { symbol: ticker }),
      ]);
      const company = list(profile)[0];
      if (company === undefined || text(company.symbol) === null) return [];
      const ratio = list(ratios)[0] ?? {};
      return [
        {
          ticker,
          market_cap: number(company.marketCap) ?? number(company.mktCap),
          pe_ratio: number(ratio.priceToEarningsRatioTTM),
          pb_ratio: number(ratio.priceToBookRatioTTM),
          ps_ratio: number(ratio.priceToSalesRatioTTM),
          eps: number(ratio.netIncomePerShareTTM),
          dividend_yield: number(ratio.dividendYieldTTM),
          beta: number(company.beta),
          sector: text(company.sector),
          industry: text(company.industry),
          employees: number(company.fullTimeEmployees),
        },
      ];
    },
    earnings: async ({ ticker }, http) =>
      rows(list(await http.get('/earnings', { symbol: ticker, limit: 20 })), (item) =>
        earningsRow(ticker, {
          date: item.date,
          actual: item.epsActual,
          estimate: item.epsEstimated,
          revenue: item.revenueActual,
          revenueEstimate: item.revenueEstimated,
        }),
      ),
    dividends: async ({ ticker, start, end }, http) =>
      rows(list(await http.get('/dividends', { symbol: ticker, limit: 1000 })), (item) => {
        const amount = number(item.dividend) ?? number(item.adjDividend);
        const exDate = day(item.date);
        if (amount === null || exDate === null || exDate < start || exDate > end) return null;
        return {
          ticker,
          dividend_amount: amount,
          currency: 'USD',
          ex_date: exDate,
          record_date: day(item.recordDate),
          pay_date: day(item.paymentDate),
          declaration_date: day(item.declarationDate),
        };
      }),
    splits: async ({ ticker, start, end }, http) =>
      rows(list(await http.get('/splits', { symbol: ticker, limit: 1000 })), (item) => {
        const [from, to, date] = [number(item.denominator), number(item.numerator), day(item.date)];
        if (from === null || to === null || date === null || date < start || date > end) return null;
        return { ticker, execution_date: date, ratio_from: from, ratio_to: to };
      }),
    insider: async ({ ticker }, http) =>
      rows(list(await http.get('/insider-trading/search', { symbol: ticker, limit: 100 })), (item) => {
        const [name, date] = [text(item.reportingName), day(item.transactionDate)];
        const shares = number(item.securitiesTransacted);
        if (name === null || date === null || shares === null) return null;
        const price = number(item.price);
        return {
          ticker,
          name,
          title: text(item.typeOfOwner),
          transaction_date: date,
          transaction_code: text(item.transactionType)?.slice(0, 1) ?? '',
          shares: item.acquisitionOrDisposition === 'D' ? -shares : shares,
          price,
          value: price === null ? null : Math.round(price * shares * 100) / 100,
          shares_owned_after: number(item.securitiesOwned),
        };
      }),
    company_profile: async ({ ticker }, http) =>
      rows(list(await http.get('/profile', { symbol: ticker })).slice(0, 1), (item) => {
        const name = text(item.companyName);
        if (name === null) return null;
        return {
          ticker,
          name,
          exchange: text(item.exchange),
          currency: text(item.currency),
          country: text(item.country),
          sector: text(item.sector),
          industry: text(item.industry),
          website: text(item.website),
          description: text(item.description),
        };
      }),
    economic_calendar: async ({ start, end, country }, http) =>
      rows(list(await http.get('/economic-calendar', { from: start, to: end })), (item) => {
        const [event, date, where] = [text(item.event), day(item.date), text(item.country) ?? ''];
        if (event === null || date === null || (country !== undefined && where !== country)) return null;
        const impact = text(item.impact)?.toLowerCase();
        return {
          event,
          country: where,
          date,
          time: text(item.date)?.slice(11, 16) || null,
          impact: impact === 'low' || impact === 'medium' || impact === 'high' ? impact : null,
          actual: number(item.actual),
          forecast: number(item.estimate),
          previous: number(item.previous),
        };
      }),
  },
};
