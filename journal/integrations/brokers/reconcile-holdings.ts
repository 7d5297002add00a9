// Compares the broker's stated holdings with the book: the last step of every sync.
import type { ClientOutput, contract } from '@zorivest/contract';
import { calendarIn, dayText } from '@zorivest/domain';
import { reconciliationOfRun } from '@zorivest/analytics';
import type { Call, Db } from '@zorivest/store';
import type { ImportRun } from '../imports/run.ts';
import type { BrokerAdapter } from './client/adapter.ts';

type AccountReconciliation = ClientOutput<typeof contract.brokers.sync>['reconciliation'][number];

/** The most differences in an answer; the reconciliation has all. */
const SHOWN = 100;

export async function reconcileRun(call: Call, runId: string): Promise<AccountReconciliation[]> {
  return (await reconciliationOfRun(call, runId)).map(({ account_id, date, status, checks }) => ({
    account_id,
    date,
    status,
    checked: checks.length,
    open: checks.filter(({ open }) => open).length,
    differences: checks
      .filter(({ cause }) => cause !== null)
      .toSorted((a, b) => Number(b.open) - Number(a.open))
      .slice(0, SHOWN),
  }));
}

const DAY = 86_400_000;
/** A sync looks a week back, and no broker tells of a day much later than that. */
const LOOKED_BACK = 40 * DAY;

/**
 * What a broker says at noon is not what there is in the evening: it is forgotten where this sync says it again for the
 * same day, and where it brings fills or money of that day which were not there yet. What stays is an evening's.
 */
export async function forgetHours(
  { id, scope: { db }, now }: ImportRun,
  { id: source, zone = 'UTC' }: BrokerAdapter,
): Promise<void> {
  // The run has no name in the log before its end.
  const stated = await db
    .selectFrom('stated_figures')
    .innerJoin('import_runs', 'import_runs.run_id', 'stated_figures.run_id')
    .select(['stated_figures.run_id', 'stated_figures.account_id', 'stated_figures.date'])
    .distinct()
    .where('import_runs.kind', '=', 'sync')
    .where((eb) => eb.or([eb('import_runs.source', '=', source), eb('import_runs.run_id', '=', id)]))
    .where('stated_figures.date', '>=', new Date(now.getTime() - LOOKED_BACK).toISOString().slice(0, 10))
    .execute();
  const [own, earlier] = [stated.filter(({ run_id }) => run_id === id), stated.filter(({ run_id }) => run_id !== id)];
  if (own.length === 0 || earlier.length === 0) return;
  const replaced = new Set(own.map(({ account_id, date }) => `${account_id} ${date ?? ''}`));
  for (const day of await daysOf(db, id, zone)) replaced.add(day);
  for (const { run_id, account_id, date } of earlier)
    if (replaced.has(`${account_id} ${date ?? ''}`))
      await db.deleteFrom('stated_figures').where('run_id', '=', run_id).where('account_id', '=', account_id).execute();
}

/** The days of what a run has brought, by account, as its broker counts them. */
async function daysOf(db: Db, runId: string, zone: string): Promise<string[]> {
  const fills = await db
    .selectFrom('trades')
    .select(['account_id', 'time'])
    .where('import_batch_id', '=', runId)
    .execute();
  const money = await db
    .selectFrom('bank_transactions')
    .select(['account_id', 'date'])
    .distinct()
    .where('import_batch_id', '=', runId)
    .execute();
  const dayOf = calendarIn(zone);
  return [
    ...fills.map(({ account_id, time }) => {
      const day = dayOf?.(time) ?? null;
      return `${account_id} ${day === null ? time.slice(0, 10) : dayText(day * DAY)}`;
    }),
    ...money.map(({ account_id, date }) => `${account_id} ${date}`),
  ];
}
