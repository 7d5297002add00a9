// How many trades accounts have.
import { contract } from '@zorivest/contract';
import { countReferences } from '@zorivest/records';
import { route } from '@zorivest/store';
import { tradesByAccount } from './account-results.ts';

export const accountFigureRoutes = [
  route(contract.accounts.tradeCounts, async ({ body }, call) => {
    const trades = await tradesByAccount(call);
    const counts: Record<string, { trade_count: number; execution_count: number; plan_count: number }> = {};
    for (const id of body.account_ids)
      counts[id] = { trade_count: trades.get(id) ?? 0, ...(await countReferences(call.db, id)) };
    return counts;
  }),
] as const;
