import { contract } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { mustHaveAccount } from '../accounts/repository.ts';
import { notFound } from '../core/fault.ts';
import { pageOf } from '../core/page.ts';
import { route, type Route } from '../core/route.ts';
import { eventColumns } from './columns.ts';
import { structureRoutes } from './structures.ts';
import type { PositionEventRow } from './tables.ts';

type EventShown = ReturnType<typeof eventColumns.show>;

function present(row: Selectable<PositionEventRow>) {
  const event = eventColumns.show(row);
  return { id: row.id, ...event, quantity: signed(event) };
}

/** Shares that left are shown below zero, as the statement does. */
function signed({ quantity, from_account_id, to_account_id }: EventShown): number | null {
  return quantity !== null && from_account_id !== null && to_account_id === null ? -quantity : quantity;
}

export const positionRoutes: readonly Route[] = [
  ...structureRoutes,
  route(contract.positionEvents.create, ({ body }, call) =>
    call.write(async ({ db, audit }) => {
      if ('account_id' in body) await mustHaveAccount(db, body.account_id);
      const row = await db
        .insertInto('position_events')
        .values(eventColumns.store({ ...body, created_at: call.now().toISOString() }))
        .returningAll()
        .executeTakeFirstOrThrow();
      audit({ resource: 'position_event', id: row.id, after: present(row) });
      return present(row);
    }),
  ),
  route(contract.positionEvents.list, ({ query }, { db }) => {
    let rows = db.selectFrom('position_events');
    if (query.instrument !== undefined) rows = rows.where('instrument', '=', query.instrument);
    return pageOf(rows, query, (page) => page.selectAll().orderBy('id', 'desc'), present);
  }),
  route(contract.positionEvents.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const row = await db
        .selectFrom('position_events')
        .selectAll()
        .where('id', '=', params.event_id)
        .executeTakeFirst();
      if (row === undefined) throw notFound('position event', params.event_id);
      await db.deleteFrom('position_events').where('id', '=', row.id).execute();
      audit({ resource: 'position_event', id: row.id, before: present(row) });
    }),
  ),
];
