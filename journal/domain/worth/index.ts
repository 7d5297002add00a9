export {
  balanceOn,
  type CashAccount,
  type CashLedger,
  cashLedger,
  type CashMovement,
  type CashRow,
  currenciesOfPair,
  type LedgerInput,
  lineOf,
  MONEY_LINES,
  type MoneyLine,
  type StatedBalance,
} from './cash.ts';
export { type Held, type HeldCause, type HeldChange, heldOf } from './held.ts';
