// What somebody has changed of a trade by hand since it came in: the log of changes tells.
import type { WriteScope } from '@zorivest/store';

/** What of a trade the log of changes tells. */
interface TradeFields {
  readonly instrument?: string;
  readonly action?: string;
  readonly account_id?: string;
  readonly quantity?: number;
  readonly price?: number;
  readonly commission?: number;
}

/** The changes somebody made to a trade; an import writes none of its own. */
export async function editsOf(
  { db }: Pick<WriteScope, 'db'>,
  execId: string,
): Promise<{ before: TradeFields; after: TradeFields }[]> {
  const edits = await db
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('resource_type', '=', 'trade')
    .where('resource_id', '=', execId)
    .where('before', 'is not', null)
    .where('after', 'is not', null)
    .execute();
  return edits.map(({ before, after }) => ({
    before: JSON.parse(before ?? '{}') as TradeFields,
    after: JSON.parse(after ?? '{}') as TradeFields,
  }));
}

/** Whether somebody has changed the costs of a trade since it was imported: that figure is not for a statement to undo. */
export async function costsByHand(scope: Pick<WriteScope, 'db'>, execId: string): Promise<boolean> {
  const edits = await editsOf(scope, execId);
  return edits.some(({ before, after }) => before.commission !== after.commission);
}
