// Prices, declared once.
import { concept } from '@zorivest/store';
import { marketRoutes } from './routes.ts';

const FETCHED = { stays: 'market data, fetched again' } as const;

export const marketConcepts = [
  concept({
    name: 'market',
    tables: [
      'market_quotes',
      'market_ohlcv',
      'market_news',
      'market_fundamentals',
      'market_earnings',
      'market_dividends',
      'market_splits',
      'market_insider',
      'market_providers',
      'fetch_cache',
      'kept_bars',
      'kept_quotes',
    ],
    unwatched: [
      'market_quotes',
      'market_ohlcv',
      'market_news',
      'market_fundamentals',
      'market_earnings',
      'market_dividends',
      'market_splits',
      'market_insider',
      'fetch_cache',
      'kept_bars',
      'kept_quotes',
    ],
    leaving: {
      market_quotes: FETCHED,
      market_ohlcv: FETCHED,
      market_news: FETCHED,
      market_fundamentals: FETCHED,
      market_earnings: FETCHED,
      market_dividends: FETCHED,
      market_splits: FETCHED,
      market_insider: FETCHED,
      market_providers: {
        without: {
          api_key: { why: 'a key', arrives: null, again: 'API key of the market-data provider' },
          api_secret: { why: 'a key', arrives: null },
          last_test_status: { why: 'it belongs to the old key', arrives: null },
        },
      },
      fetch_cache: FETCHED,
      kept_bars: FETCHED,
      kept_quotes: FETCHED,
    },
    routes: marketRoutes,
  }),
] as const;
