import { contract } from '@zorivest/contract';
import type { Selectable } from 'kysely';
import { conflict, type Database, type Db, notFound, pageOf, route, shownTime, shownTimeOrNull } from '@zorivest/store';

type ListRow = Selectable<Database['watchlists']>;
type ItemRow = Selectable<Database['watchlist_items']>;

const presentItem = (row: ItemRow) => ({ ...row, added_at: shownTime(row.added_at) });

async function itemsOf(db: Db, ids: readonly number[]): Promise<Map<number, ItemRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('watchlist_items')
    .selectAll()
    .where('watchlist_id', 'in', ids)
    .orderBy('id')
    .execute();
  return Map.groupBy(rows, ({ watchlist_id }) => watchlist_id);
}

function present(row: ListRow, items: readonly ItemRow[] = []) {
  return {
    ...row,
    created_at: shownTime(row.created_at),
    updated_at: shownTimeOrNull(row.updated_at),
    items: items.map(presentItem),
  };
}

async function getList(db: Db, id: number) {
  const row = await db.selectFrom('watchlists').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('watchlist', id);
  return present(row, (await itemsOf(db, [id])).get(id));
}

async function getItem(db: Db, listId: number, ticker: string): Promise<ItemRow> {
  await getList(db, listId);
  const row = await db
    .selectFrom('watchlist_items')
    .selectAll()
    .where('watchlist_id', '=', listId)
    .where('ticker', '=', ticker.toUpperCase())
    .executeTakeFirst();
  if (!row) throw notFound('ticker on this watchlist', ticker);
  return row;
}

async function refuseName(db: Db, name: string, self: number): Promise<void> {
  const twin = await db
    .selectFrom('watchlists')
    .select('id')
    .where('name', '=', name)
    .where('id', '!=', self)
    .executeTakeFirst();
  if (twin) throw conflict(`a watchlist named ${JSON.stringify(name)} is there already`);
}

export const watchlistRoutes = [
  route(contract.watchlists.create, ({ body }, call) =>
    call.write(async ({ db, audit }) => {
      await refuseName(db, body.name, 0);
      const row = await db
        .insertInto('watchlists')
        .values({ ...body, created_at: call.now().toISOString(), updated_at: null })
        .returningAll()
        .executeTakeFirstOrThrow();
      audit({ resource: 'watchlist', id: row.id, after: present(row) });
      return present(row);
    }),
  ),
  route(contract.watchlists.list, async ({ query }, { db }) => {
    const found = await pageOf(
      db.selectFrom('watchlists'),
      query,
      (page) => page.selectAll().orderBy('name').orderBy('id'),
      (row) => row,
    );
    const items = await itemsOf(
      db,
      found.items.map(({ id }) => id),
    );
    return { ...found, items: found.items.map((row) => present(row, items.get(row.id))) };
  }),
  route(contract.watchlists.get, ({ params }, { db }) => getList(db, params.watchlist_id)),
  route(contract.watchlists.update, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await getList(db, params.watchlist_id);
      if (body.name !== undefined) await refuseName(db, body.name, before.id);
      await db
        .updateTable('watchlists')
        .set({
          name: body.name ?? before.name,
          description: body.description ?? before.description,
          updated_at: call.now().toISOString(),
        })
        .where('id', '=', before.id)
        .execute();
      const after = await getList(db, before.id);
      audit({ resource: 'watchlist', id: before.id, before, after });
      return after;
    }),
  ),
  route(contract.watchlists.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await getList(db, params.watchlist_id);
      await db.deleteFrom('watchlists').where('id', '=', before.id).execute();
      audit({ resource: 'watchlist', id: before.id, before });
    }),
  ),
  route(contract.watchlists.addItem, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const list = await getList(db, params.watchlist_id);
      const ticker = body.ticker.toUpperCase();
      if (list.items.some((item) => item.ticker === ticker)) throw conflict(`${ticker} is on this watchlist already`);
      const row = await db
        .insertInto('watchlist_items')
        .values({ watchlist_id: list.id, ticker, notes: body.notes, added_at: call.now().toISOString() })
        .returningAll()
        .executeTakeFirstOrThrow();
      audit({ resource: 'watchlist', id: list.id, after: presentItem(row) });
      return presentItem(row);
    }),
  ),
  route(contract.watchlists.updateItem, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await getItem(db, params.watchlist_id, params.ticker);
      await db.updateTable('watchlist_items').set({ notes: body.notes }).where('id', '=', before.id).execute();
      const after = { ...before, notes: body.notes };
      audit({ resource: 'watchlist', id: params.watchlist_id, before: presentItem(before), after: presentItem(after) });
      return presentItem(after);
    }),
  ),
  route(contract.watchlists.removeItem, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const before = await getItem(db, params.watchlist_id, params.ticker);
      await db.deleteFrom('watchlist_items').where('id', '=', before.id).execute();
      audit({ resource: 'watchlist', id: params.watchlist_id, before: presentItem(before) });
    }),
  ),
] as const;
