// The one rule of attribution: money belongs to the day of the exit that realised it. A trade takes part in a period with what
// its exits there realised, no matter what became of it before or after. Every result of a period is asked for here.

import { addDollars } from '../money/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';

/** Whether an open position counts with what it has realised, or only where its last exit is in the period. */
export type OpenPositions = 'realised' | 'closed_only';

/** Whether the day of an exit is in the period. */
export type Within = (exit: Pick<Exit, 'time' | 'time_known'>) => boolean;

export interface RealisedTrade<T extends RoundTrip> {
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
  /** Nothing that it realised lies outside, no cost either. */
  readonly is_whole: boolean;
  /** The position was closed inside the period. */
  readonly is_closed: boolean;
  /** It has an exit there; a cost with a day of its own is money of the period and makes no trade count. */
  readonly is_counted: boolean;
}

/** What a trade realised inside a period; null where no exit of it lies there. */
export function realisedIn<T extends RoundTrip>(trade: T, within: Within): RealisedTrade<T> | null {
  const all = exitsOf(trade);
  // Mostly all of them: a list for each of a large book's trades would be made for nothing.
  const exits = all.every(within) ? all : all.filter(within);
  const end = exits.at(-1);
  if (end === undefined) return null;
  const lastExit = exits.findLast(isExit);
  const isAll = exits.length === all.length;
  return {
    trade,
    pnl: isAll ? trade.realized_pnl : addDollars(exits.map(({ pnl }) => pnl)),
    costs: isAll ? trade.commission : addDollars(exits.map(({ costs }) => costs)),
    last: lastExit ?? end,
    exits,
    outside: isAll ? 0 : all.filter(isExit).length - exits.filter(isExit).length,
    is_whole: isAll,
    is_closed: trade.status === 'closed' && lastExit !== undefined && lastExit === all.findLast(isExit),
    is_counted: lastExit !== undefined,
  };
}

/** No cost with a day of its own. */
export function isExit({ is_cost }: Pick<Exit, 'is_cost'>): boolean {
  return is_cost !== true;
}

/** Each trade with an exit inside the period once, in the order of the last of those exits. */
export function selectRealised<T extends RoundTrip>(trades: readonly T[], within: Within): RealisedTrade<T>[] {
  const found: RealisedTrade<T>[] = [];
  for (const trade of trades) {
    const one = realisedIn(trade, within);
    if (one !== null) found.push(one);
  }
  return found.toSorted((a, b) =>
    a.last.time < b.last.time ? -1 : a.last.time > b.last.time ? 1 : a.trade.id < b.trade.id ? -1 : 1,
  );
}

/** Those whose last exit is in the period, and the others: together they are the sum without the rule. */
export function splitClosed<T extends RoundTrip>(
  realised: readonly RealisedTrade<T>[],
): { readonly closed: RealisedTrade<T>[]; readonly others: RealisedTrade<T>[] } {
  const { closed = [], others = [] } = Object.groupBy(realised, ({ is_closed }) => (is_closed ? 'closed' : 'others'));
  return { closed, others };
}

/** The trade as far as the period goes: closed with what it realised there, at its last exit there. */
export function tradeIn<T extends RoundTrip>(realised: RealisedTrade<T>): T {
  const { trade, pnl, costs, last, exits, is_whole, is_closed, is_counted } = realised;
  if (is_closed && is_whole) return trade;
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
    ...(!is_counted && { costs_only: true }),
  };
}
