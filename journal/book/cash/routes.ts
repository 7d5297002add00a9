// Cash: what banks and brokers booked, and the balances of the accounts it lies in.
import { contract } from '@zorivest/contract';
import { insertSourcedBalance, presentBalance } from '../accounts/balances.ts';
import { accountsWithBalance, getAccount } from '../accounts/service.ts';
import { decimalValueOrNull, pageOf, route, shownTimeOrNull } from '@zorivest/store';
import { transactionColumns } from './columns.ts';

export const cashRoutes = [
  route(contract.banking.accounts, async (_, { db }) => {
    const rows = await accountsWithBalance(db)
      .leftJoin('balance_sources', 'balance_sources.snapshot_id', 'latest.id')
      .select('balance_sources.source as source')
      .where('accounts.account_type', 'in', ['bank', 'revolving', 'installment'])
      .where('accounts.is_archived', '=', 0)
      .orderBy('accounts.name')
      .execute();
    return rows.map((row) => ({
      ...row,
      balance: decimalValueOrNull(row.latest_balance),
      last_updated: shownTimeOrNull(row.latest_balance_date),
      balance_source: row.latest_balance === null ? null : (row.source ?? 'manual'),
    }));
  }),
  route(contract.banking.transactions, ({ query }, { db }) => {
    let rows = db.selectFrom('bank_transactions');
    if (query.account_id !== undefined) rows = rows.where('account_id', '=', query.account_id);
    if (query.from !== undefined) rows = rows.where('date', '>=', query.from);
    if (query.to !== undefined) rows = rows.where('date', '<=', query.to);
    return pageOf(
      rows,
      query,
      (page) => page.selectAll().orderBy('date', 'desc').orderBy('id', 'desc'),
      (row) => ({ id: row.id, ...transactionColumns.show(row) }),
    );
  }),
  route(contract.banking.setBalance, ({ params, body }, call) =>
    call.write(async (scope) => {
      const account = await getAccount(scope.db, params.account_id);
      const row = await insertSourcedBalance(
        scope,
        {
          account_id: params.account_id,
          balance: body.balance,
          datetime: body.as_of_date ?? call.now().toISOString(),
        },
        { source: 'manual', import_batch_id: null },
      );
      scope.audit({ resource: 'balance', id: row.id, after: { ...presentBalance(row, account), notes: body.notes } });
      return presentBalance(row, account);
    }),
  ),
] as const;
