// Fills that come back: the totals follow them, and a fill of an import that was undone stays deleted.
import { type Db, Fault, type Restoring } from '@zorivest/store';
import { recountTotals } from '../trades/repository.ts';

export const restoreTrades: Restoring[string] = async ({ db }, rows) => {
  const runs = new Set(rows.flatMap(({ before }) => before?.['import_batch_id'] ?? []));
  for (const runId of runs) await refuseIfImportUndone(db, String(runId));
  const accounts = rows.flatMap(({ before, after }) => [before?.['account_id'], after?.['account_id']]);
  for (const accountId of new Set(accounts)) if (typeof accountId === 'string') await recountTotals(db, accountId);
};

async function refuseIfImportUndone(db: Db, runId: string): Promise<void> {
  const run = await db.selectFrom('import_runs').select('undone_at').where('run_id', '=', runId).executeTakeFirst();
  if (!run || run.undone_at === null) return;
  throw new Fault(409, `the import that brought it in (${runId}) has been undone since`, { code: 'changed_since' });
}
