import { contract } from '@zorivest/contract';
import { route } from '@zorivest/store';
import { attachImage } from '../images/owners.ts';
import { imagesOf } from '../images/repository.ts';
import { findPlan } from './service.ts';

export const planImageRoutes = [
  route(contract.images.listForPlan, async ({ params: { plan_id } }, { db }) => {
    await findPlan(db, plan_id);
    return imagesOf(db, 'plan', String(plan_id));
  }),
  route(contract.images.attachToPlan, ({ params: { plan_id }, body }, call) =>
    attachImage(call, { type: 'plan', id: String(plan_id), mustExist: (db) => findPlan(db, plan_id) }, body),
  ),
] as const;
