// Taking back one change of a trade plan.
import { findAccount } from '../accounts/repository.ts';
import { cannotRevert, type Db, refuseWithWork, type Revertible, type Shown, timeText } from '@zorivest/store';
import { countImages } from '../images/count.ts';
import { findTrade } from '../trades/repository.ts';
import { planColumns, type PlanColumns } from './columns.ts';
import { deletePlan, findPlan, presentPlan, refuseTwin, type Plan } from './service.ts';

const STAMPS = ['created_at', 'updated_at', 'executed_at', 'cancelled_at'] as const;

export const revertiblePlan: Revertible = {
  fields: planColumns.names,

  async find(db, id) {
    const row = await db.selectFrom('trade_plans').selectAll().where('id', '=', Number(id)).executeTakeFirst();
    return row && presentPlan(row);
  },

  async change({ db }, id, earlier, now) {
    const before = await findPlan(db, Number(id));
    const after = { ...before, ...planColumns.change(storable(earlier)), updated_at: now.toISOString() };
    await refuseWithoutOthers(db, after);
    await refuseTwin(db, after, before.id);
    await db.updateTable('trade_plans').set(after).where('id', '=', before.id).execute();
  },

  async remove({ db }, id) {
    refuseWithWork(`the plan ${id}`, { image: await countImages(db, 'plan', id) });
    await deletePlan(db, Number(id));
  },

  async restore({ db }, shown) {
    const plan = shown as unknown as Plan; // as `removePlan` wrote it
    const row = planColumns.store({ ...plan, ...storable(shown) });
    await refuseWithoutOthers(db, row);
    await refuseTwin(db, row, null);
    await db
      .insertInto('trade_plans')
      .values({ ...row, id: plan.id })
      .execute();
  },
};

/** Fields of a plan as the audit shows them, times as they are stored. */
function storable(shown: Shown): Partial<Plan> {
  const plan = { ...(shown as Partial<Plan>) };
  for (const name of STAMPS) {
    const value = plan[name];
    if (typeof value === 'string') plan[name] = timeText(value);
  }
  return plan;
}

async function refuseWithoutOthers(db: Db, plan: PlanColumns): Promise<void> {
  if (plan.account_id !== null && !(await findAccount(db, plan.account_id))) {
    throw cannotRevert('changed_since', `its account ${JSON.stringify(plan.account_id)} is gone`);
  }
  if (plan.linked_trade_id !== null && !(await findTrade(db, plan.linked_trade_id))) {
    throw cannotRevert('changed_since', `the trade ${JSON.stringify(plan.linked_trade_id)} it was linked to is gone`);
  }
}
