import type { Generated } from 'kysely';
import type { TradeRow } from './columns.ts';

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

declare module '@zorivest/store' {
  interface Database extends TradeTables {}
}
