// A plan's row, described once.
import type { convictions, planStatuses } from '@zorivest/contract';
import type { TradeAction } from '@zorivest/vocabulary';
import { decimal, integer, optional, type RowOf, Shape, stamp, text, word } from '@zorivest/store';

export const planColumns = new Shape({
  ticker: text,
  direction: word<TradeAction>(),
  conviction: word<(typeof convictions)[number]>(),
  strategy_name: text,
  strategy_description: text,
  entry_price: decimal,
  stop_loss: decimal,
  target_price: decimal,
  entry_conditions: text,
  exit_conditions: text,
  timeframe: text,
  status: word<(typeof planStatuses)[number]>(),
  linked_trade_id: optional(text),
  account_id: optional(text),
  shares_planned: optional(integer),
  position_size: optional(decimal),
  created_at: stamp,
  updated_at: optional(stamp),
  executed_at: optional(stamp),
  cancelled_at: optional(stamp),
});

export type PlanColumns = RowOf<typeof planColumns>;
