// Trades in the book. Every way in or out keeps `trade_totals` right, in the caller's transaction: that is what makes a
// true total cheap however large the book is.
import type { AssetClass, TradeAction } from '@zorivest/vocabulary';
import { sql, type SelectQueryBuilder } from 'kysely';
import {
  addDecimals,
  containsPattern,
  type Database,
  type Db,
  negateDecimal,
  numericOrder,
  type WriteScope,
} from '@zorivest/store';
import { type BookExecution, executionColumns, tradeColumns, type TradeRow } from './columns.ts';
import { fingerprint } from './fingerprint.ts';
import { inTimeOrder } from './in-time-order.ts';
import { instrumentDefaults } from './instrument.ts';

export interface TradeFilter {
  readonly account_id?: string | undefined;
  readonly instrument?: string | undefined;
  readonly action?: TradeAction | undefined;
  readonly asset_class?: AssetClass | undefined;
  /** Inclusive and exclusive, as stored text. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search?: string | undefined;
}

export interface TradeOrder {
  readonly field: keyof TradeRow;
  readonly descending: boolean;
}

type TradeQuery<O> = SelectQueryBuilder<Database, 'trades', O>;

function matching<O>(query: TradeQuery<O>, filter: TradeFilter): TradeQuery<O> {
  let rows = query;
  for (const field of ['account_id', 'instrument', 'action', 'asset_class'] as const) {
    const wanted = filter[field];
    if (wanted !== undefined) rows = rows.where(field, '=', wanted);
  }
  if (filter.from !== undefined) rows = rows.where('time', '>=', filter.from);
  if (filter.to !== undefined) rows = rows.where('time', '<', filter.to);
  if (filter.search !== undefined && filter.search !== '') {
    const pattern = containsPattern(filter.search);
    rows = rows.where((eb) =>
      eb.or(
        (['instrument', 'exec_id', 'account_id', 'notes', 'time'] as const).map(
          (field) => sql<boolean>`lower(${sql.ref(field)}) like ${pattern} escape '\\'`,
        ),
      ),
    );
  }
  return rows;
}

export function findTrade(db: Db, execId: string): Promise<TradeRow | undefined> {
  return db.selectFrom('trades').selectAll().where('exec_id', '=', execId).executeTakeFirst();
}

/** One page. The ids are found on the index alone, the rows read only for the page itself. */
export async function listTrades(
  db: Db,
  filter: TradeFilter,
  order: TradeOrder,
  page: { limit: number; offset: number },
): Promise<TradeRow[]> {
  const ids = await orderTrades(matching(db.selectFrom('trades'), filter).select('exec_id'), order)
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('trades')
    .selectAll()
    .where(
      'exec_id',
      'in',
      ids.map(({ exec_id }) => exec_id),
    )
    .execute();
  const byId = new Map(rows.map((row) => [row.exec_id, row]));
  return ids.flatMap(({ exec_id }) => byId.get(exec_id) ?? []);
}

function orderTrades<O>(query: TradeQuery<O>, { field, descending }: TradeOrder): TradeQuery<O> {
  const direction = descending ? 'desc' : 'asc';
  const first = tradeColumns.isDecimal(field)
    ? query.orderBy(numericOrder(field), direction)
    : query.orderBy(field, direction);
  return field === 'exec_id' ? first : first.orderBy('exec_id', direction);
}

/** How many trades match: from the totals when only the account matters, otherwise by counting. */
export async function countTrades(db: Db, filter: TradeFilter): Promise<number> {
  const { account_id, ...rest } = filter;
  const onlyAccount = Object.values(rest).every((value) => value === undefined || value === '');
  if (onlyAccount) {
    let totals = db
      .selectFrom('trade_totals')
      .select((eb) => eb.fn.sum<number | string | null>('trade_count').as('total'));
    if (account_id !== undefined) totals = totals.where('account_id', '=', account_id);
    const row = await totals.executeTakeFirst();
    return Number(row?.total ?? 0);
  }
  const row = await matching(db.selectFrom('trades'), filter)
    .select((eb) => eb.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** The earliest other trade that is the same fill. */
export async function findTwin(db: Db, row: TradeRow): Promise<string | null> {
  const twin = await db
    .selectFrom('trades')
    .select('exec_id')
    .where('fingerprint', '=', row.fingerprint)
    .where('exec_id', '!=', row.exec_id)
    .orderBy('created_at')
    .orderBy('exec_id')
    .executeTakeFirst();
  return twin?.exec_id ?? null;
}

export async function insertTrade(db: Db, row: TradeRow): Promise<void> {
  await db.insertInto('trades').values(row).execute();
  // Recorded by hand, it is no longer one that statements leave out.
  await db.deleteFrom('deleted_fills').where('exec_id', '=', row.exec_id).execute();
  await adjustTotals(db, row.account_id, 1, row.realized_pnl);
}

/** Many trades in one call, for imports: the totals are adjusted once per account. */
export async function insertTrades(
  scope: Pick<WriteScope, 'db' | 'insertMany'>,
  rows: readonly TradeRow[],
): Promise<void> {
  scope.insertMany<TradeRow>('trades', tradeColumns.names, rows);
  for (const [accountId, own] of Map.groupBy(rows, ({ account_id }) => account_id)) {
    await adjustTotals(scope.db, accountId, own.length, addDecimals(own.map(({ realized_pnl }) => realized_pnl)));
  }
}

export async function updateTrade(db: Db, before: TradeRow, after: TradeRow): Promise<void> {
  await db.updateTable('trades').set(after).where('exec_id', '=', before.exec_id).execute();
  await adjustTotals(db, before.account_id, -1, negateDecimal(before.realized_pnl));
  await adjustTotals(db, after.account_id, 1, after.realized_pnl);
}

/** Calls what was traded otherwise; what follows from its name follows from the new one. */
export async function renameTrade(db: Db, trade: TradeRow, instrument: string): Promise<void> {
  const { asset_class, root } = instrumentDefaults(instrument, trade.asset_class);
  await db
    .updateTable('trades')
    .set({ instrument, asset_class, root, fingerprint: fingerprint({ ...trade, instrument }) })
    .where('exec_id', '=', trade.exec_id)
    .execute();
}

/** The trade, its report, images, mistakes and links; plans that were linked to it stay, without the link. */
export async function deleteTrade(db: Db, row: TradeRow): Promise<void> {
  const report = await db
    .selectFrom('trade_reports')
    .select('id')
    .where('trade_id', '=', row.exec_id)
    .executeTakeFirst();
  if (report) {
    await db
      .deleteFrom('images')
      .where('owner_type', '=', 'report')
      .where('owner_id', '=', String(report.id))
      .execute();
  }
  await db.deleteFrom('images').where('owner_type', '=', 'trade').where('owner_id', '=', row.exec_id).execute();
  await db.deleteFrom('entity_links').where('source_type', '=', 'TRADE').where('source_id', '=', row.exec_id).execute();
  await db.deleteFrom('trades').where('exec_id', '=', row.exec_id).execute();
  await adjustTotals(db, row.account_id, -1, negateDecimal(row.realized_pnl));
}

/** Moves every trade of an account to another; the number of them. */
export async function moveTrades(db: Db, from: string, to: string): Promise<number> {
  const totals = await db.selectFrom('trade_totals').selectAll().where('account_id', '=', from).executeTakeFirst();
  if (!totals || totals.trade_count === 0) return 0;
  await db.updateTable('trades').set({ account_id: to }).where('account_id', '=', from).execute();
  await db.deleteFrom('trade_totals').where('account_id', '=', from).execute();
  await adjustTotals(db, to, totals.trade_count, totals.realized_pnl);
  return totals.trade_count;
}

/** The totals of an account, from its trades. */
export async function recountTotals(db: Db, accountId: string): Promise<void> {
  const rows = await db.selectFrom('trades').select('realized_pnl').where('account_id', '=', accountId).execute();
  await db.deleteFrom('trade_totals').where('account_id', '=', accountId).execute();
  if (rows.length === 0) return;
  const realized_pnl = addDecimals(rows.map((row) => row.realized_pnl));
  await db
    .insertInto('trade_totals')
    .values({ account_id: accountId, trade_count: rows.length, realized_pnl })
    .execute();
}

export async function adjustTotals(db: Db, accountId: string, trades: number, pnl: string): Promise<void> {
  const row = await db.selectFrom('trade_totals').selectAll().where('account_id', '=', accountId).executeTakeFirst();
  if (!row) {
    await db
      .insertInto('trade_totals')
      .values({ account_id: accountId, trade_count: trades, realized_pnl: pnl })
      .execute();
    return;
  }
  await db
    .updateTable('trade_totals')
    .set({ trade_count: row.trade_count + trades, realized_pnl: addDecimals([row.realized_pnl, pnl]) })
    .where('account_id', '=', accountId)
    .execute();
}

/** The executions of an account, or of all, in time order. */
export async function listExecutions(db: Db, accountId?: string): Promise<BookExecution[]> {
  let rows = db.selectFrom('trades').select(executionColumns.names);
  if (accountId !== undefined) rows = rows.where('account_id', '=', accountId);
  // The database would follow an index and look up row after row of the table: reading it from end to end takes half as long.
  return sharingTexts(await rows.execute()).toSorted(inTimeOrder);
}

/**
 * The rows with each repeated text once in memory: the driver makes a new one for every cell, which is a third of what
 * a large book takes, and two that are one are compared without reading them.
 */
function sharingTexts(rows: BookExecution[]): BookExecution[] {
  const texts = new Map<string, string>();
  const column = <T extends string>(): ((text: T) => T) => {
    let last: T | undefined;
    return (text) => {
      // Most rows repeat the one before them: comparing two short texts is quicker than looking one up.
      if (text === last) return last;
      const known = texts.get(text);
      if (known === undefined) texts.set(text, text);
      last = (known as T | undefined) ?? text; // the same characters
      return last;
    };
  };
  const [instrument, account, quantity] = [column<string>(), column<string>(), column<string>()];
  const [currency, multiplier, commission] = [column<string>(), column<string>(), column<string>()];
  const [action, assetClass] = [column<BookExecution['action']>(), column<BookExecution['asset_class']>()];
  for (const row of rows) {
    row.instrument = instrument(row.instrument);
    row.action = action(row.action);
    row.account_id = account(row.account_id);
    row.currency = currency(row.currency);
    row.asset_class = assetClass(row.asset_class);
    row.multiplier = multiplier(row.multiplier);
    row.commission = commission(row.commission);
    row.quantity = quantity(row.quantity);
  }
  return rows;
}

/** Those of these ids that are in the book. */
export function executionsNamed(db: Db, execIds: readonly string[]): Promise<BookExecution[]> {
  return db.selectFrom('trades').select(executionColumns.names).where('exec_id', 'in', execIds).execute();
}

/** Whole rows of these ids, in time order. */
export function tradesNamed(db: Db, execIds: readonly string[]): Promise<TradeRow[]> {
  return db
    .selectFrom('trades')
    .select(tradeColumns.names)
    .where('exec_id', 'in', execIds)
    .orderBy('time')
    .orderBy('exec_id')
    .execute();
}
