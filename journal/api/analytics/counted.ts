// The trades of the book as they are counted, with what each has realised so far: kept, and after a change of single trades
// only those are counted again.
import { exitsOf, followRolls, type Realised, realisedIn, type RoundTrip, type Structure } from '@zorivest/domain';
import type { TradeUnit } from '@zorivest/words';
import type { Call } from '../core/call.ts';
import type { State } from '../positions/changes.ts';
import { replaced } from '../positions/merged.ts';
import type { BookIn } from './book-in.ts';

/** A round trip, or a structure of several: the legs are known of a structure only. */
export type Trade = RoundTrip & Partial<Pick<Structure, 'legs' | 'opened_with' | 'rolled_from'>>;

export interface Counted {
  /** In the order they were opened. */
  readonly trades: readonly Trade[];
  /** Each that has realised something, in the order of the last exits. */
  readonly results: readonly Trade[];
  /** Money changed for other money is among them. */
  readonly hasMoney: boolean;
}

interface Kept extends Counted {
  /** Of the positions it was counted from. */
  readonly state: State;
  readonly rows: readonly Row[];
}

interface Row {
  readonly time: string;
  readonly id: string;
  readonly result: Trade;
}

/** Over the whole record; the days do not matter. */
export function countedOf(
  { results }: Pick<Call, 'results'>,
  book: BookIn,
  asked: { readonly unit: TradeUnit; readonly follow: boolean; readonly currency: string; readonly zone: string },
): Promise<Counted> {
  const { unit, follow } = asked;
  // What no state of the positions tells about is counted as often as the book changes.
  if (book.isConverted || follow) {
    const key = `counted ${JSON.stringify(asked)}`;
    return results.of(key, () => counted(countedBy(book, unit, follow), Symbol('counted anew')));
  }
  const { changes, trips, structures } = book.native;
  return results.ofTrades<Kept>(`counted ${unit} in ${asked.currency}`, (last) => {
    const trades = unit === 'leg' ? trips : structures;
    const change = last && changes.since(last.value.state, unit === 'leg' ? 'trips' : 'structures');
    if (last === null || change === null) return counted(trades, changes.state);
    const rows = replaced(last.value.rows, rowsOf(change.gone), rowsOf(change.fresh), inOrder);
    // Where the last of it has gone it is looked for once too often, and not found.
    const hasMoney = last.value.hasMoney || change.fresh.some(isMoney);
    return { trades, rows, results: rows.map(({ result }) => result), hasMoney, state: changes.state };
  });
}

function counted(trades: readonly Trade[], state: State): Kept {
  const rows = rowsOf(trades);
  return { trades, rows, results: rows.map(({ result }) => result), hasMoney: trades.some(isMoney), state };
}

function isMoney({ asset_class }: Trade): boolean {
  return asset_class === 'FOREX';
}

function rowsOf(trades: readonly Trade[]): Row[] {
  const rows: Row[] = [];
  for (const trade of trades) {
    // Nearly every trade has one exit, which is its close: then it is its own result.
    if (trade.exits === null) {
      if (trade.closed_at !== null && trade.exit_exec_ids.length > 0)
        rows.push({ time: trade.closed_at, id: trade.id, result: trade });
      continue;
    }
    for (const one of realisedIn([trade], () => true).trades)
      rows.push({ time: one.last.time, id: trade.id, result: resultIn(one) });
  }
  return rows.toSorted(inOrder);
}

function inOrder(a: Row, b: Row): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.id === b.id ? 0 : a.id < b.id ? -1 : 1;
}

/** Trades as they are counted. */
export function countedBy(
  { trips, structures }: Pick<BookIn, 'trips' | 'structures'>,
  unit: TradeUnit,
  follow: boolean,
): readonly Trade[] {
  if (unit === 'leg') return trips;
  return follow ? followRolls(structures) : structures;
}

/** The trade as far as the period goes: closed with what it had realised, at its last exit there. */
export function resultIn({ trade, pnl, last, exits, is_closed }: Realised<Trade>): Trade {
  const all = exitsOf(trade);
  if (is_closed && exits.length === all.length) return trade;
  const [inside, ever] = [exits, all].map((some) => some.reduce((sum, { quantity }) => sum + quantity, 0));
  const commission = ever === 0 ? 0 : (trade.commission * (inside ?? 0)) / (ever ?? 1);
  return {
    ...trade,
    status: 'closed',
    realized_pnl: pnl,
    commission,
    gross_pnl: pnl + commission,
    closed_at: last.time,
    closed_time_known: last.time_known,
    holding_period_seconds: Math.max(0, Math.floor((Date.parse(last.time) - Date.parse(trade.opened_at)) / 1000)),
    exits,
  };
}
