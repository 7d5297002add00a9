import type { Generated } from 'kysely';
import type { CashStatementColumns, TransactionColumns } from './columns.ts';

interface BalanceSourceRow {
  snapshot_id: number;
  source: string;
  import_batch_id: string | null;
}

export interface CashTables {
  bank_transactions: TransactionColumns & { id: Generated<number> };
  balance_sources: BalanceSourceRow;
  cash_statements: CashStatementColumns;
}

declare module '@zorivest/store' {
  interface Database extends CashTables {}
}
