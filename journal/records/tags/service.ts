// Putting tags on trades, taking them off, and calling them something else.
import { type Call, type Db, notFound, type WriteScope } from '@zorivest/store';
import { getTrade } from '../trades/service.ts';
import { tagsByTrade } from './repository.ts';

interface Change {
  /** What becomes of a tag; null: it goes. */
  readonly of: (tag: string) => string | null;
  readonly add: readonly string[];
}

interface TagChange {
  readonly exec_ids: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export function applyTags(call: Call, { exec_ids, add, remove }: TagChange): Promise<{ changed: number }> {
  const gone = new Set(remove);
  return call.write(async (scope) => {
    for (const execId of exec_ids) await getTrade(scope.db, execId);
    return retag(scope, exec_ids, { of: (tag) => (gone.has(tag) ? null : tag), add });
  });
}

interface TagRename {
  readonly tags: readonly string[];
  readonly to: string;
}

export function renameTags(call: Call, { tags, to }: TagRename): Promise<{ changed: number }> {
  const old = new Set(tags);
  return call.write(async (scope) => {
    const tagged = await tagsByTrade(scope.db);
    for (const tag of tags) requireTag(tagged, tag);
    const holders = [...tagged].filter(([, has]) => has.some((tag) => old.has(tag))).map(([execId]) => execId);
    const done = await retag(scope, holders, { of: (tag) => (old.has(tag) ? to : tag), add: [] });
    await scope.db
      .deleteFrom('hidden_tags')
      .where('tag', 'in', [...tags])
      .execute();
    return done;
  });
}

export async function hideTag(call: Call, tag: string, hidden: boolean): Promise<void> {
  await call.write(async ({ db, audit }) => {
    requireTag(await tagsByTrade(db), tag);
    if (hidden)
      await db
        .insertInto('hidden_tags')
        .values({ tag })
        .onConflict((there) => there.doNothing())
        .execute();
    else await db.deleteFrom('hidden_tags').where('tag', '=', tag).execute();
    audit({ resource: 'tag', id: tag, after: { hidden } });
  });
}

function requireTag(tagged: ReadonlyMap<string, readonly string[]>, tag: string): void {
  if (![...tagged.values()].some((tags) => tags.includes(tag))) throw notFound('tag', tag);
}

/** A tag stays where it stands, on the review or on the execution; a new one comes to the execution. */
async function retag({ db, audit }: WriteScope, execIds: readonly string[], { of, add }: Change) {
  let changed = 0;
  for (const execId of new Set(execIds)) {
    const report = await db
      .selectFrom('trade_reports')
      .select(['id', 'tags'])
      .where('trade_id', '=', execId)
      .executeTakeFirst();
    const onReport = report ? (JSON.parse(report.tags) as string[]) : []; // the column's own JSON
    const onTrade = await ownTags(db, execId);
    const become = (tags: readonly string[]) => [...new Set(tags.map(of).filter((tag) => tag !== null))];
    const reportAfter = become(onReport);
    const tradeAfter = [...new Set([...become(onTrade), ...add])].filter((tag) => !reportAfter.includes(tag));
    const before = [...onReport, ...onTrade];
    const after = [...reportAfter, ...tradeAfter];
    if (JSON.stringify(after) === JSON.stringify(before)) continue;
    changed++;
    if (report)
      await db
        .updateTable('trade_reports')
        .set({ tags: JSON.stringify(reportAfter) })
        .where('id', '=', report.id)
        .execute();
    await db.deleteFrom('trade_tags').where('exec_id', '=', execId).execute();
    const rows = tradeAfter.map((tag) => ({ exec_id: execId, tag }));
    if (rows.length > 0) await db.insertInto('trade_tags').values(rows).execute();
    audit({ resource: 'trade_tags', id: execId, before, after });
  }
  return { changed };
}

const ownTags = async (db: Db, execId: string): Promise<string[]> =>
  (await db.selectFrom('trade_tags').select('tag').where('exec_id', '=', execId).orderBy('tag').execute()).map(
    ({ tag }) => tag,
  );
