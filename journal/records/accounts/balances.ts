// Balances that were recorded, by hand or by a statement.
import type { Selectable } from 'kysely';
import type { Database, Db, WriteScope } from '@zorivest/store';
import { balanceColumns } from './columns.ts';
import { tradedTypes } from './repository.ts';

type BalanceRow = Selectable<Database['balance_snapshots']>;

interface NewBalance {
  readonly account_id: string;
  readonly balance: number;
  readonly datetime: string;
  /** Absent or null: the account's. */
  readonly currency?: string | null;
}

export function presentBalance(row: BalanceRow, { currency }: { readonly currency: string }) {
  const shown = balanceColumns.show(row);
  return { id: row.id, ...shown, currency: shown.currency ?? currency };
}

export function insertBalance(db: Db, balance: NewBalance): Promise<BalanceRow> {
  return db
    .insertInto('balance_snapshots')
    .values(balanceColumns.store(balance))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A balance and where it came from; one that is recorded already is not recorded again. */
export async function insertSourcedBalance(
  { db }: Pick<WriteScope, 'db'>,
  balance: NewBalance,
  origin: { readonly source: string; readonly import_batch_id: string | null },
): Promise<BalanceRow> {
  const { currency, ...row } = balanceColumns.store(balance);
  const there = await db
    .selectFrom('balance_snapshots')
    .selectAll()
    .where((eb) => eb.and(row))
    .where('currency', 'is', currency)
    .executeTakeFirst();
  if (there) return there;
  const made = await insertBalance(db, balance);
  await db
    .insertInto('balance_sources')
    .values({ snapshot_id: made.id, ...origin })
    .execute();
  return made;
}

/** In the currency of the account. */
export async function latestBalance(db: Db, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom('balance_snapshots')
    .select('balance')
    .where('account_id', '=', accountId)
    .where('currency', 'is', null)
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

/** The newest of each currency that is not the account's, by account. */
export async function foreignBalances(db: Db, accountIds: readonly string[]): Promise<Map<string, ForeignBalance[]>> {
  const rows = await db
    .selectFrom('balance_snapshots')
    .selectAll()
    .where('account_id', 'in', accountIds)
    .where('currency', 'is not', null)
    .orderBy('datetime')
    .orderBy('id')
    .execute();
  const newest = new Map(rows.map((row) => [`${row.account_id}\n${row.currency}`, row]));
  const shown = [...newest.values()].map((row) => balanceColumns.show(row));
  const byAccount = Map.groupBy(shown, ({ account_id }) => account_id);
  return new Map(
    [...byAccount].map(([id, own]) => [
      id,
      own.map(({ currency, balance, datetime }) => ({ currency: currency ?? '', balance, datetime })),
    ]),
  );
}

export interface ForeignBalance {
  readonly currency: string;
  readonly balance: number;
  readonly datetime: string;
}

/** Those of the accounts that are traded in, oldest first, each in its own currency. */
export function recordedBalances(
  db: Db,
  accounts: ReadonlySet<string> | null,
): Promise<
  (Pick<BalanceRow, 'account_id' | 'balance' | 'datetime'> & { currency: string; account_currency: string })[]
> {
  let rows = db
    .selectFrom('balance_snapshots')
    .innerJoin('accounts', 'accounts.account_id', 'balance_snapshots.account_id')
    .select(['balance_snapshots.account_id', 'balance', 'datetime'])
    .select('accounts.currency as account_currency')
    .select((eb) => eb.fn.coalesce('balance_snapshots.currency', 'accounts.currency').as('currency'))
    .where('accounts.is_archived', '=', 0)
    .where('accounts.account_type', 'in', tradedTypes);
  if (accounts !== null) rows = rows.where('balance_snapshots.account_id', 'in', [...accounts]);
  return rows.orderBy('datetime').execute();
}

const MOST_OF_HISTORY = 24;

/** The latest balances of every account in its own currency, oldest first. */
export async function balanceHistory(db: Db): Promise<ReadonlyMap<string, number[]>> {
  const rows = await db
    .selectFrom('balance_snapshots')
    .innerJoin('accounts', 'accounts.account_id', 'balance_snapshots.account_id')
    .select(['balance_snapshots.account_id', 'balance'])
    .where((eb) =>
      eb.or([
        eb('balance_snapshots.currency', 'is', null),
        eb('balance_snapshots.currency', '=', eb.ref('accounts.currency')),
      ]),
    )
    .orderBy('datetime')
    .orderBy('balance_snapshots.id')
    .execute();
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  return new Map(
    [...byAccount].map(([id, all]) => [id, all.slice(-MOST_OF_HISTORY).map(({ balance }) => Number(balance))]),
  );
}
