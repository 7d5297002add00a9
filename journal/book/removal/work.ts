// What people and assistants have made of a trade: it goes, or loses its trade, when the trade goes.
import { countImages } from '../images/count.ts';
import type { Db } from '@zorivest/store';

/** How much there is of each kind, besides the report itself. */
export async function workOnTrade(db: Db, execId: string) {
  const report = await db.selectFrom('trade_reports').select('id').where('trade_id', '=', execId).executeTakeFirst();
  const mistakes = await db.selectFrom('mistake_entries').select('id').where('trade_id', '=', execId).execute();
  const links = await db
    .selectFrom('entity_links')
    .select('target_id')
    .where('source_type', '=', 'TRADE')
    .where('source_id', '=', execId)
    .execute();
  const plans = await db.selectFrom('trade_plans').select('id').where('linked_trade_id', '=', execId).execute();
  const onReport = report ? await countImages(db, 'report', report.id) : 0;
  return {
    image: onReport + (await countImages(db, 'trade', execId)),
    mistake: mistakes.length,
    link: links.length,
    'linked plan': plans.length,
  };
}
