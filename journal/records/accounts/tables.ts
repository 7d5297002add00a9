import type { Generated } from 'kysely';
import type { AccountRow, BalanceColumns } from './columns.ts';

export interface AccountTables {
  accounts: AccountRow;
  balance_snapshots: BalanceColumns & { id: Generated<number> };
}

declare module '@zorivest/store' {
  interface Database extends AccountTables {}
}
