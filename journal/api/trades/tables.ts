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

export interface TradeTables {
  trades: TradeRow;
  trade_totals: TradeTotalRow;
}
