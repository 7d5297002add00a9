import { contract } from '@zorivest/contract';
import { pageOf, route } from '@zorivest/store';
import { planImageRoutes } from './image-routes.ts';
import { changePlan, createPlan, findPlan, presentPlan, removePlan } from './service.ts';

export const planRoutes = [
  route(contract.plans.create, ({ body }, call) => createPlan(call, body)),
  route(contract.plans.list, ({ query }, { db }) => {
    let rows = db.selectFrom('trade_plans');
    if (query.status !== undefined) rows = rows.where('status', '=', query.status);
    if (query.ticker !== undefined) rows = rows.where('ticker', '=', query.ticker.toUpperCase());
    if (query.account_id !== undefined) rows = rows.where('account_id', '=', query.account_id);
    return pageOf(rows, query, (page) => page.selectAll().orderBy('id', 'desc'), presentPlan);
  }),
  route(contract.plans.get, async ({ params }, { db }) => presentPlan(await findPlan(db, params.plan_id))),
  route(contract.plans.update, ({ params, body }, call) => changePlan(call, params.plan_id, body)),
  route(contract.plans.setStatus, ({ params, body }, call) => changePlan(call, params.plan_id, body)),
  route(contract.plans.remove, ({ params }, call) => removePlan(call, params.plan_id)),
  ...planImageRoutes,
] as const;
