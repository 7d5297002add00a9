// Reports as the other concepts read them.
import type { Db } from '@zorivest/store';
import { reportColumns } from './columns.ts';

/** The report on any of these trades; its grades as numbers, 5 the best. */
export async function reportOnAny(db: Db, execIds: readonly string[]) {
  const row = await db.selectFrom('trade_reports').selectAll().where('trade_id', 'in', execIds).executeTakeFirst();
  if (row === undefined) return null;
  const { setup_quality, execution_quality, emotional_state, lessons_learned } = row;
  return {
    setup_quality,
    execution_quality,
    emotional_state,
    lessons_learned,
    followed_plan: row.followed_plan === 1,
    tags: JSON.parse(row.tags) as string[], // the column's own JSON
  };
}

/** The report on any of these trades as it is shown, the oldest if there are several. */
export async function shownReportOnAny(db: Db, execIds: readonly string[]) {
  const row = await db
    .selectFrom('trade_reports')
    .selectAll()
    .where('trade_id', 'in', execIds)
    .orderBy('id')
    .executeTakeFirst();
  return row === undefined ? null : { id: row.id, ...reportColumns.show(row) };
}

/** The report and its images. */
export async function deleteReport(db: Db, id: number): Promise<void> {
  await db.deleteFrom('images').where('owner_type', '=', 'report').where('owner_id', '=', String(id)).execute();
  await db.deleteFrom('trade_reports').where('id', '=', id).execute();
}
