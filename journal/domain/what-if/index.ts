export { type ExitRule, type ExitTrade, whatIfExit } from './exits.ts';
export { ledgerShares } from './ledger.ts';
