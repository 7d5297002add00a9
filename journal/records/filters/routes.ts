// Filters that the person gave a name.
import { contract } from '@zorivest/contract';
import { notFound, route, shownTime } from '@zorivest/store';
import type { FilterTables } from './tables.ts';

function present({ name, query, updated_at }: FilterTables['saved_filters']) {
  return { name, query: JSON.parse(query) as Record<string, string>, updated_at: shownTime(updated_at) };
}

export const filterRoutes = [
  route(contract.filters.list, async (_, { db }) => ({
    items: (await db.selectFrom('saved_filters').selectAll().orderBy('name').execute()).map(present),
  })),
  route(contract.filters.save, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const row = { name: params.name, query: JSON.stringify(body.query), updated_at: call.now().toISOString() };
      await db
        .insertInto('saved_filters')
        .values(row)
        .onConflict((there) => there.column('name').doUpdateSet(row))
        .execute();
      audit({ resource: 'filter', id: params.name, after: body.query });
      return present(row);
    }),
  ),
  route(contract.filters.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const row = await db
        .deleteFrom('saved_filters')
        .where('name', '=', params.name)
        .returningAll()
        .executeTakeFirst();
      if (!row) throw notFound('filter', params.name);
      audit({ resource: 'filter', id: params.name, before: present(row).query });
    }),
  ),
] as const;
