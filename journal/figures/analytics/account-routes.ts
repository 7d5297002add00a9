// Accounts with what was made of their trades: the rows themselves are served by the book.
import { contract } from '@zorivest/contract';
import { countReferences, getAccount } from '@zorivest/book';
import { route } from '@zorivest/store';
import { accountResults, tradesByAccount } from './account-results.ts';

export const accountFigureRoutes = [
  route(contract.accounts.tradeCounts, async ({ body }, call) => {
    const trades = await tradesByAccount(call);
    const counts: Record<string, { trade_count: number; execution_count: number; plan_count: number }> = {};
    for (const id of body.account_ids)
      counts[id] = { trade_count: trades.get(id) ?? 0, ...(await countReferences(call.db, id)) };
    return counts;
  }),
  route(contract.accounts.get, async ({ params }, call) => {
    const account = await getAccount(call.db, params.account_id);
    return { ...account, ...(await accountResults(call, account)) };
  }),
] as const;
