import { contract, type HandlerInput } from '@zorivest/contract';
import { type Db, decimalTextOrNull, notFound, route, type WriteScope } from '@zorivest/store';
import { getTrade } from '../trades/service.ts';
import { type MistakeRow, presentMistake } from './repository.ts';

async function findMistake(db: Db, id: number): Promise<MistakeRow> {
  const row = await db.selectFrom('mistake_entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('mistake', id);
  return row;
}

type NewMistake = Omit<HandlerInput<typeof contract.mistakes.create>['body'], 'trade_exec_id'>;

interface MistakeNote {
  readonly at: Date;
  /** It was suspected before the person confirmed it. */
  readonly bySuspicion?: boolean;
}

async function addMistake(
  { db, audit }: WriteScope,
  execId: string,
  body: NewMistake,
  { at, bySuspicion = false }: MistakeNote,
): Promise<MistakeRow> {
  await getTrade(db, execId);
  const row = await db
    .insertInto('mistake_entries')
    .values({
      trade_id: execId,
      category: body.category,
      estimated_cost: decimalTextOrNull(body.estimated_cost),
      notes: body.notes ?? null,
      auto_detected: bySuspicion ? 1 : 0,
      created_at: at.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  audit({ resource: 'mistake', id: row.id, after: presentMistake(row) });
  return row;
}

export const mistakeRoutes = [
  route(contract.mistakes.create, ({ body: { trade_exec_id, ...body } }, call) =>
    call.write(async (scope) => {
      const row = await addMistake(scope, trade_exec_id, body, { at: call.now() });
      return { ...presentMistake(row), mistake_id: row.id, status: 'created' as const };
    }),
  ),
  route(contract.mistakes.createMany, ({ body: { exec_ids, ...body } }, call) =>
    call.write(async (scope) => {
      const ids = new Set(exec_ids);
      for (const execId of ids) await addMistake(scope, execId, body, { at: call.now() });
      return { created: ids.size };
    }),
  ),
  route(contract.mistakes.answer, ({ body: { trade_exec_id, was_one, ...body } }, call) =>
    call.write(async (scope) => {
      if (was_one) {
        const { id } = await addMistake(scope, trade_exec_id, body, { at: call.now(), bySuspicion: true });
        return { was_one, mistake_id: id };
      }
      await getTrade(scope.db, trade_exec_id);
      const refused = { exec_id: trade_exec_id, category: body.category, at: call.now().toISOString() };
      await scope.db
        .insertInto('refused_suspicions')
        .values(refused)
        .onConflict((same) => same.doNothing())
        .execute();
      scope.audit({ resource: 'mistake', id: `${trade_exec_id} ${body.category}`, after: refused });
      return { was_one, mistake_id: null };
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
] as const;
