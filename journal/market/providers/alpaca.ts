import type { BarInterval } from '@zorivest/vocabulary';
import { letterBar } from '../bar.ts';
import type { Provider } from '../provider.ts';
import { list, newest, number, object, rows, side, text, time } from '../read.ts';

const FRAMES: Readonly<Record<BarInterval, string>> = {
  '1m': '1Min',
  '5m': '5Min',
  '15m': '15Min',
  '30m': '30Min',
  '1h': '1Hour',
  '1d': '1Day',
  '1w': '1Week',
  '1M': '1Month',
};

/** A range of minute bars comes in pages; more than this many means the question was wrong. */
const MAX_PAGES = 20;

export const alpaca: Provider = {
  name: 'alpaca',
  baseUrl: 'https://data.alpaca.markets',
  key: { in: 'headers', key: 'APCA-API-KEY-ID', secret: 'APCA-API-SECRET-KEY' },
  perMinute: 200,
  signupUrl: 'https://app.alpaca.markets/signup',
  docsUrl: 'https://docs.alpaca.markets/docs/market-data-api',
  fault: (body) => ('message' in object(body) && 'code' in object(body) ? text(object(body).message) : null),
  probe: async (http) => {
    const answer = object(await http.get('/v2/stocks/AAPL/snapshot'));
    return 'latestTrade' in answer || 'latestQuote' in answer;
  },
  feeds: {
    quote: async ({ ticker }, http) => {
      const snapshot = object(await http.get(`/v2/stocks/${encodeURIComponent(ticker)}/snapshot`));
      const [trade, market, today, before] = [
        object(snapshot.latestTrade),
        object(snapshot.latestQuote),
        object(snapshot.dailyBar),
        object(snapshot.prevDailyBar),
      ];
      const price = number(trade.p) ?? number(today.c);
      if (price === null) return [];
      const previous = number(before.c);
      const change = previous === null ? null : Math.round((price - previous) * 1e6) / 1e6;
      return [
        {
          ticker,
          price,
          bid: side(market.bp),
          ask: side(market.ap),
          open: number(today.o),
          high: number(today.h),
          low: number(today.l),
          previous_close: previous,
          change,
          change_pct: change === null || !previous ? null : Math.round((change / previous) * 1e6) / 1e4,
          volume: number(today.v),
          timestamp: newest(time(trade.t), time(market.t)),
        },
      ];
    },
    news: async ({ ticker, count }, http) => {
      const answer = object(await http.get('/v1beta1/news', { symbols: ticker, limit: count }));
      return rows(list(answer.news), (item) => {
        const title = text(item.headline);
        if (title === null) return null;
        return {
          title,
          source: text(item.source) ?? 'Alpaca',
          url: text(item.url),
          published_at: time(item.created_at),
          tickers: Array.isArray(item.symbols) ? item.symbols.flatMap((symbol) => text(symbol) ?? []) : [],
          summary: text(item.summary),
        };
      });
    },
    ohlcv: async ({ ticker, interval, start, end }, http) => {
      const path = `/v2/stocks/${encodeURIComponent(ticker)}/bars`;
      const bars = [];
      let page: string | undefined;
      for (let n = 0; n < MAX_PAGES; n++) {
        const params = { timeframe: FRAMES[interval], start, end, limit: 10000, adjustment: 'raw', page_token: page };
        const answer = object(await http.get(path, params));
        bars.push(...rows(list(answer.bars), (bar) => letterBar(ticker, bar)));
        page = text(answer.next_page_token) ?? undefined;
        if (page === undefined) break;
      }
      return bars;
    },
  },
};
