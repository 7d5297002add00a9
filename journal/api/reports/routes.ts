// The review of a trade. Grades are letters outside and 5 (A) to 1 (F) inside, so that they can be averaged.
import { contract, grades, type emotionalStates } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { conflict, Fault } from '../core/fault.ts';
import { route } from '../core/route.ts';
import { flagValue, shownTime, type Database, type Db } from '../store/index.ts';
import { getTrade } from '../trades/service.ts';

type ReportRow = Selectable<Database['trade_reports']>;
type Grade = (typeof grades)[number];

const stored = (grade: Grade) => grades.length - grades.indexOf(grade);
const shown = (value: number) => grades[grades.length - value] ?? 'F';

function present(row: ReportRow) {
  return {
    ...row,
    setup_quality: shown(row.setup_quality),
    execution_quality: shown(row.execution_quality),
    followed_plan: row.followed_plan === 1,
    emotional_state: row.emotional_state as (typeof emotionalStates)[number], // checked on the way in
    tags: JSON.parse(row.tags) as string[],
    created_at: shownTime(row.created_at),
  };
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
        .values({
          trade_id: params.exec_id,
          setup_quality: stored(body.setup_quality),
          execution_quality: stored(body.execution_quality),
          followed_plan: flagValue(body.followed_plan),
          emotional_state: body.emotional_state,
          lessons_learned: body.lessons_learned,
          tags: JSON.stringify(body.tags),
          created_at: call.app.now().toISOString(),
        })
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
      const { setup_quality, execution_quality, followed_plan, emotional_state, lessons_learned, tags } = body;
      const after: ReportRow = {
        ...before,
        ...(setup_quality !== undefined && { setup_quality: stored(setup_quality) }),
        ...(execution_quality !== undefined && { execution_quality: stored(execution_quality) }),
        ...(followed_plan !== undefined && { followed_plan: flagValue(followed_plan) }),
        ...(emotional_state !== undefined && { emotional_state }),
        ...(lessons_learned !== undefined && { lessons_learned }),
        ...(tags !== undefined && { tags: JSON.stringify(tags) }),
      };
      await db.updateTable('trade_reports').set(after).where('id', '=', before.id).execute();
      audit({ resource: 'report', id: before.id, before: present(before), after: present(after) });
      return present(after);
    }),
  ),
  route(contract.reports.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await findReport(db, params.exec_id);
      await db
        .deleteFrom('images')
        .where('owner_type', '=', 'report')
        .where('owner_id', '=', String(before.id))
        .execute();
      await db.deleteFrom('trade_reports').where('id', '=', before.id).execute();
      audit({ resource: 'report', id: before.id, before: present(before) });
    }),
  ),
];
