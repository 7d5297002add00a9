import type { AnyTool } from '@zorivest/kernel';
import { disconnectMarketProvider, listMarketProviders, testMarketProvider } from './providers.ts';
import { getMarketNews, getSecFilings, getStockQuote, searchTicker } from './quotes-and-news.ts';

export const marketData: readonly AnyTool[] = [
  getStockQuote,
  getMarketNews,
  searchTicker,
  getSecFilings,
  listMarketProviders,
  testMarketProvider,
  disconnectMarketProvider,
];
