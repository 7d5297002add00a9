import { contract, type mistakeCategories } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { notFound } from '../core/fault.ts';
import { pageOf } from '../core/page.ts';
import { route } from '../core/route.ts';
import { decimalTextOrNull, decimalValueOrNull, shownTime, type Database, type Db } from '../store/index.ts';
import { getTrade } from '../trades/service.ts';

type MistakeRow = Selectable<Database['mistake_entries']>;

function present(row: MistakeRow) {
  return {
    ...row,
    category: row.category as (typeof mistakeCategories)[number], // checked by the contract on the way in
    estimated_cost: decimalValueOrNull(row.estimated_cost),
    auto_detected: row.auto_detected === 1,
    created_at: shownTime(row.created_at),
  };
}

async function findMistake(db: Db, id: number): Promise<MistakeRow> {
  const row = await db.selectFrom('mistake_entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('mistake', id);
  return row;
}

export const mistakeRoutes = [
  route(contract.mistakes.create, ({ body }, call) =>
    call.write(async ({ db, audit }) => {
      await getTrade(db, body.trade_exec_id);
      const row = await db
        .insertInto('mistake_entries')
        .values({
          trade_id: body.trade_exec_id,
          category: body.category,
          estimated_cost: decimalTextOrNull(body.estimated_cost),
          notes: body.notes ?? null,
          auto_detected: 0,
          created_at: call.now().toISOString(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      audit({ resource: 'mistake', id: row.id, after: present(row) });
      return { ...present(row), mistake_id: row.id, status: 'created' as const };
    }),
  ),
  route(contract.mistakes.list, ({ query }, { db }) => {
    let rows = db.selectFrom('mistake_entries');
    if (query.trade_exec_id !== undefined) rows = rows.where('trade_id', '=', query.trade_exec_id);
    if (query.category !== undefined) rows = rows.where('category', '=', query.category);
    return pageOf(rows, query, (page) => page.selectAll().orderBy('id', 'desc'), present);
  }),
  route(contract.mistakes.get, async ({ params }, { db }) => present(await findMistake(db, params.mistake_id))),
  route(contract.mistakes.update, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await findMistake(db, params.mistake_id);
      const after: MistakeRow = {
        ...before,
        ...(body.category !== undefined && { category: body.category }),
        ...(body.estimated_cost !== undefined && { estimated_cost: decimalTextOrNull(body.estimated_cost) }),
        ...(body.notes !== undefined && { notes: body.notes }),
      };
      await db.updateTable('mistake_entries').set(after).where('id', '=', before.id).execute();
      audit({ resource: 'mistake', id: before.id, before: present(before), after: present(after) });
      return present(after);
    }),
  ),
  route(contract.mistakes.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await findMistake(db, params.mistake_id);
      await db.deleteFrom('mistake_entries').where('id', '=', before.id).execute();
      audit({ resource: 'mistake', id: before.id, before: present(before) });
    }),
  ),
];
