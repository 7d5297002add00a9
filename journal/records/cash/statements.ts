// What somebody says there was of a currency on an evening.
import { DAY_MS, type StatedBalance } from '@zorivest/domain';
import type { Db, WriteScope } from '@zorivest/store';
import { cashStatementColumns } from './columns.ts';

interface Statement {
  readonly account_id: string;
  readonly currency: string;
  readonly date: string;
  readonly balance: number;
}

/** What a person says; of one day the last word counts. */
export async function stateCash({ db }: Pick<WriteScope, 'db'>, stated: Statement, now: Date): Promise<void> {
  const row = cashStatementColumns.store({ ...stated, created_at: now.toISOString() });
  await db
    .insertInto('cash_statements')
    .values(row)
    .onConflict((clash) => clash.columns(['account_id', 'currency', 'date']).doUpdateSet(row))
    .execute();
}

/** Banks, cards and loans are their cash: what is recorded of them states it. Of others it is what they are worth. */
const CASH_TYPES = ['bank', 'revolving', 'installment'] as const;

/** Balances stated by persons and banks: each counts from its day on, no matter what the rows add up to. */
export async function statedBalances(db: Db): Promise<StatedBalance[]> {
  const statements = await db.selectFrom('cash_statements').selectAll().execute();
  const recorded = await db
    .selectFrom('balance_snapshots')
    .innerJoin('accounts', 'accounts.account_id', 'balance_snapshots.account_id')
    .select(['balance_snapshots.account_id', 'balance', 'datetime'])
    .select((eb) => eb.fn.coalesce('balance_snapshots.currency', 'accounts.currency').as('currency'))
    .where('accounts.account_type', 'in', CASH_TYPES)
    .orderBy('datetime')
    .orderBy('balance_snapshots.id')
    .execute();
  return [
    ...recorded.map(({ datetime, ...one }) => ({ ...one, day: dayOf(datetime), binding: true })),
    ...statements.map(({ account_id, currency, balance, date }) => ({
      account_id,
      currency,
      balance,
      day: dayOf(date),
      binding: true,
    })),
  ];
}

function dayOf(date: string): number {
  return Date.parse(date.slice(0, 10)) / DAY_MS;
}
