import { contract } from '@zorivest/contract';
import { route } from '../core/route.ts';
import { reviewTrade } from './review.ts';
import { findReviewer, presentReviewer, saveReviewer } from './reviewer.ts';

export const reviewRoutes = [
  route(contract.reviews.request, ({ body }, call) => reviewTrade(call, body)),
  route(contract.reviews.reviewer, async (_, call) => presentReviewer(await findReviewer(call))),
  route(contract.reviews.configure, async ({ body }, call) => {
    const reviewer = {
      protocol: body.protocol,
      endpoint: body.endpoint,
      model: body.model,
      apiKey: body.api_key,
      inputCentsPerMillion: body.input_cents_per_million,
      outputCentsPerMillion: body.output_cents_per_million,
    };
    await call.write(async (scope) => {
      await saveReviewer(call, scope, reviewer);
      scope.audit({ resource: 'reviewer', id: 1, after: presentReviewer(reviewer) });
    });
    return presentReviewer(reviewer);
  }),
  route(contract.reviews.remove, async (_, call) => {
    const before = await findReviewer(call);
    await call.write(async ({ db, audit }) => {
      await db.deleteFrom('reviewer').execute();
      audit({ resource: 'reviewer', id: 1, before: presentReviewer(before) });
    });
  }),
];
