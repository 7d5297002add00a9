// The row of what changes a position without a trade, described once.
import type { PositionEventKind } from '@zorivest/vocabulary';
import {
  decimal,
  fineDecimal,
  integer,
  json,
  optional,
  type RowOf,
  Shape,
  stamp,
  text,
  time,
  word,
} from '@zorivest/store';

/** Shares that came by a transfer, as a person says they were bought. */
export interface StatedLot {
  readonly acquired: string;
  readonly quantity: number;
  /** Of the whole lot. */
  readonly cost: number;
}

export const eventColumns = new Shape({
  kind: word<PositionEventKind>(),
  instrument: text,
  time,
  /** Null: every account. */
  account_id: optional(text),
  new_shares: optional(decimal),
  old_shares: optional(decimal),
  new_instrument: optional(text),
  quantity: optional(fineDecimal),
  settlement_price: optional(decimal),
  /** Of a transfer, where the statement says. */
  cost_basis: optional(decimal),
  from_account_id: optional(text),
  to_account_id: optional(text),
  /** The other half of a transfer. */
  linked_event_id: optional(integer),
  lots: optional(json<StatedLot[]>()),
  lot_ids: optional(json<string[]>()),
  cash_per_share: optional(decimal),
  /** Of a new share, where a merger pays cash too. */
  price: optional(decimal),
  /** The share of the basis that goes to the new shares. */
  allocation: optional(decimal),
  amount_per_share: optional(decimal),
  amount: optional(decimal),
  value: optional(decimal),
  /** The statement's name for it. */
  source_id: optional(text),
  isin: optional(text),
  import_batch_id: optional(text),
  created_at: stamp,
});

export type EventColumns = RowOf<typeof eventColumns>;
