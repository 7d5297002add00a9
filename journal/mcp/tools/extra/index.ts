export { manageSettings } from './manage-settings.ts';
export { queryTradeAnalytics } from './query-trade-analytics.ts';
