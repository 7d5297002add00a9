import type { Generated } from 'kysely';

export interface TradeRow {
  exec_id: string;
  time: string;
  instrument: string;
  action: string;
  quantity: string;
  price: string;
  account_id: string;
  commission: string;
  realized_pnl: string;
  notes: string | null;
  asset_class: string;
  multiplier: string;
  currency: string;
  order_id: string | null;
  routing: string | null;
  risk_amount: string | null;
  import_batch_id: string | null;
  fingerprint: string;
  created_at: string;
}

interface TradeTotalRow {
  account_id: string;
  trade_count: number;
  realized_pnl: string;
}

/** A part of a trade's cost that is no commission. */
export interface FeeRow {
  id: Generated<number>;
  trade_exec_id: string;
  fee_type: string;
  amount: string;
  currency: string;
}

export interface TradeTables {
  trades: TradeRow;
  trade_totals: TradeTotalRow;
  transaction_ledger: FeeRow;
}
