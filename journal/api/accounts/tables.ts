import type { Generated } from 'kysely';

interface AccountRow {
  account_id: string;
  name: string;
  account_type: string;
  institution: string;
  currency: string;
  is_tax_advantaged: number;
  is_spousal: number;
  broker_id: string | null;
  notes: string | null;
  is_archived: number;
  is_system: number;
  created_at: string;
}

interface BalanceSnapshotRow {
  id: Generated<number>;
  account_id: string;
  datetime: string;
  balance: string;
}

export interface AccountTables {
  accounts: AccountRow;
  balance_snapshots: BalanceSnapshotRow;
}
