import type { Generated } from 'kysely';
import type { PlanColumns } from './columns.ts';

export interface PlanTables {
  trade_plans: PlanColumns & { id: Generated<number> };
  /** From when each stop and target held. */
  plan_stops: { plan_id: number; at: string; stop_loss: string; target_price: string };
}

declare module '@zorivest/store' {
  interface Database extends PlanTables {}
}
