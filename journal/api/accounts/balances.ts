// Balances that were recorded, by hand or by a statement.
import type { Selectable } from 'kysely';
import type { WriteScope } from '../core/call.ts';
import type { Database, Db } from '../store/index.ts';
import { balanceColumns } from './columns.ts';
import { tradedTypes } from './repository.ts';

type BalanceRow = Selectable<Database['balance_snapshots']>;

export function presentBalance(row: BalanceRow) {
  return { id: row.id, ...balanceColumns.show(row) };
}

export function insertBalance(
  db: Db,
  balance: { readonly account_id: string; readonly balance: number; readonly datetime: string },
): Promise<BalanceRow> {
  return db
    .insertInto('balance_snapshots')
    .values(balanceColumns.store(balance))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A balance and where it came from; one that is recorded already is not recorded again. */
export async function insertSourcedBalance(
  { db }: Pick<WriteScope, 'db'>,
  balance: { readonly account_id: string; readonly balance: number; readonly datetime: string },
  origin: { readonly source: string; readonly import_batch_id: string | null },
): Promise<BalanceRow> {
  const there = await db
    .selectFrom('balance_snapshots')
    .selectAll()
    .where((eb) => eb.and(balanceColumns.store(balance)))
    .executeTakeFirst();
  if (there) return there;
  const made = await insertBalance(db, balance);
  await db
    .insertInto('balance_sources')
    .values({ snapshot_id: made.id, ...origin })
    .execute();
  return made;
}

export async function latestBalance(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('balance_snapshots')
    .select('balance')
    .where('account_id', '=', accountId)
    .orderBy('datetime', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.balance ?? null;
}

/** The balances an import brought in go with it. */
export async function removeBalancesOfImport(db: Db, runId: string): Promise<void> {
  const own = db.selectFrom('balance_sources').select('snapshot_id').where('import_batch_id', '=', runId);
  await db.deleteFrom('balance_snapshots').where('id', 'in', own).execute();
}

/** Those of the accounts that are traded in, oldest first, each in its account's currency. */
export function recordedBalances(
  db: Db,
  accounts: ReadonlySet<string> | null,
): Promise<(Pick<BalanceRow, 'account_id' | 'balance' | 'datetime'> & { currency: string })[]> {
  let rows = db
    .selectFrom('balance_snapshots')
    .innerJoin('accounts', 'accounts.account_id', 'balance_snapshots.account_id')
    .select(['balance_snapshots.account_id', 'balance', 'datetime', 'accounts.currency'])
    .where('accounts.is_archived', '=', 0)
    .where('accounts.account_type', 'in', tradedTypes);
  if (accounts !== null) rows = rows.where('balance_snapshots.account_id', 'in', [...accounts]);
  return rows.orderBy('datetime').execute();
}
