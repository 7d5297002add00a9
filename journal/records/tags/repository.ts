// The tags of executions, whether they stand on the execution or on its review.
import type { Db } from '@zorivest/store';
import type { ReversalSide } from '@zorivest/vocabulary';

/** How many ids one query takes. */
const BATCH_SIZE = 500;

/** Of executions with two sides: whose their tags are, where the person chose. */
export async function tagsOfReversals(db: Db, execIds: readonly string[]): Promise<Map<string, ReversalSide>> {
  const sides = new Map<string, ReversalSide>();
  for (let from = 0; from < execIds.length; from += BATCH_SIZE) {
    const rows = await db
      .selectFrom('trades')
      .select(['exec_id', 'tags_of'])
      .where('exec_id', 'in', execIds.slice(from, from + BATCH_SIZE))
      .where('tags_of', 'is not', null)
      .execute();
    for (const { exec_id, tags_of } of rows) if (tags_of !== null) sides.set(exec_id, tags_of);
  }
  return sides;
}

/** Each execution's tags, each once. */
export async function tagsByTrade(db: Db): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const add = (execId: string, tags: readonly string[]): void => {
    found.set(execId, [...new Set([...(found.get(execId) ?? []), ...tags])]);
  };
  for (const { trade_id, tags } of await db.selectFrom('trade_reports').select(['trade_id', 'tags']).execute())
    add(trade_id, JSON.parse(tags) as string[]); // the column's own JSON
  for (const { exec_id, tag } of await db.selectFrom('trade_tags').selectAll().orderBy('tag').execute())
    add(exec_id, [tag]);
  return found;
}
