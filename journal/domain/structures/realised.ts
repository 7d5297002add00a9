// What trades realised inside a period, the exits of positions that are still open among them.

import { NO_AMOUNT, parseAmount, plus, roundToCents } from '../money/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';

/** Whether an open position counts with what it has realised, or only once it is closed. */
export type OpenPositions = 'realised' | 'closed_only';

export interface Realised<T extends RoundTrip> {
  readonly trade: T;
  /** What its exits inside the period came to. */
  readonly pnl: number;
  /** The last of them: the day it counts on. */
  readonly last: Exit;
  /** Those exits, in order: each one's money counts on its own day. */
  readonly exits: readonly Exit[];
  /** The position was closed inside the period. */
  readonly is_closed: boolean;
}

export interface RealisedTrades<T extends RoundTrip> {
  /** In the order of their last exits. */
  readonly trades: Realised<T>[];
  /** Positions with exits inside the period that are not counted, and what those exits came to. */
  readonly left_out: { readonly reason: string; readonly count: number; readonly amount: number }[];
}

/**
 * Each position once, with what it realised inside the period. One with nothing realised there is neither counted nor
 * left out. With `closed_only` those that did not close inside the period are left out, and their money is stated.
 */
export function selectRealised<T extends RoundTrip>(
  trades: readonly T[],
  within: (exit: Pick<Exit, 'time' | 'time_known'>) => boolean,
  openPositions: OpenPositions = 'realised',
): RealisedTrades<T> {
  const found: Realised<T>[] = [];
  let [count, amount] = [0, NO_AMOUNT];
  for (const trade of trades) {
    const all = exitsOf(trade);
    // Mostly all of them: a list for each of a large book's trades would be made for nothing.
    const exits = all.every(within) ? all : all.filter(within);
    const last = exits.at(-1);
    if (last === undefined) continue;
    const is_closed = trade.status === 'closed' && last === all.at(-1);
    const pnl = exits.length === all.length ? trade.realized_pnl : sum(exits);
    if (openPositions === 'realised' || is_closed) {
      found.push({ trade, pnl, last, exits, is_closed });
    } else {
      count += 1;
      amount = plus(amount, parseAmount(pnl) ?? NO_AMOUNT);
    }
  }
  found.sort((a, b) =>
    a.last.time < b.last.time ? -1 : a.last.time > b.last.time ? 1 : a.trade.id < b.trade.id ? -1 : 1,
  );
  return {
    trades: found,
    left_out: count === 0 ? [] : [{ reason: 'not closed yet', count, amount: roundToCents(amount) }],
  };
}

function sum(exits: readonly Exit[]): number {
  return roundToCents(exits.reduce((total, { pnl }) => plus(total, parseAmount(pnl) ?? NO_AMOUNT), NO_AMOUNT));
}
