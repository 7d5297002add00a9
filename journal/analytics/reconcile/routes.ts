import { contract } from '@zorivest/contract';
import { balanceHistory, getAccount, listAccounts } from '@zorivest/records';
import { route } from '@zorivest/store';
import { accountResults } from '../performance/account-results.ts';
import { marksOfAccounts, reconciliations } from './service.ts';

export const reconcileRoutes = [
  route(contract.reconciliations.list, ({ query }, call) => reconciliations(call, query.account_id)),
  // What is cached is as new as the book: asking for it again is the same question.
  route(contract.reconciliations.run, ({ body }, call) => reconciliations(call, body.account_id)),
  route(contract.accounts.list, async ({ query }, call) => {
    const accounts = await listAccounts(call.db, { archived: query.include_archived, system: query.include_system });
    const markOf = await marksOfAccounts(call);
    const history = query.with_history ? await balanceHistory(call.db) : null;
    return accounts.map((account) => ({
      ...account,
      ...markOf(account.account_id),
      ...(history !== null && { history: history.get(account.account_id) ?? [] }),
    }));
  }),
  route(contract.accounts.get, async ({ params }, call) => {
    const account = await getAccount(call.db, params.account_id);
    const markOf = await marksOfAccounts(call);
    return { ...account, ...(await accountResults(call, account)), ...markOf(account.account_id) };
  }),
] as const;
