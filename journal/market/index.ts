// Prices and what else is asked of providers.
export { marketConcepts } from './concepts.ts';
export { isMarketOpen, sessionOf } from './calendar.ts';
export { forgetOldest } from './forget-oldest.ts';
export type { AnswerCache, AnswerSource, CachedAnswer } from './http.ts';
export { type BarSeries, decodeBars, joinSeries, seriesOf } from './bars-codec.ts';
export {
  type BarsToDrop,
  sumStoredBytes,
  dropBars,
  type StoredBars,
  type StoredDay,
  type StoredQuote,
  type PriceStore,
  createPriceStore,
  storeSeries,
} from './stored-prices.ts';
export { marketTables, type ValueKind } from './market-tables.ts';
export type { Bar, RowOf, SourcedRow } from './model.ts';
export { providerStore, storedAnswers } from './provider-store.ts';
export { isTicker, providerTickers } from './provider-tickers.ts';
export type { Provider } from './provider.ts';
export { finnhub } from './providers/finnhub.ts';
export { type Clock, type RateLimit, rateLimit } from './resilience.ts';
export { createMarketService, type MarketService, NoProvider } from './service.ts';
