// Imports executions of a statement, each once. A fill is known by its broker's id; a file without ids identifies its
// fills by their contents and an index among equal ones. The same fill from another export under another
// id is a possible duplicate, which the person decides.
import type { Execution } from '@zorivest/imports';
import {
  fitsMoneyRange,
  type Fee,
  feesOf,
  findTrade,
  insertFees,
  insertTrades,
  isPriceAllowed,
  replaceFees,
  TOO_LARGE,
  tradeColumns,
  type TradeRow,
  tradeRow,
} from '@zorivest/records';
import { asItLooks, hidesSigns, visible } from '@zorivest/vocabulary';
import type { BookAccount } from './accounts.ts';
import { costsByHand, editsOf } from './by-hand.ts';
import { leaveDeleted } from './deleted.ts';
import { takeCostsApart, type TakenCosts } from './costs-apart.ts';
import { fillRef } from './duplicates.ts';
import type { ImportRun } from './run.ts';
import { hasSharedCosts } from './shared-costs.ts';
import { keepStated } from './stated.ts';
import { describeFill } from './describe-fill.ts';

/** A trade on its way in, with what its cost is made of where the file says. */
export interface ImportedTrade extends TradeRow {
  readonly fees?: readonly Fee[];
  /** Its place in the statement. */
  readonly row: number;
  readonly tags?: readonly string[];
}

/** How many are looked for, then stored, together. */
const ROWS_PER_BATCH = 2000;

/** An id that looks like another's is not accepted, from any file: the row is reported. */
export function hidesName(run: ImportRun, { instrument, row }: Pick<Execution, 'instrument' | 'row'>): boolean {
  if (!hidesSigns(instrument)) return false;
  run.counts.invalid++;
  const message = `the instrument ${visible(instrument)} has signs in its name that cannot be seen; nothing of the row was taken`;
  run.note({ outcome: 'invalid', row, message });
  return true;
}

export async function importTrades(run: ImportRun, executions: readonly Execution[]): Promise<void> {
  for (let from = 0; from < executions.length; from += ROWS_PER_BATCH)
    await importSome(run, executions.slice(from, from + ROWS_PER_BATCH));
}

async function importSome(run: ImportRun, executions: readonly Execution[]): Promise<void> {
  const rows: ImportedTrade[] = [];
  const accountOf = await run.accounts.ofAll(executions.map(({ account = '' }) => account));
  await run.names.learn(
    executions.flatMap(({ isin, instrument, name }) => (isin === instrument ? [{ isin, name }] : [])),
  );
  run.names.hear(executions);
  for (const execution of executions) {
    if (hidesName(run, execution)) continue;
    const row = rowFor(run, execution, accountOf(execution.account ?? ''));
    if (row !== null) rows.push(row);
  }
  const stored = await importRows(run, rows);
  keepStated(run, executions, stored);
}

/** Stores those of the rows that are new; their ids. */
export async function importRows(run: ImportRun, incoming: readonly ImportedTrade[]): Promise<ReadonlySet<string>> {
  const known = tradesKnown(run, incoming);
  const named = await withOwnIds(run, incoming, known);
  const gone = await run.cancelledBefore();
  const rows = gone.size === 0 ? named : named.filter(({ exec_id }) => !gone.has(exec_id));
  for (const row of named) if (gone.has(row.exec_id)) countKnown(run, row);
  const candidates = rows.filter(({ exec_id }) => !known.has(exec_id));
  const deleted = await leaveDeleted(run, candidates);
  const unknown = candidates.filter((row) => !deleted.has(row));
  for (const before of known.values()) run.duplicates.claimed.add(before.exec_id);
  const decided = await run.duplicates.decided(unknown.map(fillRef));
  const aside = await run.duplicates.fills(unknown.filter((row) => !decided.has(fillRef(row))));
  const fresh = new Map<string, ImportedTrade>();
  const settled = settledOrders(rows, known);
  for (const row of rows) {
    if (deleted.has(row)) {
      run.rows.mark(row.row, 'deleted');
      continue;
    }
    const before = known.get(row.exec_id) ?? fresh.get(row.exec_id);
    if (before !== undefined) {
      if (settled.has(row)) countKnown(run, row);
      else if (isSameFill(before, row) || (await isCorrected(run, before, row))) await again(run, before, row);
      else await clash(run, row, fresh);
    } else if (decided.get(fillRef(row)) === 'same') countKnown(run, row);
    else if (aside.has(row.exec_id)) {
      run.counts.look_alikes++;
      run.rows.mark(row.row, 'asked');
    } else {
      countNew(run, row);
      fresh.set(row.exec_id, row);
    }
  }
  await insertTrades(run.scope, [...fresh.values()]);
  insertFees(run.scope, fresh.values());
  await keepTags(run, fresh.values());
  return new Set(fresh.keys());
}

function countKnown(run: ImportRun, { row }: ImportedTrade): void {
  run.counts.duplicates++;
  run.rows.mark(row, 'known');
}

function countNew(run: ImportRun, { row }: ImportedTrade): void {
  run.counts.imported++;
  run.rows.mark(row, 'trades');
}

/** A fill that the book has otherwise, or that cannot have been: left for the person to decide. */
function flag(run: ImportRun, row: ImportedTrade, message: string): void {
  run.counts.flagged++;
  run.rows.mark(row.row, 'asked');
  run.note({ outcome: 'flagged', message: `${describeFill(row)}: ${message}`, row: row.row, ref: row.exec_id });
}

/** The tags a trader gave in the journal the trades come from. */
async function keepTags(run: ImportRun, trades: Iterable<ImportedTrade>): Promise<void> {
  const rows = [...trades].flatMap(({ exec_id, tags = [] }) =>
    [...new Set(tags.map((tag) => asItLooks(visible(tag))))].map((tag) => ({ exec_id, tag })),
  );
  for (let from = 0; from < rows.length; from += ROWS_PER_BATCH)
    await run.scope.db
      .insertInto('trade_tags')
      .values(rows.slice(from, from + ROWS_PER_BATCH))
      .execute();
}

/**
 * Fills of orders that are in the book as they are here but for where their costs stand: an order costs once, and one
 * export puts that on its first fill, another on its last.
 */
function settledOrders(
  rows: readonly ImportedTrade[],
  known: ReadonlyMap<string, TradeRow>,
): ReadonlySet<ImportedTrade> {
  const settled = new Set<ImportedTrade>();
  if (known.size === 0) return settled;
  const fills = rows.filter(({ order_id, exec_id }) => order_id !== null && known.has(exec_id));
  for (const order of Map.groupBy(fills, ({ account_id, order_id }) => `${account_id}|${order_id}`).values()) {
    if (order.length < 2) continue;
    const before = order.flatMap(({ exec_id }) => known.get(exec_id) ?? []);
    const isSame = order.every((row, at) => isUnchanged(before[at], row));
    if (isSame && Math.abs(costOf(order) - costOf(before)) < CENT) for (const row of order) settled.add(row);
  }
  return settled;
}

function isUnchanged(before: TradeRow | undefined, row: TradeRow): boolean {
  return (
    before !== undefined && isSameFill(before, row) && before.quantity === row.quantity && isSamePrice(before, row)
  );
}

function costOf(fills: readonly Pick<TradeRow, 'commission'>[]): number {
  return fills.reduce((sum, { commission }) => sum + Number(commission), 0);
}

function tradesKnown(run: ImportRun, rows: readonly ImportedTrade[]): Map<string, TradeRow> {
  const ids = rows.map(({ exec_id }) => [exec_id]);
  const found = run.scope.selectMany<TradeRow>('trades', tradeColumns.names, ['exec_id'], ids);
  return new Map(found.map((row) => [row.exec_id, row]));
}

/** An id that belongs to a fill of another account is not an id of this one: here the account is part of it. */
async function withOwnIds(
  run: ImportRun,
  rows: readonly ImportedTrade[],
  known: Map<string, TradeRow>,
): Promise<readonly ImportedTrade[]> {
  const renamed = new Map<ImportedTrade, ImportedTrade>();
  for (const row of rows) {
    const before = known.get(row.exec_id);
    if (before === undefined || before.account_id === row.account_id || (await isCorrected(run, before, row))) continue;
    renamed.set(row, { ...row, exec_id: ownId(row) });
  }
  if (renamed.size === 0) return rows;
  for (const [id, row] of tradesKnown(run, [...renamed.values()])) known.set(id, row);
  return rows.map((row) => renamed.get(row) ?? row);
}

function ownId({ account_id, exec_id }: TradeRow): string {
  return `${account_id}:${exec_id}`;
}

function rowFor(run: ImportRun, execution: Execution, { account_id, currency }: BookAccount): ImportedTrade | null {
  const { order_id, fees, tags, note, quantity, quantity_exact, settlement_date, ...rest } = execution;
  const row = tradeRow(
    {
      ...rest,
      quantity: quantity_exact === undefined ? quantity : Number(quantity_exact),
      ...(quantity_exact === undefined ? {} : { quantity_exact }),
      ...(settlement_date === undefined ? {} : { settles_on: settlement_date }),
      instrument: run.names.of(execution.instrument),
      account_id,
      realized_pnl: 0,
      currency: execution.currency ?? currency,
      ...(order_id === undefined ? {} : { order_id }),
      ...(note === undefined ? {} : { notes: note }),
    },
    { currency, now: run.now, importBatchId: run.id, timeKnown: execution.time_known !== false, isin: execution.isin },
  );
  const trade = {
    ...row,
    row: execution.row,
    ...(fees === undefined ? {} : { fees }),
    ...(tags === undefined ? {} : { tags }),
  };
  return isPossible(run, trade) ? trade : null;
}

/** Whether it can have been traded at its price; reported where not. */
export function isPossible(run: ImportRun, row: ImportedTrade): boolean {
  if (!fitsMoneyRange(row)) {
    flag(run, row, `it ${TOO_LARGE}; nothing of the row was taken`);
    return false;
  }
  if (isPriceAllowed(row)) return true;
  flag(run, row, `only futures trade below zero, and the statement says ${row.asset_class}`);
  return false;
}

/** The same fill again. Brokers correct costs afterwards: the new figure stands. */
async function again(run: ImportRun, before: TradeRow, row: ImportedTrade): Promise<void> {
  if (!isSameQuantity(before.quantity, row.quantity) || !isSamePrice(before, row)) {
    if (await isCorrected(run, before, row)) return countKnown(run, row);
    return flag(run, row, `in the book as ${before.quantity} @ ${before.price} under the same id`);
  }
  const taken = await takeCostsApart(run.scope, before, row);
  if (taken !== null) return update(run, before, row, taken);
  // An export without costs does not remove those of another export.
  if (before.commission === row.commission || Number(row.commission) === 0 || before.import_batch_id === run.id)
    return countKnown(run, row);
  // Nor does a third export change the costs of the second.
  if (await hasSharedCosts(run.scope, before)) return countKnown(run, row);
  if (await costsByHand(run.scope, row.exec_id))
    return flag(run, row, `you have set its costs to ${before.commission}, the statement says ${row.commission}`);
  return update(run, before, row);
}

async function update(run: ImportRun, before: TradeRow, row: ImportedTrade, taken?: TakenCosts): Promise<void> {
  run.counts.updated++;
  run.rows.mark(row.row, 'changed');
  run.note({
    outcome: 'updated',
    message: `${describeFill(row)}: costs ${before.commission} became ${row.commission}${taken === undefined ? '' : ', taken from a separate cash row'}`,
    row: row.row,
    ref: row.exec_id,
    before: { commission: before.commission, fees: await feesOf(run.scope.db, row.exec_id), taken },
  });
  await run.scope.db
    .updateTable('trades')
    .set({ commission: row.commission })
    .where('exec_id', '=', row.exec_id)
    .execute();
  await replaceFees(run.scope, row);
}

/** One export of coins may write more digits than another, which rounds or cuts off. */
export function isSameQuantity(one: string, other: string): boolean {
  return one === other || Math.abs(Number(one) - Number(other)) < EIGHTH_DECIMAL;
}

const EIGHTH_DECIMAL = 1.01e-8;

/** One export prints the price, another the amount it comes to: what rounding makes of the two is no difference. */
function isSamePrice(before: TradeRow, row: TradeRow): boolean {
  if (before.price === row.price) return true;
  const [was, is] = [Number(before.price), Number(row.price)];
  const apart = Math.abs(was - is);
  return apart < was * PRICE_SHARE && apart * Number(row.quantity) * Number(row.multiplier) < CENT;
}

const PRICE_SHARE = 1e-5;
const CENT = 0.01;

/** Whether a trade was what the statement says until somebody corrected it by hand: their word stands. */
async function isCorrected(run: ImportRun, before: TradeRow, row: TradeRow): Promise<boolean> {
  const edits = await editsOf(run.scope, before.exec_id);
  return edits.some(
    ({ before: was }) =>
      was.instrument === row.instrument &&
      was.action === row.action &&
      was.account_id === row.account_id &&
      was.quantity === Number(row.quantity) &&
      was.price === Number(row.price),
  );
}

/** Another broker, or another account, has used the same id: the account tells them apart. */
async function clash(run: ImportRun, row: ImportedTrade, fresh: Map<string, ImportedTrade>): Promise<void> {
  const exec_id = ownId(row);
  const before = fresh.get(exec_id) ?? (await findTrade(run.scope.db, exec_id));
  if (before !== undefined) return again(run, before, { ...row, exec_id });
  countNew(run, row);
  fresh.set(exec_id, { ...row, exec_id });
}

function isSameFill(a: TradeRow, b: TradeRow): boolean {
  return a.account_id === b.account_id && a.instrument === b.instrument && a.action === b.action;
}
