import { contract } from '@zorivest/contract';
import { pageOf, route, shownTime } from '@zorivest/store';
import { withInitialRisk } from './initial-risk.ts';
import { withPlaybooks } from './setups.ts';
import { changePlan, type CheckPlan, createPlan, findPlan, type Plan, presentPlan, removePlan } from './service.ts';
import { attachImage } from '../images/owners.ts';
import { imagesOf } from '../images/repository.ts';

const planImageRoutes = [
  route(contract.images.listForPlan, async ({ params: { plan_id } }, { db }) => {
    await findPlan(db, plan_id);
    return imagesOf(db, 'plan', String(plan_id));
  }),
  route(contract.images.attachToPlan, ({ params: { plan_id }, body }, call) =>
    attachImage(call, { type: 'plan', id: String(plan_id), mustExist: (db) => findPlan(db, plan_id) }, body),
  ),
] as const;

/** Who may say that a plan is too risky. */
export interface PlanParts {
  readonly checkPlan: CheckPlan;
}

export const planRoutes = ({ checkPlan }: PlanParts) =>
  [
    route(contract.plans.create, ({ body }, call) => createPlan(call, body, checkPlan)),
    route(contract.plans.list, ({ query }, call) => {
      const { db } = call;
      let rows = db.selectFrom('trade_plans');
      if (query.status !== undefined) rows = rows.where('status', '=', query.status);
      if (query.ticker !== undefined) rows = rows.where('ticker', '=', query.ticker.toUpperCase());
      if (query.account_id !== undefined) rows = rows.where('account_id', '=', query.account_id);
      return pageOf(rows, query, (page) => page.selectAll().orderBy('id', 'desc'), presentPlan).then(async (page) => ({
        ...page,
        items: await withPlaybooks(call.db, await withInitialRisk(call, page.items)),
      }));
    }),
    route(contract.plans.get, async ({ params }, call) => {
      const found = presentPlan(await findPlan(call.db, params.plan_id));
      const [plan] = await withPlaybooks(call.db, await withInitialRisk(call, [found]));
      return plan as Plan; // there is one for one
    }),
    route(contract.plans.update, ({ params, body }, call) => changePlan(call, params.plan_id, body, checkPlan)),
    route(contract.plans.setStatus, ({ params, body }, call) => changePlan(call, params.plan_id, body, checkPlan)),
    route(contract.plans.remove, ({ params }, call) => removePlan(call, params.plan_id)),
    route(contract.plans.stops, async ({ params }, { db }) => {
      const { id } = await findPlan(db, params.plan_id);
      const rows = await db.selectFrom('plan_stops').selectAll().where('plan_id', '=', id).orderBy('at').execute();
      const items = rows.map(({ at, stop_loss, target_price }) => ({
        at: shownTime(at),
        stop_loss: Number(stop_loss),
        target_price: Number(target_price),
      }));
      return { plan_id: id, initial_stop: items[0]?.stop_loss ?? null, items };
    }),
    ...planImageRoutes,
  ] as const;
