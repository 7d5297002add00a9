import type { Generated } from 'kysely';
import type { TransactionColumns } from './columns.ts';

interface BalanceSourceRow {
  snapshot_id: number;
  source: string;
  import_batch_id: string | null;
}

export interface CashTables {
  bank_transactions: TransactionColumns & { id: Generated<number> };
  balance_sources: BalanceSourceRow;
}

declare module '@zorivest/store' {
  interface Database extends CashTables {}
}
