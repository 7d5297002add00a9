// Rows that an earlier version of a reader named otherwise. A book that it has filled knows them by those names: they are
// not new, and an instrument that was spelled otherwise does not stand under two names.
import type { FormerFill } from '@zorivest/imports';
import { sql } from 'kysely';
import type { WriteScope } from '../core/call.ts';
import { tradeColumns, type TradeRow } from '../trades/columns.ts';
import { renameTrade } from '../trades/repository.ts';

interface Named extends TradeRow {
  readonly formerly?: FormerFill;
}

/** The rows, those that the book has under a former id with that id. */
export function underFormerIds<R extends Named>(
  { selectMany }: Pick<WriteScope, 'selectMany'>,
  rows: readonly R[],
  known: Map<string, TradeRow>,
): readonly R[] {
  const renamed = rows.filter(({ exec_id, formerly }) => formerly !== undefined && !known.has(exec_id));
  if (renamed.length === 0) return rows;
  const ids = renamed.flatMap(({ formerly }) => (formerly === undefined ? [] : [[formerly.exec_id]]));
  const found = new Map(
    selectMany<TradeRow>('trades', tradeColumns.names, ['exec_id'], ids).map((row) => [row.exec_id, row]),
  );
  if (found.size === 0) return rows;
  return rows.map((row) => {
    const before = row.formerly === undefined || known.has(row.exec_id) ? undefined : found.get(row.formerly.exec_id);
    if (before?.account_id !== row.account_id) return row;
    known.set(before.exec_id, before);
    return { ...row, exec_id: before.exec_id };
  });
}

interface Spelling {
  readonly account_id: string;
  readonly currency: string;
  readonly from: string;
  readonly to: string;
}

/** Brings what files of one source have left in the book to the present spelling of an instrument, once for each. */
export class Respelled {
  readonly #scope: WriteScope;
  readonly #done = new Set<string>();

  constructor(scope: WriteScope) {
    this.#scope = scope;
  }

  /** How many fills and movements of money had the former one. */
  async take(source: string, { account_id, currency, from, to }: Spelling): Promise<number> {
    const key = [source, account_id, currency, from, to].join('\u001f');
    if (from === to || this.#done.has(key)) return 0;
    this.#done.add(key);
    const { db } = this.#scope;
    // A run of several files names their sources together: a+b.
    const runs = () =>
      db
        .selectFrom('import_runs')
        .select('run_id')
        .where(sql<boolean>`instr('+' || source || '+', ${`+${source}+`}) > 0`);
    const trades = await db
      .selectFrom('trades')
      .selectAll()
      .where('instrument', '=', from)
      .where('account_id', '=', account_id)
      .where('currency', '=', currency)
      .where('import_batch_id', 'in', runs())
      .execute();
    for (const trade of trades) await renameTrade(db, trade, to);
    const moved = await db
      .updateTable('bank_transactions')
      .set({ symbol: to })
      .where('symbol', '=', from)
      .where('account_id', '=', account_id)
      .where('currency', '=', currency)
      .where('import_batch_id', 'in', runs())
      .executeTakeFirst();
    return trades.length + Number(moved.numUpdatedRows);
  }
}
