// Accounts and their balances.
import type { ClientOutput, contract, HandlerInput } from '@zorivest/contract';
import { type Call, conflict, type Db, decimalValueOrNull, Fault, notFound, shownTimeOrNull } from '@zorivest/store';
import { foreignBalances, type ForeignBalance, insertBalance, presentBalance } from './balances.ts';
import { accountColumns, type AccountRow } from './columns.ts';
import { findAccount } from './repository.ts';

type Account = ClientOutput<typeof contract.accounts.update>;
type NewAccount = HandlerInput<typeof contract.accounts.create>['body'];
type AccountChange = HandlerInput<typeof contract.accounts.update>['body'];
type AccountWithBalance = AccountRow & { latest_balance: string | null; latest_balance_date: string | null };

/** Each account with its latest balance in its own currency. */
export function accountsWithBalance(db: Db) {
  return db
    .selectFrom('accounts')
    .leftJoin('balance_snapshots as latest', (join) =>
      join.on('latest.id', '=', (eb) =>
        eb
          .selectFrom('balance_snapshots as other')
          .select('other.id')
          .whereRef('other.account_id', '=', 'accounts.account_id')
          .where('other.currency', 'is', null)
          .orderBy('other.datetime', 'desc')
          .orderBy('other.id', 'desc')
          .limit(1),
      ),
    )
    .selectAll('accounts')
    .select(['latest.balance as latest_balance', 'latest.datetime as latest_balance_date']);
}

async function present(db: Db, rows: readonly AccountWithBalance[]): Promise<Account[]> {
  const ids = rows.map(({ account_id }) => account_id);
  const foreign = await foreignBalances(db, ids);
  return rows.map((row) => presentOne(row, foreign.get(row.account_id) ?? []));
}

function presentOne(row: AccountWithBalance, foreign: readonly ForeignBalance[]): Account {
  return {
    ...accountColumns.show(row),
    latest_balance: decimalValueOrNull(row.latest_balance),
    latest_balance_date: shownTimeOrNull(row.latest_balance_date),
    foreign_balances: [...foreign],
  };
}

export async function getAccount(db: Db, accountId: string): Promise<Account> {
  const row = await accountsWithBalance(db).where('accounts.account_id', '=', accountId).executeTakeFirst();
  const [account] = row === undefined ? [] : await present(db, [row]);
  if (account === undefined) throw notFound('account', accountId);
  return account;
}

/** One that the person may change. */
export async function getOwnAccount(db: Db, accountId: string): Promise<Account> {
  const account = await getAccount(db, accountId);
  if (account.is_system) throw new Fault(403, `the account ${accountId} belongs to the system and cannot be changed`);
  return account;
}

export async function listAccounts(db: Db, options: { archived: boolean; system: boolean }): Promise<Account[]> {
  let rows = accountsWithBalance(db).orderBy('accounts.name').orderBy('accounts.account_id');
  if (!options.archived) rows = rows.where('accounts.is_archived', '=', 0);
  if (!options.system) rows = rows.where('accounts.is_system', '=', 0);
  return present(db, await rows.execute());
}

export function createAccount(call: Call, account: NewAccount): Promise<Account> {
  return call.write(async ({ db, audit }) => {
    const accountId = account.account_id ?? call.newId();
    if (await findAccount(db, accountId))
      throw conflict(`an account with account_id ${JSON.stringify(accountId)} is there already`);
    await db
      .insertInto('accounts')
      .values(
        accountColumns.store({
          ...account,
          account_id: accountId,
          is_archived: false,
          is_system: false,
          created_at: call.now().toISOString(),
        }),
      )
      .execute();
    const created = await getAccount(db, accountId);
    audit({ resource: 'account', id: accountId, after: created });
    return created;
  });
}

export function changeAccount(
  call: Call,
  accountId: string,
  change: AccountChange & { is_archived?: boolean },
): Promise<Account> {
  return call.write(async ({ db, audit }) => {
    const before = await getOwnAccount(db, accountId);
    const columns = accountColumns.change(change);
    if (Object.keys(columns).length > 0) {
      await db.updateTable('accounts').set(columns).where('account_id', '=', accountId).execute();
    }
    const after = await getAccount(db, accountId);
    audit({ resource: 'account', id: accountId, before, after });
    return after;
  });
}

/** How many executions and plans refer to an account. */
export async function countReferences(
  db: Db,
  accountId: string,
): Promise<{ execution_count: number; plan_count: number }> {
  const trades = await db
    .selectFrom('trade_totals')
    .select('trade_count')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const plans = await db
    .selectFrom('trade_plans')
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { execution_count: trades?.trade_count ?? 0, plan_count: Number(plans.count) };
}

export function removeAccount(call: Call, accountId: string): Promise<void> {
  return call.write(async ({ db, audit }) => {
    const before = await getOwnAccount(db, accountId);
    const { execution_count, plan_count } = await countReferences(db, accountId);
    if (execution_count > 0 || plan_count > 0) {
      throw conflict(
        `${execution_count} executions and ${plan_count} plans refer to the account ${accountId}; archive it, or move its trades with :reassign-trades`,
      );
    }
    await db.deleteFrom('accounts').where('account_id', '=', accountId).execute();
    audit({ resource: 'account', id: accountId, before });
  });
}

export function recordBalance(call: Call, accountId: string, balance: number, at: string | undefined) {
  return call.write(async ({ db, audit }) => {
    const account = await getAccount(db, accountId);
    const row = await insertBalance(db, {
      account_id: accountId,
      balance,
      datetime: at ?? call.now().toISOString(),
    });
    const snapshot = presentBalance(row, account);
    audit({ resource: 'balance', id: row.id, after: snapshot });
    return snapshot;
  });
}
