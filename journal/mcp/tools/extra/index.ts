export { listAccounts } from './list-accounts.ts';
export { listImports } from './list-imports.ts';
export { listPositions } from './list-positions.ts';
export { listSuspects } from './list-suspects.ts';
export { manageAccounts } from './manage-accounts.ts';
export { manageImports } from './manage-imports.ts';
export { manageSettings } from './manage-settings.ts';
export { queryTradeAnalytics } from './query-trade-analytics.ts';
