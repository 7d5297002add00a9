// What a person keeps.
export { bookConcepts } from './concepts.ts';
export {
  balanceHistory,
  insertSourcedBalance,
  latestBalance,
  recordedBalances,
  removeBalancesOfImport,
} from './accounts/balances.ts';
export type { AccountRow } from './accounts/columns.ts';
export { allAccounts, findAccount, mustHaveAccount, tradedTypes } from './accounts/repository.ts';
export { countReferences, getAccount, listAccounts } from './accounts/service.ts';
export { transactionColumns, type TransactionColumns } from './cash/columns.ts';
export { securityNamed } from './cash/security.ts';
export { stateCash, statedBalances } from './cash/statements.ts';
export { ratesOf } from './fx/rates.ts';
export { type NewPrice, storePrices } from './prices/store.ts';
export { Identifiers } from './identifiers/service.ts';
export { imagesOfTrades } from './images/repository.ts';
export {
  answeredSuspicions,
  type MistakeRow,
  mistakesOnAny,
  mistakesOnTrades,
  presentMistake,
} from './mistakes/repository.ts';
export type { PlannedRisk } from './plans/service.ts';
export { plansByTrip, shownPlanOf } from './plans/by-trip.ts';
export { allPlaybooks, findPlaybook, type Playbook, playbooksByFill, ticksOf } from './playbooks/repository.ts';
export { balanceOf } from './positions/balances.ts';
export type { Change, State } from './positions/changes.ts';
export { eventColumns } from './positions/columns.ts';
export { EditedList } from './positions/edited-list.ts';
export { BORROWED, kindOf as kindOfAccount, positionEvents } from './positions/events.ts';
export {
  becomes,
  byFirstLeg,
  byOpening,
  type Family,
  matchPositions,
  type Positions,
  rematchPositions,
} from './positions/matching.ts';
export { replaceSorted } from './positions/merged.ts';
export { DOLLARS, isIn, positionsOf, tripOf, tripsByExecution } from './positions/positions.ts';
export { presentTrip } from './positions/present.ts';
export { problemsTogether } from './positions/problems.ts';
export type { PositionEventRow } from './positions/tables.ts';
export { nameByIsin } from './instruments/names.ts';
export { settleRows } from './instruments/settle.ts';
export { type Instrument, Register, registerOf } from './register/register.ts';
export { enterEventNames, enterText, insertName } from './register/write.ts';
export { findRiskAccount, type RiskAccount, riskAccountsOf, rulesOn } from './risk-accounts/service.ts';
export { reportOnAny, shownReportOnAny } from './reports/repository.ts';
export { settingOf } from './settings/read.ts';
export { Settings, type SettingValues } from './settings/settings.ts';
export { tagsByTrade, tagsOfReversals } from './tags/repository.ts';
export { type BookExecution, tradeColumns, type TradeRow } from './trades/columns.ts';
export { allFees, type Fee, feesOf, feesOfMany, insertFees, replaceFees } from './trades/fees.ts';
export { fingerprint } from './trades/fingerprint.ts';
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
export { fitsMoneyRange, getTrade, isPriceAllowed, TOO_LARGE, tradeRow } from './trades/service.ts';
export { entriesByTrip } from './positions/entries.ts';
