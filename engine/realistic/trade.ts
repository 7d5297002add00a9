// What the execution of signals leaves behind, and what each trade costs.
import type { Costs, Mode } from '../request/mode.ts';

/**
 * `end` and `window_end` are forced: the data, or a walk-forward window, ended while the position was open. `liquidated`
 * and `ruined`, too: there was too little margin, or nothing left. `order`, `rebalance`, `limit` and `delisted` are of
 * portfolios.
 */
export type ExitReason =
  | 'signal'
  | 'stop'
  | 'target'
  | 'trail'
  | 'break_even'
  | 'time'
  | 'liquidated'
  | 'ruined'
  | 'order'
  | 'rebalance'
  | 'limit'
  | 'delisted'
  | 'end'
  | 'window_end';

export interface Trade {
  /** In a portfolio. */
  readonly symbol?: string;
  readonly side: 'long' | 'short';
  readonly entry_time: number;
  readonly exit_time: number;
  readonly entry_price: number;
  readonly exit_price: number;
  readonly volume: number;
  /** Account currency, all costs taken off. */
  readonly pnl: number;
  readonly reason: ExitReason;
}

const FREE: Costs = { spread: 0, slippage: 0, commission: 0, swap_long: 0, swap_short: 0 };

/** The costs a request states for its symbol: the entry that names it, else the one that names none. */
export function costsFor(mode: Mode, symbol: string | undefined): Costs {
  return (
    mode.costs.find((entry) => entry.symbol !== undefined && entry.symbol === symbol) ??
    mode.costs.find((entry) => entry.symbol === undefined) ??
    FREE
  );
}
