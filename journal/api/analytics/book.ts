// The trades as the analytics see them: read and matched once, kept until the book changes.
import { initialRisk, type Problem, type PositionEvent, type RoundTrip, type TripPlan } from '@zorivest/domain';
import type { Selectable } from 'kysely';
import type { Call } from '../core/call.ts';
import { notFound } from '../core/fault.ts';
import { addDecimals, type Db } from '../store/index.ts';
import type { BookExecution } from '../trades/columns.ts';
import { executionsNamed, listExecutions } from '../trades/repository.ts';
import { matchBook, rematchBook, type TradeBook } from './matching.ts';
import { spanOf } from './period.ts';
import type { PositionEventRow } from './tables.ts';

export const DOLLARS = 'USD';

/** With more changes than this the whole book is read and matched again. */
const MOST_CHANGES = 500;

/** Read and matched once; after a change of single trades only their families are matched again. */
export function tradeBook({ app, db }: Call): Promise<TradeBook> {
  const day = today(app.now());
  return app.results.ofTrades<TradeBook>(`trade book ${day}`, async (last) => {
    if (last === null || last.changed.size > MOST_CHANGES)
      return matchBook(await listExecutions(db), await positionEvents(db), day);
    return rematchBook(last.value, last.changed, await executionsNamed(db, [...last.changed]));
  });
}

export function today(now: Date): string {
  return now.toISOString().slice(0, 10);
}

export async function positionEvents(db: Db): Promise<PositionEvent[]> {
  const rows = await db.selectFrom('position_events').selectAll().orderBy('time').orderBy('id').execute();
  return toldOnce(rows).flatMap((row): PositionEvent | [] => {
    // Shares that were moved are for the person to complete: the statement does not say when they were bought.
    if (row.kind === 'transfer') return [];
    // A date comes back from the store as its midnight; an option ends with its day.
    const time = row.time.endsWith('T00:00:00.000Z') ? row.time.slice(0, 10) : row.time;
    const base = { id: `event-${row.id}`, instrument: row.instrument, time };
    if (row.kind === 'split')
      return { ...base, kind: 'split', new_shares: row.new_shares ?? '', old_shares: row.old_shares ?? '' };
    if (row.kind === 'symbol_change')
      return { ...base, kind: 'symbol_change', new_instrument: row.new_instrument ?? '' };
    return {
      ...base,
      kind: row.kind,
      account_id: row.account_id ?? '',
      ...(row.quantity !== null && { quantity: row.quantity }),
      ...(row.settlement_price !== null && { settlement_price: row.settlement_price }),
      stock_recorded: row.stock_recorded === 1,
    };
  });
}

const SAME_EVENT_MS = 7 * 86_400_000;

/**
 * A split or a new name concerns every holder, so the statements of two accounts tell it twice, each on the day its
 * broker booked it: the first stands. No company does the same again within a week.
 */
function toldOnce<
  R extends Pick<
    Selectable<PositionEventRow>,
    'kind' | 'instrument' | 'time' | 'new_shares' | 'old_shares' | 'new_instrument'
  >,
>(rows: readonly R[]): R[] {
  const latest = new Map<string, number>();
  return rows.filter((row) => {
    if (row.kind !== 'split' && row.kind !== 'symbol_change') return true;
    const key = [row.kind, row.instrument, row.new_instrument, Number(row.new_shares) / Number(row.old_shares)].join(
      '|',
    );
    const at = Date.parse(row.time);
    const before = latest.get(key);
    latest.set(key, at);
    return before === undefined || at - before > SAME_EVENT_MS;
  });
}

/** What one question is about: an account or all, and a period. */
export interface Scope {
  readonly account_id: string | null;
  readonly period: string;
  /** What every amount is in. */
  readonly currency: string;
  /** Closed in the period, in the order they were. */
  readonly closed: readonly RoundTrip[];
  /** Not closed yet, whatever the period. */
  readonly open: readonly RoundTrip[];
  readonly executions: readonly BookExecution[];
  readonly left_out: { reason: string; count: number }[];
  readonly problems: readonly Problem[];
}

export async function scopeOf(
  call: Call,
  asked: { account_id?: string | undefined; period?: string | undefined },
): Promise<Scope> {
  const { account_id = null, period = 'all' } = asked;
  if (account_id !== null) await mustHaveAccount(call.db, account_id);
  const book = await tradeBook(call);
  const { from, to } = spanOf(period, call.app.now());
  const within = (time: string): boolean => {
    const at = Date.parse(time);
    return at >= from && at < to;
  };
  const isOfAccount = (trip: RoundTrip): boolean => account_id === null || trip.account_id === account_id;
  const ofAccount = book.trips.filter(isOfAccount);
  const currency = commonestCurrency(ofAccount);
  const own = ofAccount.filter(isIn(currency));
  const closed = book.closed.filter(
    (trip) => isOfAccount(trip) && isIn(currency)(trip) && (period === 'all' || within(trip.closed_at ?? '')),
  );
  const open = own.filter((trip) => trip.closed_at === null);
  const executions = book.executions.filter(
    (execution) =>
      execution.currency === currency &&
      (account_id === null || execution.account_id === account_id) &&
      (period === 'all' || within(execution.time)),
  );
  const otherwise = ofAccount.length - own.length;
  return {
    account_id,
    period,
    currency,
    closed,
    open,
    executions,
    left_out: [
      ...(open.length === 0 ? [] : [{ reason: 'not closed yet', count: open.length }]),
      ...(otherwise === 0 ? [] : [{ reason: `not in ${currency}, and no rate to convert with`, count: otherwise }]),
    ],
    problems: book.problems,
  };
}

/** Amounts of two currencies cannot be added, so an answer is in one of them: the one most trades are in. */
function commonestCurrency(trips: readonly RoundTrip[]): string {
  const counts = new Map<string, number>();
  for (const { currency } of trips) if (currency !== null) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  const [first] = [...counts].toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return first?.[0] ?? DOLLARS;
}

/** A trip that came from an exercise has no currency of its own; it is in its option's. */
export function isIn(currency: string): (trip: RoundTrip) => boolean {
  return (trip) => trip.currency === null || trip.currency === currency;
}

export async function mustHaveAccount(db: Db, accountId: string): Promise<void> {
  const row = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) throw notFound('account', accountId);
}

/** What every answer carries. */
export function basisOf(scope: Scope, more: { convention: string; problems?: readonly Problem[] }) {
  return {
    account_id: scope.account_id,
    period: scope.period,
    currency: scope.currency,
    trade_count: scope.closed.length,
    left_out: scope.left_out,
    convention: more.convention,
    problems: [...scope.problems, ...(more.problems ?? [])].map(({ ids, ...problem }) => ({
      ...problem,
      ...(ids !== undefined && { ids: ids.slice(0, 100) }),
    })),
  };
}

/** The plan linked to any of a trip's entries. */
export type PlanOf = (
  trip: RoundTrip,
) => (TripPlan & { strategy_name: string; timeframe: string; conviction: string }) | null;

export function plans({ app, db }: Call): Promise<PlanOf> {
  return app.results.of('plans by trip', async () => {
    const rows = await db.selectFrom('trade_plans').selectAll().where('linked_trade_id', 'is not', null).execute();
    const byExecution = new Map(rows.map((row) => [row.linked_trade_id, row]));
    return (trip) => {
      for (const id of trip.entry_exec_ids) {
        const row = byExecution.get(id);
        if (row !== undefined)
          return {
            entry: row.entry_price,
            stop: row.stop_loss,
            target: row.target_price,
            strategy_name: row.strategy_name,
            timeframe: row.timeframe,
            conviction: row.conviction,
          };
      }
      return null;
    };
  });
}

/** Dollars at risk when the trip was opened: as recorded with its entries, else from the plan's stop. */
export async function risks(call: Call): Promise<(trip: RoundTrip) => number | null> {
  const planOf = await plans(call);
  const recorded = await call.app.results.ofTrades('risk by execution', async () => {
    const { executions } = await tradeBook(call);
    return new Map(
      executions.flatMap(({ exec_id, risk_amount }) => (risk_amount === null ? [] : [[exec_id, Number(risk_amount)]])),
    );
  });
  return (trip) => {
    const amounts = trip.entry_exec_ids.flatMap((id) => recorded.get(id) ?? []);
    if (amounts.length > 0) return amounts.reduce((sum, amount) => sum + amount, 0);
    const stop = planOf(trip)?.stop ?? null;
    if (stop === null) return null;
    return initialRisk({ entry: trip.entry_avg_price, stop, quantity: trip.quantity, multiplier: trip.multiplier });
  };
}

/** The sum of the balances of the accounts in a currency, first or last recorded; null where none was. */
export async function balanceOf(
  call: Call,
  { account_id, currency }: { readonly account_id: string | null; readonly currency: string },
  which: 'first' | 'last',
): Promise<string | null> {
  let rows = call.db
    .selectFrom('balance_snapshots')
    .innerJoin('accounts', 'accounts.account_id', 'balance_snapshots.account_id')
    .select(['balance_snapshots.account_id', 'balance', 'datetime'])
    .where('accounts.is_archived', '=', 0)
    .where('accounts.currency', '=', currency)
    .where('accounts.account_type', 'in', ['broker', 'ira', '401k']);
  if (account_id !== null) rows = rows.where('balance_snapshots.account_id', '=', account_id);
  const found = await rows.orderBy('datetime', which === 'first' ? 'desc' : 'asc').execute();
  // Later rows overwrite earlier ones, so each account ends with the one asked for.
  const byAccount = new Map(found.map((row) => [row.account_id, row.balance]));
  return byAccount.size === 0 ? null : addDecimals(byAccount.values());
}
