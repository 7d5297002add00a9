// The trades of the book as they are counted, with what each has realised so far: kept, and after a change of single trades
// only those are counted again.
import {
  type ClosedTrip,
  closedTrip,
  type ClosedTrips,
  exitsOf,
  followRolls,
  inOrderOfClose,
  type Realised,
  realisedIn,
  type RoundTrip,
  type Structure,
} from '@zorivest/domain';
import type { TradeUnit } from '@zorivest/words';
import type { Call } from '../core/call.ts';
import type { State } from '../positions/changes.ts';
import { replaced } from '../positions/merged.ts';
import type { ConvertedPositions, Converter } from './converted-positions.ts';

/** A round trip, or a structure of several: the legs are known of a structure only. */
export type Trade = RoundTrip & Partial<Pick<Structure, 'legs' | 'opened_with' | 'rolled_from'>>;

export interface Counted {
  /** In the order they were opened. */
  readonly trades: readonly Trade[];
  /** Each that has realised something, in the order of the last exits. */
  readonly results: readonly Trade[];
  /** The results as breakdowns read them: what was read of a trade is kept with it. */
  readonly closed: () => ClosedTrips;
  /** Money changed for other money is among them. */
  readonly hasMoney: boolean;
}

interface Kept extends Counted {
  /** Of the positions it was counted from. */
  readonly state: State;
  /** Of the currency they are in. */
  readonly converter: Converter | null;
  readonly rows: readonly Row[];
}

interface Row {
  readonly time: string;
  readonly id: string;
  readonly result: Trade;
  /** Read when it is first asked for; a trade that does not change keeps its row. */
  closed?: ClosedTrip | null;
}

/** Over the whole record; the days do not matter. */
export async function countedOf(
  { results }: Pick<Call, 'results'>,
  positions: ConvertedPositions,
  asked: { readonly unit: TradeUnit; readonly follow: boolean; readonly currency: string; readonly zone: string },
): Promise<Counted> {
  const { unit, follow } = asked;
  const key = `counted ${JSON.stringify(asked)}`;
  // What no state of the positions tells about is counted as often as the book changes.
  if (follow) return results.of(key, () => counted(countedBy(positions, unit, follow), Symbol('counted anew'), null));
  if (positions.converter === null)
    return results.ofTrades<Kept>(`counted ${unit} in ${asked.currency}`, (last) =>
      countedOn(positions, unit, last?.value ?? null),
    );
  // Not by trades alone: any other change may have been one of the rates.
  const kept = await results.besidesTrades(key, (): { last: Kept | null } => ({ last: null }));
  return results.of(key, () => (kept.last = countedOn(positions, unit, kept.last)));
}

/** From an earlier count where that is known to be one of the same book at the same rates. */
function countedOn(positions: ConvertedPositions, unit: TradeUnit, last: Kept | null): Kept {
  const { trips, structures, converter, converted, native } = positions;
  const { changes } = native;
  const trades = unit === 'leg' ? trips : structures;
  const known = last?.converter === converter ? last : null;
  const change = known && changes.since(known.state, unit === 'leg' ? 'trips' : 'structures');
  if (known === null || change === null) return counted(trades, changes.state, converter);
  const fresh: readonly Trade[] = change.fresh.map((trade) => converted(trade));
  const rows = replaced(known.rows, rowsOf(change.gone), rowsOf(fresh), inOrder);
  // Where the last of it has gone it is looked for once too often, and not found.
  const hasMoney = known.hasMoney || fresh.some(isMoney);
  return { trades, ...inRows(rows), hasMoney, state: changes.state, converter };
}

function inRows(rows: readonly Row[]): Pick<Kept, 'rows' | 'results' | 'closed'> {
  let closed: ClosedTrips | undefined;
  return {
    rows,
    results: rows.map(({ result }) => result),
    closed: () => (closed ??= inOrderOfClose(rows.map((row) => (row.closed ??= closedTrip(row.result))))),
  };
}

function counted(trades: readonly Trade[], state: State, converter: Converter | null): Kept {
  const rows = rowsOf(trades);
  return { trades, ...inRows(rows), hasMoney: trades.some(isMoney), state, converter };
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
  { trips, structures }: Pick<ConvertedPositions, 'trips' | 'structures'>,
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
