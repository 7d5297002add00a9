import { contract } from '@zorivest/contract';
import { pageOf, route } from '@zorivest/store';
import { presentBalance } from './balances.ts';
import { changeAccount, createAccount, getAccount, recordBalance, removeAccount } from './service.ts';

export const accountRoutes = [
  route(contract.accounts.create, ({ body }, call) => createAccount(call, body)),
  route(contract.accounts.update, ({ params, body }, call) => changeAccount(call, params.account_id, body)),
  route(contract.accounts.remove, ({ params }, call) => removeAccount(call, params.account_id)),
  route(contract.accounts.archive, ({ params }, call) => changeAccount(call, params.account_id, { is_archived: true })),
  route(contract.accounts.unarchive, ({ params }, call) =>
    changeAccount(call, params.account_id, { is_archived: false }),
  ),
  route(contract.accounts.recordBalance, ({ params, body }, call) =>
    recordBalance(call, params.account_id, body.balance, body.snapshot_datetime),
  ),
  route(contract.accounts.balances, async ({ params, query }, { db }) => {
    const account = await getAccount(db, params.account_id);
    return pageOf(
      db.selectFrom('balance_snapshots').where('account_id', '=', params.account_id),
      query,
      (page) => page.selectAll().orderBy('datetime', 'desc').orderBy('id', 'desc'),
      (row) => presentBalance(row, account),
    );
  }),
] as const;
