// Mistakes as the other concepts read them.
import type { Db } from '../store/index.ts';

/** The mistakes tagged on trades of an account, or of all, oldest first. */
export function mistakesOnTrades(db: Db, accountId: string | null) {
  let rows = db
    .selectFrom('mistake_entries')
    .innerJoin('trades', 'trades.exec_id', 'mistake_entries.trade_id')
    .select(['mistake_entries.id', 'trade_id', 'category', 'estimated_cost', 'mistake_entries.created_at']);
  if (accountId !== null) rows = rows.where('trades.account_id', '=', accountId);
  return rows.orderBy('mistake_entries.id').execute();
}

export function mistakesOnAny(db: Db, execIds: readonly string[]) {
  return db.selectFrom('mistake_entries').select(['category', 'notes']).where('trade_id', 'in', execIds).execute();
}
