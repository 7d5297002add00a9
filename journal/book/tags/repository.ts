// The tags of executions, whether they stand on the execution or on its review.
import type { Db } from '@zorivest/store';

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
