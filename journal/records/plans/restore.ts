// A plan that comes back must not duplicate another of the same kind.
import type { Restoring } from '@zorivest/store';
import { refuseTwin } from './service.ts';

export const restorePlans: Restoring[string] = async ({ db }, rows) => {
  for (const { before } of rows) {
    if (before === null) continue;
    const plan = await db
      .selectFrom('trade_plans')
      .select(['id', 'ticker', 'direction', 'status'])
      .where('id', '=', Number(before['id']))
      .executeTakeFirst();
    if (plan) await refuseTwin(db, plan, plan.id);
  }
};
