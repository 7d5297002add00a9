import { type ClientOutput, contract } from '@zorivest/contract';
import { sql, type Selectable } from 'kysely';
import {
  conflict,
  containsPattern,
  type Database,
  type Db,
  notFound,
  type Page,
  pageOf,
  route,
  shownTime,
  shownTimeOrNull,
  timeText,
} from '@zorivest/store';
import { finishDraft } from '../drafts/finish.ts';
import { deleteImagesOf } from '../images/owners.ts';
import { imagesOfMany } from '../images/repository.ts';
import { getTrade } from '../trades/service.ts';
import { diaryImageRoutes } from './image-routes.ts';

type EntryRow = Selectable<Database['journal_entries']>;
type Entry = ReturnType<typeof present> & Partial<Pick<ClientOutput<typeof contract.journal.get>, 'images' | 'trades'>>;

function present(row: EntryRow, trades: readonly string[]) {
  return {
    ...row,
    tags: JSON.parse(row.tags) as string[],
    trade_exec_ids: [...trades],
    created_at: shownTime(row.created_at),
    updated_at: shownTimeOrNull(row.updated_at),
  };
}

/** The link from a trade to an entry. */
function link(execId: string, entryId: string) {
  return {
    source_type: 'TRADE',
    source_id: execId,
    target_type: 'JOURNAL',
    target_id: entryId,
    link_type: 'REVIEWED_BY',
  } as const;
}

async function linkedTrades(db: Db, entryIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (entryIds.length === 0) return found;
  const rows = await db
    .selectFrom('entity_links')
    .select(['source_id', 'target_id'])
    .where('source_type', '=', 'TRADE')
    .where('target_type', '=', 'JOURNAL')
    .where('target_id', 'in', entryIds)
    .orderBy('created_at')
    .orderBy('source_id')
    .execute();
  for (const { source_id, target_id } of rows) found.set(target_id, [...(found.get(target_id) ?? []), source_id]);
  return found;
}

async function getEntry(db: Db, id: string): Promise<{ row: EntryRow; entry: Entry }> {
  const row = await db.selectFrom('journal_entries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('journal entry', id);
  return { row, entry: present(row, (await linkedTrades(db, [id])).get(id) ?? []) };
}

/** What a page of entries shows of each, in two questions to the book and not in two for each entry. */
async function withParts(db: Db, entries: readonly Entry[]): Promise<Entry[]> {
  const ids = entries.map(({ id }) => id);
  const images = Map.groupBy(await imagesOfMany(db, 'journal_entry', ids), ({ owner_id }) => owner_id);
  const execIds = [...new Set(entries.flatMap(({ trade_exec_ids }) => trade_exec_ids))];
  const rows =
    execIds.length === 0
      ? []
      : await db
          .selectFrom('trades')
          .select(['exec_id', 'instrument', 'action'])
          .where('exec_id', 'in', execIds)
          .execute();
  const trades = new Map(rows.map((row) => [row.exec_id, row]));
  return entries.map((entry) => ({
    ...entry,
    images: (images.get(entry.id) ?? []).map(({ owner_id: _owner, ...image }) => image),
    trades: entry.trade_exec_ids.flatMap((id) => trades.get(id) ?? []),
  }));
}

export const diaryRoutes = [
  route(contract.journal.create, ({ body }, call) =>
    call.write(async ({ db, audit }) => {
      const row = {
        id: call.newId(),
        title: body.title,
        body: body.body,
        tags: JSON.stringify(body.tags),
        created_at: call.now().toISOString(),
        updated_at: null,
      };
      await db.insertInto('journal_entries').values(row).execute();
      await finishDraft(db, { form: body.draft_form, entryId: row.id, actor: call.actor });
      const entry = present(row, []);
      audit({ resource: 'journal_entry', id: row.id, after: entry });
      return entry;
    }),
  ),
  route(contract.journal.list, async ({ query }, { db }): Promise<Page<Entry>> => {
    let rows = db.selectFrom('journal_entries');
    if (query.search !== undefined && query.search !== '') {
      const pattern = containsPattern(query.search);
      rows = rows.where(
        sql<boolean>`(lower(title) like ${pattern} escape '\\' or lower(body) like ${pattern} escape '\\')`,
      );
    }
    if (query.tag !== undefined) {
      // Tags are a JSON list; a tag is found as the JSON text it was stored as.
      const pattern = containsPattern(JSON.stringify(query.tag));
      rows = rows.where(sql<boolean>`lower(tags) like ${pattern} escape '\\'`);
    }
    if (query.from !== undefined) rows = rows.where('created_at', '>=', timeText(query.from));
    if (query.to !== undefined) rows = rows.where('created_at', '<', timeText(query.to));
    const linked = [query.trade_exec_id, ...(query.trade_exec_ids?.split(',') ?? [])].filter((id) => id !== undefined);
    if (linked.length > 0) {
      rows = rows.where('id', 'in', (eb) =>
        eb
          .selectFrom('entity_links')
          .select('target_id')
          .where('source_type', '=', 'TRADE')
          .where('source_id', 'in', linked)
          .where('target_type', '=', 'JOURNAL'),
      );
    }
    const found = await pageOf(
      rows,
      query,
      (page) => page.selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc'),
      (row) => row,
    );
    const links = await linkedTrades(
      db,
      found.items.map(({ id }) => id),
    );
    const items = found.items.map((row) => present(row, links.get(row.id) ?? []));
    return { ...found, items: query.whole ? await withParts(db, items) : items };
  }),
  route(contract.journal.get, async ({ params }, { db }) => (await getEntry(db, params.journal_entry_id)).entry),
  route(contract.journal.update, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      const { row, entry: before } = await getEntry(db, params.journal_entry_id);
      if (body.if_updated_at !== undefined && body.if_updated_at !== before.updated_at)
        throw conflict(`the entry was changed in the meantime, at ${before.updated_at ?? before.created_at}`);
      const changed = {
        ...row,
        ...(body.title !== undefined && { title: body.title }),
        ...(body.body !== undefined && { body: body.body }),
        ...(body.tags !== undefined && { tags: JSON.stringify(body.tags) }),
        updated_at: call.now().toISOString(),
      };
      await db.updateTable('journal_entries').set(changed).where('id', '=', row.id).execute();
      await finishDraft(db, { form: body.draft_form, entryId: row.id, actor: call.actor });
      const after = present(changed, before.trade_exec_ids);
      audit({ resource: 'journal_entry', id: row.id, before, after });
      return after;
    }),
  ),
  route(contract.journal.remove, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const { row, entry: before } = await getEntry(db, params.journal_entry_id);
      await db
        .deleteFrom('entity_links')
        .where('target_type', '=', 'JOURNAL')
        .where('target_id', '=', row.id)
        .execute();
      await deleteImagesOf(db, 'journal_entry', row.id);
      await db.deleteFrom('journal_entries').where('id', '=', row.id).execute();
      audit({ resource: 'journal_entry', id: row.id, before });
    }),
  ),
  route(contract.journal.linkTrade, ({ params, body }, call) =>
    call.write(async ({ db, audit }) => {
      await getTrade(db, params.exec_id);
      await getEntry(db, body.journal_entry_id);
      const result = await db
        .insertInto('entity_links')
        .values({ ...link(params.exec_id, body.journal_entry_id), created_at: call.now().toISOString() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      const linked = { trade_exec_id: params.exec_id, journal_entry_id: body.journal_entry_id, linked: true as const };
      if (result.numInsertedOrUpdatedRows === 1n) {
        call.setStatus(201);
        audit({ resource: 'journal_entry', id: body.journal_entry_id, after: linked });
      }
      return linked;
    }),
  ),
  route(contract.journal.unlinkTrade, ({ params }, call) =>
    call.write(async ({ db, audit }) => {
      const { source_id, target_id } = link(params.exec_id, params.journal_entry_id);
      const result = await db
        .deleteFrom('entity_links')
        .where('source_type', '=', 'TRADE')
        .where('source_id', '=', source_id)
        .where('target_type', '=', 'JOURNAL')
        .where('target_id', '=', target_id)
        .executeTakeFirst();
      if (result.numDeletedRows === 0n) throw notFound('link to journal entry', target_id);
      audit({ resource: 'journal_entry', id: target_id, before: { trade_exec_id: source_id, linked: true } });
    }),
  ),
  ...diaryImageRoutes,
] as const;
