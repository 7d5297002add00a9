import type { Generated } from 'kysely';

export interface BankTransactionRow {
  id: Generated<number>;
  account_id: string;
  date: string;
  value_date: string | null;
  description: string;
  memo: string;
  amount: string;
  currency: string;
  category: string;
  symbol: string | null;
  reference_id: string | null;
  dedup_hash: string;
  source: string;
  import_batch_id: string | null;
  created_at: string;
}

interface BalanceSourceRow {
  snapshot_id: number;
  source: string;
  import_batch_id: string | null;
}

export interface BankingTables {
  bank_transactions: BankTransactionRow;
  balance_sources: BalanceSourceRow;
}
