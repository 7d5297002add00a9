// A fill's cost in another currency. An export without a rate reports it as a cash row of its own; one with a rate reports
// it as part of the fill. Reported by both it is one cost, and in either order it ends with the fill, at the fill's rate.
import { COST_APART } from '@zorivest/imports';
import { tradeColumns, type TradeRow, transactionColumns, type TransactionColumns } from '@zorivest/records';
import type { Db, WriteScope } from '@zorivest/store';
import { costsByHand } from './by-hand.ts';

/** A movement of money that a file tells as the cost of a fill. */
export interface CostApart extends TransactionColumns {
  readonly exec_id?: string | undefined;
}

/** What rounding to cents on one side, and the rate on the other, can come to. */
const CENT = 0.0101;
const DAY = 86_400_000;

/** Those of the movements that are in the costs of their fills already. */
export function inTheirFills(
  { selectMany }: Pick<WriteScope, 'selectMany'>,
  rows: readonly CostApart[],
): ReadonlySet<CostApart> {
  const within = new Set<CostApart>();
  const costs = rows.filter(({ exec_id }) => exec_id !== undefined);
  if (costs.length === 0) return within;
  // Fills in files of several accounts are distinguished by account.
  const ids = costs.flatMap(({ exec_id = '', account_id }) => [[exec_id], [`${account_id}:${exec_id}`]]);
  const fills = selectMany<TradeRow>('trades', tradeColumns.names, ['exec_id'], ids);
  const byFill = Map.groupBy(costs, ({ account_id, exec_id, currency }) => [account_id, exec_id, currency].join('|'));
  for (const own of byFill.values()) {
    const [first] = own;
    const fill = fills.find(
      ({ exec_id, account_id }) =>
        account_id === first?.account_id && (exec_id === first.exec_id || exec_id === `${account_id}:${first.exec_id}`),
    );
    if (fill !== undefined && first !== undefined && isCostOf(fill, own)) for (const one of own) within.add(one);
  }
  return within;
}

/** Whether the costs of a fill are these, at its rate. */
function isCostOf(
  { commission, fx_rate, fx_currency }: Pick<TradeRow, 'commission' | 'fx_rate' | 'fx_currency'>,
  costs: readonly TransactionColumns[],
): boolean {
  if (fx_rate === null || costs.some(({ currency }) => currency !== fx_currency)) return false;
  const apart = -costs.reduce((sum, { amount }) => sum + Number(amount), 0);
  const own = Number(commission) * Number(fx_rate);
  return own !== 0 && Math.abs(own - apart) < CENT;
}

/** The movements of the book that tell what this fill's row has as its costs; none where they are not there. */
export async function costsApartOf(
  db: Db,
  row: Pick<TradeRow, 'account_id' | 'instrument' | 'isin' | 'time' | 'commission' | 'fx_rate' | 'fx_currency'>,
): Promise<readonly (TransactionColumns & { readonly id: number })[]> {
  if (row.fx_rate === null || row.fx_currency === null || Number(row.commission) === 0) return [];
  // The day is that of the broker's zone, the time is UTC.
  const day = (shift: number) => new Date(Date.parse(row.time) + shift * DAY).toISOString().slice(0, 10);
  const found = await db
    .selectFrom('bank_transactions')
    .select('id')
    .select(transactionColumns.names)
    .where('account_id', '=', row.account_id)
    .where('date', '>=', day(-1))
    .where('date', '<=', day(1))
    .where('symbol', 'in', [row.instrument, row.isin ?? row.instrument])
    .where('currency', '=', row.fx_currency)
    .where('description', '=', COST_APART)
    .orderBy('id')
    .execute();
  const single = found.find((one) => isCostOf(row, [one]));
  if (single !== undefined) return [single];
  const together = [...Map.groupBy(found, ({ date }) => date).values()];
  return together.find((ofDay) => isCostOf(row, ofDay)) ?? [];
}

/** What a fill's costs were before they came from a cash row, to be restored when the run is undone. */
export interface TakenCosts {
  readonly fx_rate: string | null;
  readonly fx_currency: string | null;
  readonly cash: readonly TransactionColumns[];
}

/** Makes costs that stand apart the fill's own; null where there are none. */
export async function takeCostsApart(
  { db }: Pick<WriteScope, 'db'>,
  before: TradeRow,
  row: TradeRow,
): Promise<TakenCosts | null> {
  if (Number(before.commission) !== 0 || before.fx_rate !== null) return null;
  const apart = await costsApartOf(db, row);
  if (apart.length === 0 || (await costsByHand({ db }, before.exec_id))) return null;
  await db
    .deleteFrom('bank_transactions')
    .where(
      'id',
      'in',
      apart.map(({ id }) => id),
    )
    .execute();
  await db
    .updateTable('trades')
    .set({ fx_rate: row.fx_rate, fx_currency: row.fx_currency })
    .where('exec_id', '=', before.exec_id)
    .execute();
  return { fx_rate: before.fx_rate, fx_currency: before.fx_currency, cash: apart };
}

/** Puts them back. */
export async function putCostsApart(
  scope: WriteScope,
  execId: string,
  { fx_rate, fx_currency, cash }: TakenCosts,
): Promise<void> {
  await scope.db.updateTable('trades').set({ fx_rate, fx_currency }).where('exec_id', '=', execId).execute();
  scope.insertMany<TransactionColumns>('bank_transactions', transactionColumns.names, cash);
}
