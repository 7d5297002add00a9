import { contract } from '@zorivest/contract';
import { scopeOf } from '../analytics/scope.ts';
import type { Call } from '../core/call.ts';
import { route } from '../core/route.ts';
import { applyTags, hideTag, renameTags } from './service.ts';

/** Every tag of the book, the most used first. */
async function listTags(call: Call) {
  const { trades, tagsOf } = await scopeOf(call, {});
  const counts = new Map<string, number>();
  for (const trade of trades) for (const tag of tagsOf(trade)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const hidden = new Set((await call.db.selectFrom('hidden_tags').select('tag').execute()).map(({ tag }) => tag));
  return [...counts]
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .map(([tag, trade_count]) => ({ tag, trade_count, hidden: hidden.has(tag) }));
}

export const tagRoutes = [
  route(contract.tags.list, async (_, call) => ({ items: await listTags(call) })),
  route(contract.tags.apply, ({ body }, call) => applyTags(call, body)),
  route(contract.tags.rename, ({ body }, call) => renameTags(call, body)),
  route(contract.tags.update, async ({ params: { tag }, body: { hidden } }, call) => {
    await hideTag(call, tag, hidden);
    return { tag, hidden };
  }),
];
