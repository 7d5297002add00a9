// What somebody says there was of a currency on an evening.
import type { StatedBalance } from '@zorivest/domain';
import { DAY_MS } from '@zorivest/domain';
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
  const { account_id, currency, date } = stated;
  await db
    .deleteFrom('cash_statements')
    .where((eb) => eb.and({ account_id, currency, date, source: 'person' }))
    .execute();
  await db
    .insertInto('cash_statements')
    .values(cashStatementColumns.store({ ...stated, source: 'person', created_at: now.toISOString() }))
    .execute();
}

/** What the statement of a run says; it goes with the run. */
export async function replaceStatedCash(
  { db }: Pick<WriteScope, 'db'>,
  runId: string,
  stated: readonly Statement[],
  now: Date,
): Promise<void> {
  await removeCashOfImport(db, runId);
  if (stated.length === 0) return;
  const origin = { source: 'statement', import_batch_id: runId, created_at: now.toISOString() } as const;
  await db
    .insertInto('cash_statements')
    .values(stated.map((one) => cashStatementColumns.store({ ...one, ...origin })))
    .execute();
}

export async function removeCashOfImport(db: Db, runId: string): Promise<void> {
  await db.deleteFrom('cash_statements').where('import_batch_id', '=', runId).execute();
}

/** Banks, cards and loans are their cash: what is recorded of them states it. Of others it is what they are worth. */
const CASH_TYPES = ['bank', 'revolving', 'installment'] as const;

/**
 * Every stated balance. A person's word counts from its day on, and so does a bank's; that of a broker's statement is held
 * against the rows instead (where nothing earlier was said it is where they begin).
 */
export async function statedBalances(db: Db): Promise<StatedBalance[]> {
  const said = await db.selectFrom('cash_statements').selectAll().orderBy('id').execute();
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
    ...said.map(({ account_id, currency, balance, date, source }) => ({
      account_id,
      currency,
      balance,
      day: dayOf(date),
      binding: source === 'person',
    })),
  ];
}

function dayOf(date: string): number {
  return Date.parse(date.slice(0, 10)) / DAY_MS;
}
