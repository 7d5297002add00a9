// Cash: what banks and brokers booked, and the balances of the accounts that hold it.
import { contract } from '@zorivest/contract';
import { insertSourcedBalance, presentBalance } from '../accounts/balances.ts';
import { accountsWithBalance, getAccount } from '../accounts/service.ts';
import { decimalValueOrNull, invalidField, notFound, pageOf, route, shownTimeOrNull } from '@zorivest/store';
import { Register } from '../register/register.ts';
import { type TransactionColumns, transactionColumns } from './columns.ts';
import { securityNamed } from './security.ts';

function presentMovement(row: TransactionColumns & { readonly id: number }) {
  return { id: row.id, ...transactionColumns.show(row) };
}

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
      presentMovement,
    );
  }),
  route(contract.banking.change, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const find = () =>
        db.selectFrom('bank_transactions').selectAll().where('id', '=', params.transaction_id).executeTakeFirst();
      const before = await find();
      if (before === undefined) throw notFound('movement of money', params.transaction_id);
      const category = body.category ?? before.category;
      if (category !== 'dividend' && typeof body.qualified === 'boolean')
        throw invalidField('qualified', `only applies to dividends, and this is recorded as ${category}`);
      await db
        .updateTable('bank_transactions')
        .set({
          category,
          // What is no dividend is neither qualified nor not.
          ...(category !== 'dividend' && { qualified: null }),
          ...(body.symbol !== undefined && {
            symbol: body.symbol && securityNamed(await Register.read(db), body.symbol, before.date),
          }),
          ...(body.qualified !== undefined && { qualified: body.qualified === null ? null : Number(body.qualified) }),
        })
        .where('id', '=', before.id)
        .execute();
      const after = { ...before, ...(await find()) };
      audit({ resource: 'transaction', id: before.id, before: presentMovement(before), after: presentMovement(after) });
      return presentMovement(after);
    }),
  ),
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
