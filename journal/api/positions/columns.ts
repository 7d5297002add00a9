// The row of what changes a position without a trade, described once.
import type { PositionEventKind } from '@zorivest/words';
import { decimal, optional, type RowOf, Shape, stamp, text, time, word } from '../store/columns.ts';

export const eventColumns = new Shape({
  kind: word<PositionEventKind>(),
  instrument: text,
  time,
  account_id: optional(text),
  new_shares: optional(decimal),
  old_shares: optional(decimal),
  new_instrument: optional(text),
  quantity: optional(decimal),
  settlement_price: optional(decimal),
  /** Of a transfer, where the statement says. */
  cost_basis: optional(decimal),
  /** The statement's name for it. */
  source_id: optional(text),
  import_batch_id: optional(text),
  created_at: stamp,
});

export type EventColumns = RowOf<typeof eventColumns>;
