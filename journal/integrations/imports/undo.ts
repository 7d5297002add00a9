// Takes a run back: what it brought in goes, what it changed or removed returns.
import {
  adjustTotals,
  type Fee,
  findTrade,
  insertFees,
  insertTrades,
  removeBalancesOfImport,
  replaceFees,
  type TradeRow,
} from '@zorivest/records';
import { addDecimals, type Call, conflict, type Db, negateDecimal, notFound, type WriteScope } from '@zorivest/store';
import { putCostsApart, type TakenCosts } from './costs-apart.ts';

export interface Undone {
  readonly run_id: string;
  readonly trades_removed: number;
  readonly transactions_removed: number;
  readonly events_removed: number;
  readonly trades_restored: number;
}

export function undoImport(call: Call, runId: string, discardOwnWork: boolean): Promise<Undone> {
  return call.write(async (scope) => {
    const { db } = scope;
    const run = await db.selectFrom('import_runs').selectAll().where('run_id', '=', runId).executeTakeFirst();
    if (!run) throw notFound('import', runId);
    if (run.undone_at !== null) throw conflict('this import has been undone already');
    const worked = discardOwnWork ? 0 : await tradesWorkedOn(db, runId);
    if (worked > 0) {
      const carry = worked === 1 ? 'one of its trades carries' : `${worked} of its trades carry`;
      throw conflict(
        `${carry} work of your own (a report, an image, a link, a mistake or an edit) that would go too; undo it with discard_own_work=true if that is intended`,
      );
    }
    const removed = await removeTrades(scope, runId);
    const transactions = await db
      .deleteFrom('bank_transactions')
      .where('import_batch_id', '=', runId)
      .executeTakeFirst();
    const events = await db.deleteFrom('position_events').where('import_batch_id', '=', runId).executeTakeFirst();
    await removeBalancesOfImport(db, runId);
    await db.deleteFrom('stated_fills').where('run_id', '=', runId).execute();
    await db.deleteFrom('stated_figures').where('run_id', '=', runId).execute();
    // That a row is the same as another is true however it came; what was new has gone with the run.
    await db
      .deleteFrom('import_look_alikes')
      .where('run_id', '=', runId)
      .where((eb) => eb.or([eb('decision', 'is', null), eb('decision', '=', 'new')]))
      .execute();
    const restored = await restore(scope, runId);
    await db
      .updateTable('import_runs')
      .set({ undone_at: call.now().toISOString() })
      .where('run_id', '=', runId)
      .execute();
    const undone = {
      run_id: runId,
      trades_removed: removed,
      transactions_removed: Number(transactions.numDeletedRows),
      events_removed: Number(events.numDeletedRows),
      trades_restored: restored,
    };
    scope.audit({ resource: 'import', id: runId, before: { kind: run.kind, source: run.source }, after: undone });
    return undone;
  });
}

/** How many trades of a run somebody has worked on since; asked of the work, which is less than the trades. */
async function tradesWorkedOn(db: Db, runId: string): Promise<number> {
  const touched = db
    .selectFrom('trade_reports')
    .select('trade_id as id')
    .union(db.selectFrom('mistake_entries').select('trade_id as id'))
    .union(
      db
        .selectFrom('trade_plans')
        .select('linked_trade_id as id')
        .where('linked_trade_id', 'is not', null)
        .$castTo<{ id: string }>(),
    )
    .union(db.selectFrom('images').select('owner_id as id').where('owner_type', '=', 'trade'))
    .union(db.selectFrom('entity_links').select('source_id as id').where('source_type', '=', 'TRADE'))
    // An import writes no line of the audit per trade: one that is there is an edit.
    .union(db.selectFrom('audit_log').select('resource_id as id').where('resource_type', '=', 'trade'));
  const { worked } = await db
    .selectFrom(touched.as('touched'))
    .innerJoin('trades', 'trades.exec_id', 'touched.id')
    .select((eb) => eb.fn.countAll<number>().as('worked'))
    .where('trades.import_batch_id', '=', runId)
    .executeTakeFirstOrThrow();
  return worked;
}

/** All trades of a run with what depends on them, in a few statements for any number of trades. */
async function removeTrades({ db }: Pick<WriteScope, 'db'>, runId: string): Promise<number> {
  const own = () => db.selectFrom('trades').select('exec_id').where('import_batch_id', '=', runId);
  const rows = await db
    .selectFrom('trades')
    .select(['account_id', 'realized_pnl'])
    .where('import_batch_id', '=', runId)
    .execute();
  const reports = await db.selectFrom('trade_reports').select('id').where('trade_id', 'in', own()).execute();
  if (reports.length > 0)
    await db
      .deleteFrom('images')
      .where('owner_type', '=', 'report')
      .where(
        'owner_id',
        'in',
        reports.map(({ id }) => String(id)),
      )
      .execute();
  await db.deleteFrom('images').where('owner_type', '=', 'trade').where('owner_id', 'in', own()).execute();
  await db.deleteFrom('entity_links').where('source_type', '=', 'TRADE').where('source_id', 'in', own()).execute();
  await db.deleteFrom('trades').where('import_batch_id', '=', runId).execute();
  for (const [accountId, gone] of Map.groupBy(rows, ({ account_id }) => account_id))
    await adjustTotals(
      db,
      accountId,
      -gone.length,
      negateDecimal(addDecimals(gone.map(({ realized_pnl }) => realized_pnl))),
    );
  return rows.length;
}

/** What was stored of a fill whose costs a run has changed. */
interface FillBefore extends Pick<TradeRow, 'commission'> {
  readonly fees?: readonly Fee[];
  readonly taken?: TakenCosts;
}

async function restore(scope: WriteScope, runId: string): Promise<number> {
  const notes = await scope.db
    .selectFrom('import_notes')
    .select(['outcome', 'ref', 'before'])
    .where('run_id', '=', runId)
    .where('before', 'is not', null)
    // What was changed last is put back first.
    .orderBy('id', 'desc')
    .execute();
  let restored = 0;
  for (const { outcome, ref, before } of notes) {
    if (ref === null || before === null) continue;
    const there = await findTrade(scope.db, ref);
    if (outcome === 'updated' && there !== undefined) {
      const { commission, fees, taken } = JSON.parse(before) as FillBefore;
      await scope.db.updateTable('trades').set({ commission }).where('exec_id', '=', ref).execute();
      if (taken !== undefined) await putCostsApart(scope, ref, taken);
      await replaceFees(scope, { ...there, ...(fees !== undefined && { fees }) });
      restored++;
    } else if (outcome === 'cancelled' && there === undefined) {
      const row = JSON.parse(before) as TradeRow & { fees?: Fee[] };
      await insertTrades(scope, [row]);
      insertFees(scope, [row]);
      restored++;
    }
  }
  return restored;
}
