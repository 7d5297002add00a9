// The tags of the book by how many trades carry them: which executions make a trade is a figure.
import { contract } from '@zorivest/contract';
import { type Call, route } from '@zorivest/store';
import { scopeOf } from './scope.ts';

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

export const tagFigureRoutes = [
  route(contract.tags.list, async (_, call) => ({ items: await listTags(call) })),
] as const;
