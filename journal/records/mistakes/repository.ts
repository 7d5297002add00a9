// Mistakes as the other concepts read them.
import type { mistakeCategories } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { type Database, type Db, decimalValueOrNull, shownTime } from '@zorivest/store';

export type MistakeRow = Selectable<Database['mistake_entries']>;

export function presentMistake(row: MistakeRow) {
  return {
    ...row,
    category: row.category as (typeof mistakeCategories)[number], // checked by the contract on the way in
    estimated_cost: decimalValueOrNull(row.estimated_cost),
    auto_detected: row.auto_detected === 1,
    created_at: shownTime(row.created_at),
  };
}

/** All that were tagged, oldest first, each with the time of its trade. */
export function mistakesOnTrades(db: Db) {
  return db
    .selectFrom('mistake_entries')
    .innerJoin('trades', 'trades.exec_id', 'mistake_entries.trade_id')
    .selectAll('mistake_entries')
    .select(['trades.time', 'trades.time_known'])
    .orderBy('mistake_entries.id')
    .execute();
}

/** The answers to suspicions: of each execution the categories that are recorded on it, and those that are refused. */
export async function answeredSuspicions(db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const recorded = await db.selectFrom('mistake_entries').select(['trade_id as exec_id', 'category']).execute();
  const refused = await db.selectFrom('refused_suspicions').select(['exec_id', 'category']).execute();
  const answers = Map.groupBy([...recorded, ...refused], ({ exec_id }) => exec_id);
  return new Map([...answers].map(([id, rows]) => [id, new Set(rows.map(({ category }) => category))]));
}

export function mistakesOnAny(db: Db, execIds: readonly string[]) {
  return db.selectFrom('mistake_entries').selectAll().where('trade_id', 'in', execIds).orderBy('id').execute();
}
