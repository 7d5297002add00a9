import type { Generated } from 'kysely';
import type { RiskAccountColumns } from './columns.ts';

export interface RiskAccountTables {
  risk_accounts: RiskAccountColumns & { id: Generated<number> };
  risk_rules: { risk_account_id: number; valid_from: string; rules: string };
  risk_warnings: { risk_account_id: number; rule: string; day: string; level: string; at: string };
}

declare module '@zorivest/store' {
  interface Database extends RiskAccountTables {}
}
