export { disconnectMarketProvider } from './disconnect-market-provider.ts';
export { getMarketNews } from './get-market-news.ts';
export { getSecFilings } from './get-sec-filings.ts';
export { getStockQuote } from './get-stock-quote.ts';
export { listMarketProviders } from './list-market-providers.ts';
export { searchTicker } from './search-ticker.ts';
export { testMarketProvider } from './test-market-provider.ts';
