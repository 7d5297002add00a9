import { contract } from '@zorivest/contract';
import { route, type Sealer } from '@zorivest/store';
import { type ReviewParts, reviewTrade } from './review.ts';
import { findReviewer, presentReviewer, saveReviewer } from './reviewer.ts';
import { dailyCap, spentToday } from './spending.ts';

export const reviewRoutes = (parts: ReviewParts & Sealer) =>
  [
    // It counts what it spends.
    route(contract.reviews.request, ({ body }, call) => reviewTrade(call, parts, body), { by: 'writer' }),
    route(contract.reviews.spending, async (_, call) => ({
      daily_cap_cents: dailyCap(parts),
      items: await spentToday(call.db, call.now()),
    })),
    route(contract.reviews.reviewer, async (_, call) => presentReviewer(await findReviewer(parts, call.db))),
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
        await saveReviewer(parts, scope, reviewer);
        scope.audit({ resource: 'reviewer', id: 1, after: presentReviewer(reviewer) });
      });
      return presentReviewer(reviewer);
    }),
    route(contract.reviews.remove, async (_, call) => {
      const before = await findReviewer(parts, call.db);
      await call.write(async ({ db, audit }) => {
        await db.deleteFrom('reviewer').execute();
        audit({ resource: 'reviewer', id: 1, before: presentReviewer(before) });
      });
    }),
  ] as const;
