import type { Generated } from 'kysely';

export interface PositionEventRow {
  id: Generated<number>;
  kind: string;
  instrument: string;
  time: string;
  account_id: string | null;
  new_shares: string | null;
  old_shares: string | null;
  new_instrument: string | null;
  quantity: string | null;
  settlement_price: string | null;
  /** Of a transfer, where the statement says. */
  cost_basis: string | null;
  /** The shares of an exercise or assignment are trades of their own. */
  stock_recorded: Generated<number>;
  /** The statement's name for it. */
  source_id: string | null;
  import_batch_id: string | null;
  created_at: string;
}

interface ExcursionRow {
  trade_exec_id: string;
  mfe_dollars: string | null;
  mfe_pct: string | null;
  mae_dollars: string | null;
  mae_pct: string | null;
  bso_pct: string | null;
  best_exit_price: string | null;
  holding_bars: number;
  data_source: string;
  computed_at: string;
}

export interface AnalyticsTables {
  position_events: PositionEventRow;
  excursion_metrics: ExcursionRow;
}
