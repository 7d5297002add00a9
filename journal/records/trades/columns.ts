// A trade's row, described once. A new column is a line here, its field in the contract and its migration.
import type { AssetClass, ReversalSide, RoutingType, TradeAction } from '@zorivest/vocabulary';
import { decimal, fineDecimal, flag, optional, type RowOf, Shape, stamp, text, time, word } from '@zorivest/store';

/** What the rules of trading, costs and risks read: every execution of the book is held in memory with these. */
export const executionColumns = new Shape({
  exec_id: text,
  time,
  instrument: text,
  action: word<TradeAction>(),
  quantity: fineDecimal,
  price: fineDecimal,
  account_id: text,
  commission: decimal,
  multiplier: decimal,
  order_id: optional(text),
  currency: text,
  asset_class: word<AssetClass>(),
  /** What the fill's contract is listed under; null for what is not a contract. */
  root: optional(text),
  /** False where only the day is known: `time` then lies within it. */
  time_known: flag,
  routing: optional(word<RoutingType>()),
  risk_amount: optional(decimal),
  /** What the statement booked one unit of `currency` at in `fx_currency`, its account's; null where it says nothing. */
  fx_rate: optional(decimal),
  fx_currency: optional(text),
  /** The day money and shares change hands, where the statement says. */
  settles_on: optional(text),
});

export const tradeColumns = executionColumns.with({
  realized_pnl: decimal,
  notes: optional(text),
  isin: optional(text),
  import_batch_id: optional(text),
  /** Of a fill that closes one trade and opens the opposite one: whose its tags are, where the person chose. */
  tags_of: optional(word<ReversalSide>()),
  fingerprint: text,
  created_at: stamp,
});

/** An execution in the shape the domain's rules take. */
export type BookExecution = RowOf<typeof executionColumns>;
export type TradeRow = RowOf<typeof tradeColumns>;
