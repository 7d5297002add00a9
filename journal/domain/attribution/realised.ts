// The one rule of attribution: money belongs to the day of the exit that realised it. A trade takes part in a period with what
// its exits there realised, whatever became of it before or after. Whoever states a result of a period asks here.

import { addDollars } from '../money/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';

/** Whether an open position counts with what it has realised, or only where its last exit lies in the period. */
export type OpenPositions = 'realised' | 'closed_only';

/** Whether the day of an exit lies in the period. */
export type Within = (exit: Pick<Exit, 'time' | 'time_known'>) => boolean;

export interface Realised<T extends RoundTrip> {
  readonly trade: T;
  /** What its exits inside the period came to, after costs. */
  readonly pnl: number;
  /** Their own costs, and their share of the entries'. */
  readonly costs: number;
  /** The last of them. */
  readonly last: Exit;
  /** Those exits, in order: each one's money counts on its own day. */
  readonly exits: readonly Exit[];
  /** How many exits it has that lie outside the period. */
  readonly outside: number;
  /** The position was closed inside the period. */
  readonly is_closed: boolean;
}

/** What a trade realised inside a period; null where no exit of it lies there. */
export function realisedIn<T extends RoundTrip>(trade: T, within: Within): Realised<T> | null {
  const all = exitsOf(trade);
  // Mostly all of them: a list for each of a large book's trades would be made for nothing.
  const exits = all.every(within) ? all : all.filter(within);
  const last = exits.at(-1);
  if (last === undefined) return null;
  const isAll = exits.length === all.length;
  return {
    trade,
    pnl: isAll ? trade.realized_pnl : addDollars(exits.map(({ pnl }) => pnl)),
    costs: isAll ? trade.commission : addDollars(exits.map(({ costs }) => costs)),
    last,
    exits,
    outside: all.length - exits.length,
    is_closed: trade.status === 'closed' && last === all.at(-1),
  };
}

/** Each trade with an exit inside the period once, in the order of the last of those exits. */
export function selectRealised<T extends RoundTrip>(trades: readonly T[], within: Within): Realised<T>[] {
  const found: Realised<T>[] = [];
  for (const trade of trades) {
    const one = realisedIn(trade, within);
    if (one !== null) found.push(one);
  }
  return found.toSorted((a, b) =>
    a.last.time < b.last.time ? -1 : a.last.time > b.last.time ? 1 : a.trade.id < b.trade.id ? -1 : 1,
  );
}

/** Those whose last exit lies in the period, and the others: together they are the sum without the rule. */
export function splitClosed<T extends RoundTrip>(
  realised: readonly Realised<T>[],
): { readonly closed: Realised<T>[]; readonly others: Realised<T>[] } {
  const { closed = [], others = [] } = Object.groupBy(realised, ({ is_closed }) => (is_closed ? 'closed' : 'others'));
  return { closed, others };
}

/** The trade as far as the period goes: closed with what it realised there, at its last exit there. */
export function tradeIn<T extends RoundTrip>({ trade, pnl, costs, last, exits, outside, is_closed }: Realised<T>): T {
  if (is_closed && outside === 0) return trade;
  return {
    ...trade,
    status: 'closed',
    realized_pnl: pnl,
    commission: costs,
    gross_pnl: addDollars([pnl, costs]),
    closed_at: last.time,
    closed_time_known: last.time_known,
    holding_period_seconds: Math.max(0, Math.floor((Date.parse(last.time) - Date.parse(trade.opened_at)) / 1000)),
    exits,
  };
}
