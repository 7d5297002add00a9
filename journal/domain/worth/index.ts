export {
  BRIDGE_LINES,
  type Bridge,
  type BridgeInput,
  type BridgeLine,
  bridgeOf,
  endOf,
  isFlow,
  type RowsInput,
  type WorthRow,
  worthRows,
  type WorthRows,
} from './bridge.ts';
export {
  balanceOn,
  type CashAccount,
  type CashLedger,
  cashLedger,
  type CashMovement,
  type MoneyLine,
  type CashRow,
  type StatedBalance,
} from './cash.ts';
export { type Evening, worthByDay, type WorthInput } from './daily.ts';
export { type HeldPosition, heldOf } from './held-position.ts';
export {
  OLDEST_PRICE_DAYS,
  PRICE_SOURCES,
  PriceBook,
  type DatedPrice,
  type PricePoint,
  type PriceSource,
  QuotedPrices,
} from './prices.ts';
