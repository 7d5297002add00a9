import { contract } from '@zorivest/contract';
import { notFound } from '../core/fault.ts';
import { route } from '../core/route.ts';
import { decimalTextOrNull, type Db } from '../store/index.ts';
import { getTrade } from '../trades/service.ts';
import { type MistakeRow, presentMistake } from './repository.ts';

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
      audit({ resource: 'mistake', id: row.id, after: presentMistake(row) });
      return { ...presentMistake(row), mistake_id: row.id, status: 'created' as const };
    }),
  ),
  route(contract.mistakes.get, async ({ params }, { db }) => presentMistake(await findMistake(db, params.mistake_id))),
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
      audit({ resource: 'mistake', id: before.id, before: presentMistake(before), after: presentMistake(after) });
      return presentMistake(after);
    }),
  ),
  route(contract.mistakes.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await findMistake(db, params.mistake_id);
      await db.deleteFrom('mistake_entries').where('id', '=', before.id).execute();
      audit({ resource: 'mistake', id: before.id, before: presentMistake(before) });
    }),
  ),
];
