// The review of a trade.
import { contract } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { lostOf } from '../audit/revertible.ts';
import { conflict, Fault } from '../core/fault.ts';
import { route } from '../core/route.ts';
import { countImages } from '../images/count.ts';
import type { Database, Db } from '../store/index.ts';
import { getTrade } from '../trades/service.ts';
import { reportColumns } from './columns.ts';
import { deleteReport } from './repository.ts';

type ReportRow = Selectable<Database['trade_reports']>;

function present(row: ReportRow) {
  return { id: row.id, ...reportColumns.show(row) };
}

async function findReport(db: Db, execId: string): Promise<ReportRow> {
  await getTrade(db, execId);
  const row = await db.selectFrom('trade_reports').selectAll().where('trade_id', '=', execId).executeTakeFirst();
  if (!row) throw new Fault(404, `there is no report for trade ${JSON.stringify(execId)}`);
  return row;
}

export const reportRoutes = [
  route(contract.reports.create, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      await getTrade(db, params.exec_id);
      const there = await db
        .selectFrom('trade_reports')
        .select('id')
        .where('trade_id', '=', params.exec_id)
        .executeTakeFirst();
      if (there) throw conflict(`the trade ${JSON.stringify(params.exec_id)} has a report already; change it with PUT`);
      const row = await db
        .insertInto('trade_reports')
        .values(reportColumns.store({ ...body, trade_id: params.exec_id, created_at: call.now().toISOString() }))
        .returningAll()
        .executeTakeFirstOrThrow();
      audit({ resource: 'report', id: row.id, after: present(row) });
      return present(row);
    }),
  ),
  route(contract.reports.get, async ({ params }, { db }) => present(await findReport(db, params.exec_id))),
  route(contract.reports.update, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await findReport(db, params.exec_id);
      const after: ReportRow = { ...before, ...reportColumns.change(body) };
      await db.updateTable('trade_reports').set(after).where('id', '=', before.id).execute();
      audit({ resource: 'report', id: before.id, before: present(before), after: present(after) });
      return present(after);
    }),
  ),
  route(contract.reports.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await findReport(db, params.exec_id);
      const lost = lostOf({ image: await countImages(db, 'report', before.id) });
      await deleteReport(db, before.id);
      audit({ resource: 'report', id: before.id, before: { ...present(before), ...lost } });
    }),
  ),
];
