// The person's decision on rows that wait as possible duplicates.
import type { contract, HandlerInput } from '@zorivest/contract';
import { findTrade, insertFees, insertTrades, transactionColumns, type TransactionColumns } from '@zorivest/records';
import {
  type Call,
  conflict,
  type Db,
  invalidField,
  notFound,
  pageOf,
  shownTimeOrNull,
  type WriteScope,
} from '@zorivest/store';
import { idOfRef, isThere, type PossibleDuplicate, type DuplicateKind } from './duplicates.ts';
import type { Counts, ImportRun } from './run.ts';
import { type AsideFill, shareCosts, withCosts } from './shared-costs.ts';

const COLUMNS = ['run_id', 'row', 'kind', 'ref', 'like', 'message', 'payload'] as const;

/** Keeps the rows of a run that wait. */
export function savePossibleDuplicates(run: ImportRun, found: readonly PossibleDuplicate[]): void {
  const rows = withCosts(found).map((one) => ({ ...one, run_id: run.id, payload: JSON.stringify(one.payload) }));
  run.scope.insertMany<(typeof rows)[number]>('import_look_alikes', COLUMNS, rows);
}

async function runOf(db: Db, runId: string) {
  const run = await db.selectFrom('import_runs').selectAll().where('run_id', '=', runId).executeTakeFirst();
  if (!run) throw notFound('import', runId);
  return run;
}

type Query = HandlerInput<typeof contract.imports.lookAlikes>['query'];

export async function listPossibleDuplicates(db: Db, runId: string, query: Query) {
  await runOf(db, runId);
  let rows = db.selectFrom('import_look_alikes').where('run_id', '=', runId);
  if (query.undecided) rows = rows.where('decision', 'is', null);
  return pageOf(
    rows,
    query,
    (page) => page.select(['row', 'kind', 'ref', 'like', 'message', 'decision', 'decided_at']).orderBy('id'),
    ({ ref, like, kind, decision, decided_at, ...rest }) => ({
      ...rest,
      id: idOfRef(ref),
      like: idOfRef(like),
      kind: kind as DuplicateKind, // written by `savePossibleDuplicates`
      decision: decision as 'same' | 'new' | null,
      decided_at: shownTimeOrNull(decided_at),
    }),
  );
}

type Decisions = HandlerInput<typeof contract.imports.decide>['body']['decisions'];

export function decide(call: Call, runId: string, decisions: Decisions) {
  return call.write(async (scope) => {
    const { db } = scope;
    const run = await runOf(db, runId);
    if (run.undone_at !== null) throw conflict('this import has been undone: import the file again to decide');
    const counted = { same: 0, new: 0 };
    const stored = { imported: 0, cash_imported: 0 };
    for (const [at, { row, decision }] of decisions.entries()) {
      const waiting = await db
        .selectFrom('import_look_alikes')
        .selectAll()
        .where('run_id', '=', runId)
        .where('row', '=', row)
        .execute();
      if (waiting.length === 0) throw invalidField(`decisions.${at}.row`, `row ${row} of this run looks like no other`);
      for (const one of waiting) {
        counted[decision]++;
        if (one.decision === decision) continue;
        if (one.decision === 'new' && (await isThere(db, one.kind, one.ref)))
          throw conflict(`row ${row} is in the book by now: delete it there, or undo the run`);
        if (one.kind === 'trade' && (decision === 'same' || one.decision === 'same'))
          await shareCosts(scope, runId, idOfRef(one.like), JSON.parse(one.payload) as AsideFill, decision);
        if (decision === 'new' && !(await isThere(db, one.kind, one.ref))) await store(scope, one, stored, run.kind);
        // The same row may wait in other runs: it is one row.
        await db
          .updateTable('import_look_alikes')
          .set({ decision, decided_at: call.now().toISOString() })
          .where('kind', '=', one.kind)
          .where('ref', '=', one.ref)
          .execute();
      }
    }
    const counts = JSON.parse(run.counts) as Counts;
    counts.imported += stored.imported;
    counts.cash_imported += stored.cash_imported;
    await db
      .updateTable('import_runs')
      .set({ counts: JSON.stringify(counts) })
      .where('run_id', '=', runId)
      .execute();
    const { left } = await db
      .selectFrom('import_look_alikes')
      .select((eb) => eb.fn.countAll<number>().as('left'))
      .where('run_id', '=', runId)
      .where('decision', 'is', null)
      .executeTakeFirstOrThrow();
    const answer = { run_id: runId, ...counted, ...stored, undecided: left };
    scope.audit({ resource: 'import', id: runId, after: answer });
    return answer;
  });
}

async function store(
  scope: WriteScope,
  one: { readonly kind: string; readonly payload: string; readonly run_id: string },
  stored: { imported: number; cash_imported: number },
  kind: string,
): Promise<void> {
  if (one.kind === 'trade') {
    const { row: _, gives_costs: __, ...trade } = JSON.parse(one.payload) as AsideFill;
    if ((await findTrade(scope.db, trade.exec_id)) !== undefined) return;
    await insertTrades(scope, [{ ...trade, import_batch_id: one.run_id }]);
    insertFees(scope, [trade]);
    stored.imported++;
    return;
  }
  const cash = JSON.parse(one.payload) as TransactionColumns;
  scope.insertMany<TransactionColumns>('bank_transactions', transactionColumns.names, [
    { ...cash, import_batch_id: one.run_id },
  ]);
  if (kind === 'bank' || kind === 'submission') stored.imported++;
  else stored.cash_imported++;
}
