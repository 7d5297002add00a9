// Prices, declared once.
import { concept } from '@zorivest/store';
import { marketRoutes } from './routes.ts';

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
    routes: marketRoutes,
  }),
] as const;
