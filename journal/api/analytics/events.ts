import { contract } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { notFound } from '../core/fault.ts';
import { pageOf } from '../core/page.ts';
import { route } from '../core/route.ts';
import { decimalTextOrNull, decimalValueOrNull, shownTime, timeText } from '../store/index.ts';
import type { PositionEventRow } from './tables.ts';

function present(row: Selectable<PositionEventRow>) {
  return {
    ...row,
    kind: row.kind as 'split', // one of the contract's words, checked on the way in and by the table
    time: shownTime(row.time),
    new_shares: decimalValueOrNull(row.new_shares),
    old_shares: decimalValueOrNull(row.old_shares),
    quantity: decimalValueOrNull(row.quantity),
    settlement_price: decimalValueOrNull(row.settlement_price),
    cost_basis: decimalValueOrNull(row.cost_basis),
    created_at: shownTime(row.created_at),
  };
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
        .values({
          kind: body.kind,
          instrument: body.instrument,
          time: timeText(body.time),
          account_id: accountId,
          new_shares: decimalTextOrNull('new_shares' in body ? body.new_shares : null),
          old_shares: decimalTextOrNull('old_shares' in body ? body.old_shares : null),
          new_instrument: 'new_instrument' in body ? body.new_instrument : null,
          quantity: decimalTextOrNull('quantity' in body ? body.quantity : null),
          settlement_price: decimalTextOrNull('settlement_price' in body ? body.settlement_price : null),
          cost_basis: null,
          source_id: null,
          import_batch_id: null,
          created_at: call.app.now().toISOString(),
        })
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
