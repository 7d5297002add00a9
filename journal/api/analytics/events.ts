import { contract } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { notFound } from '../core/fault.ts';
import { pageOf } from '../core/page.ts';
import { route } from '../core/route.ts';
import { eventColumns } from './columns.ts';
import type { PositionEventRow } from './tables.ts';

function present(row: Selectable<PositionEventRow>) {
  return { id: row.id, ...eventColumns.show(row) };
}

export const positionEventRoutes = [
  route(contract.positionEvents.create, ({ body }, call) =>
    call.write(async ({ db, audit }) => {
      const accountId = 'account_id' in body ? body.account_id : null;
      if (accountId !== null) {
        const account = await db
          .selectFrom('accounts')
          .select('account_id')
          .where('account_id', '=', accountId)
          .executeTakeFirst();
        if (account === undefined) throw notFound('account', accountId);
      }
      const row = await db
        .insertInto('position_events')
        .values(eventColumns.store({ ...body, created_at: call.app.now().toISOString() }))
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
