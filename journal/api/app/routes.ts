// One answer for the evening's list, and one for the start of a page. What only the front knows is always in it; the book has a moment.
import { contract, type AnyEndpoint } from '@zorivest/contract';
import { frontRoute } from '@zorivest/store';
import type { AskOther } from './ask-other.ts';
import { evening } from './evening.ts';

/** What the book does not answer within this is requested separately: the state of the stop must not wait for a busy reader. */
const BOOK_WITHIN = 200;

const ofBook = {
  settings: [contract.settings.list, {}],
  resolved: [contract.settings.resolved, {}],
  accounts: [contract.accounts.list, { include_archived: false, include_system: false }],
  tags: [contract.tags.list, {}],
  filters: [contract.filters.list, {}],
  drafts: [contract.drafts.list, {}],
} as const satisfies Record<string, readonly [AnyEndpoint, object]>;

export const appRoutes = ({ askOther }: { readonly askOther: AskOther }) =>
  [
    frontRoute(contract.app.evening, (_input, call) => evening(askOther, call)),
    frontRoute(contract.app.start, async (_input, call) => {
      const found: Record<string, unknown> = {};
      const asked = Object.entries(ofBook).map(async ([part, [endpoint, query]]) => {
        found[part] = await askOther(endpoint, query, call);
      });
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, BOOK_WITHIN);
      // What fails here fails again for the one who asks for it alone, and says why.
      await Promise.race([Promise.allSettled(asked), late.promise]);
      clearTimeout(timer);
      const ask = (endpoint: AnyEndpoint, query: object = {}) => askOther(endpoint, query, call);
      // Each part is what its endpoint answers; the answer as a whole is parsed before it leaves.
      return {
        guard: await ask(contract.guard.status),
        status: await ask(contract.system.status),
        waiting: await ask(contract.approvals.list, { status: 'waiting' }),
        pairings: await ask(contract.pairings.list),
        ...found,
      } as never;
    }),
  ] as const;
