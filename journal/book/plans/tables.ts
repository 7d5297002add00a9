import type { Generated } from 'kysely';
import type { PlanColumns } from './columns.ts';

export interface PlanTables {
  trade_plans: PlanColumns & { id: Generated<number> };
}

declare module '@zorivest/store' {
  interface Database extends PlanTables {}
}
