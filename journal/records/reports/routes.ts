// The review of a trade.
import { contract, type HandlerInput } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { conflict, type Database, type Db, Fault, invalidField, route, type WriteScope } from '@zorivest/store';
import { getTrade } from '../trades/service.ts';
import { reportColumns } from './columns.ts';
import { deleteReport } from './repository.ts';

type ReportRow = Selectable<Database['trade_reports']>;

function present(row: ReportRow) {
  return { id: row.id, ...reportColumns.show(row) };
}

async function findReport(db: Db, execId: string): Promise<ReportRow> {
  const row = await reportOf(db, execId);
  if (!row) throw new Fault(404, `there is no report for trade ${JSON.stringify(execId)}`);
  return row;
}

/** The report, or undefined for a trade that has none. */
async function reportOf(db: Db, execId: string): Promise<ReportRow | undefined> {
  await getTrade(db, execId);
  return db.selectFrom('trade_reports').selectAll().where('trade_id', '=', execId).executeTakeFirst();
}

type NewReport = HandlerInput<typeof contract.reports.create>['body'];
type Changes = HandlerInput<typeof contract.reports.update>['body'];

async function createReport({ db, audit }: WriteScope, execId: string, body: NewReport, at: Date): Promise<ReportRow> {
  const row = await db
    .insertInto('trade_reports')
    .values(reportColumns.store({ ...body, trade_id: execId, created_at: at.toISOString() }))
    .returningAll()
    .executeTakeFirstOrThrow();
  audit({ resource: 'report', id: row.id, after: present(row) });
  return row;
}

async function changeReport({ db, audit }: WriteScope, before: ReportRow, body: Changes): Promise<ReportRow> {
  const after: ReportRow = { ...before, ...reportColumns.change(body) };
  await db.updateTable('trade_reports').set(after).where('id', '=', before.id).execute();
  audit({ resource: 'report', id: before.id, before: present(before), after: present(after) });
  return after;
}

/** What a first review cannot be without. */
function wholeReview(execId: string, changes: Changes): NewReport {
  const { setup_quality, execution_quality, followed_plan } = changes;
  const { emotional_state = 'neutral', lessons_learned = '', tags = [] } = changes;
  if (setup_quality === undefined || execution_quality === undefined || followed_plan === undefined)
    throw invalidField(
      'changes',
      `the trade ${JSON.stringify(execId)} has no review yet: a first one needs setup_quality, execution_quality and followed_plan`,
    );
  return { setup_quality, execution_quality, followed_plan, emotional_state, lessons_learned, tags };
}

export const reportRoutes = [
  route(contract.reports.create, ({ params, body }, call) =>
    call.write(async (scope) => {
      if (await reportOf(scope.db, params.exec_id))
        throw conflict(`the trade ${JSON.stringify(params.exec_id)} has a report already; change it with PUT`);
      return present(await createReport(scope, params.exec_id, body, call.now()));
    }),
  ),
  route(contract.reports.upsertMany, ({ body: { exec_ids, changes } }, call) =>
    call.write(async (scope) => {
      const done = { created: 0, changed: 0 };
      for (const execId of new Set(exec_ids)) {
        const before = await reportOf(scope.db, execId);
        if (before) await changeReport(scope, before, changes);
        else await createReport(scope, execId, wholeReview(execId, changes), call.now());
        done[before ? 'changed' : 'created'] += 1;
      }
      return done;
    }),
  ),
  route(contract.reports.get, async ({ params }, { db }) => present(await findReport(db, params.exec_id))),
  route(contract.reports.update, ({ params, body }, call) =>
    call.write(async (scope) => present(await changeReport(scope, await findReport(scope.db, params.exec_id), body))),
  ),
  route(contract.reports.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await findReport(db, params.exec_id);
      await deleteReport(db, before.id);
      audit({ resource: 'report', id: before.id, before: present(before) });
    }),
  ),
] as const;
