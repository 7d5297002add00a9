// What a person keeps.
export { insertSourcedBalance, latestBalance, recordedBalances, removeBalancesOfImport } from './accounts/balances.ts';
export type { AccountRow } from './accounts/columns.ts';
export { allAccounts, findAccount, mustHaveAccount, tradedTypes } from './accounts/repository.ts';
export { accountRoutes } from './accounts/routes.ts';
export { countReferences, getAccount } from './accounts/service.ts';
export { transactionColumns, type TransactionColumns } from './cash/columns.ts';
export { cashRoutes } from './cash/routes.ts';
export { diaryRoutes } from './diary/routes.ts';
export { filterRoutes } from './filters/routes.ts';
export { ratesOf } from './fx/rates.ts';
export { fxRoutes } from './fx/routes.ts';
export { identifierRoutes } from './identifiers/routes.ts';
export { Identifiers } from './identifiers/service.ts';
export { imagesOfTrades } from './images/repository.ts';
export { imageRoutes } from './images/routes.ts';
export { type MistakeRow, mistakesOnAny, mistakesOnTrades, presentMistake } from './mistakes/repository.ts';
export { mistakeRoutes } from './mistakes/routes.ts';
export { plansByTrip, shownPlanOf } from './plans/by-trip.ts';
export { revertiblePlan } from './plans/revert.ts';
export { planRoutes } from './plans/routes.ts';
export { balanceOf } from './positions/balances.ts';
export type { Change, State } from './positions/changes.ts';
export { eventColumns } from './positions/columns.ts';
export { EditedList } from './positions/edited-list.ts';
export { positionEvents } from './positions/events.ts';
export {
  becomes,
  byFirstLeg,
  byOpening,
  type Family,
  matchPositions,
  type Positions,
  rematchPositions,
} from './positions/matching.ts';
export { replaced } from './positions/merged.ts';
export { DOLLARS, isIn, positionsOf, tripOf } from './positions/positions.ts';
export { presentTrip } from './positions/present.ts';
export { problemsTogether } from './positions/problems.ts';
export { positionRoutes } from './positions/routes.ts';
export type { PositionEventRow } from './positions/tables.ts';
export { revertibleTrade } from './removal/revert.ts';
export { removalRoutes } from './removal/routes.ts';
export { reportOnAny, shownReportOnAny } from './reports/repository.ts';
export { revertibleReport } from './reports/revert.ts';
export { reportRoutes } from './reports/routes.ts';
export { settingOf } from './settings/read.ts';
export { settingRoutes } from './settings/routes.ts';
export { Settings, type SettingValues } from './settings/settings.ts';
export { tagsByTrade } from './tags/repository.ts';
export { tagRoutes } from './tags/routes.ts';
export { type BookExecution, tradeColumns, type TradeRow } from './trades/columns.ts';
export { allFees, type Fee, feesOf, feesOfMany, insertFees, replaceFees } from './trades/fees.ts';
export { fingerprint } from './trades/fingerprint.ts';
export { tradeImageRoutes } from './trades/image-routes.ts';
export { inTimeOrder } from './trades/in-time-order.ts';
export { instrumentDefaults } from './trades/instrument.ts';
export { presentTrade } from './trades/present.ts';
export {
  adjustTotals,
  deleteTrade,
  findTrade,
  insertTrades,
  listExecutions,
  renameTrade,
  tradesNamed,
} from './trades/repository.ts';
export { tradeRoutes } from './trades/routes.ts';
export { getTrade, mayCost, tradeRow } from './trades/service.ts';
export { watchlistRoutes } from './watchlists/routes.ts';
