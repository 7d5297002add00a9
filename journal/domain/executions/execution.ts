import type { TradeAction } from '@zorivest/words';
import type { Amount, Num } from '../money/index.ts';

/** One fill as the broker reports it. `commission` is positive when it costs, negative when it is a rebate. */
export interface Execution {
  readonly exec_id: string;
  readonly time: string;
  readonly instrument: string;
  readonly action: TradeAction;
  readonly quantity: Num;
  readonly price: Num;
  readonly account_id: string;
  readonly commission?: Num;
  /** What one unit is worth per point. Absent: 100 for an option, the contract's size for a known future, else 1. */
  readonly multiplier?: Num;
  readonly order_id?: string | null;
  readonly currency?: string;
}

/** An execution whose every field has been read. */
export interface Fill {
  readonly id: string;
  readonly account: string;
  readonly instrument: string;
  readonly time: string;
  /** Whole seconds since 1970: fills of one second are ordered by id. */
  readonly second: number;
  /** +1 bought, −1 sold. */
  readonly side: 1 | -1;
  readonly quantity: Amount;
  readonly price: Amount;
  readonly multiplier: Amount;
  readonly fee: Amount;
  readonly order: string | undefined;
  readonly currency: string | undefined;
}

/** The one order everything downstream relies on, so that the order of import cannot matter. */
export function inOrder(a: Fill, b: Fill): number {
  if (a.second !== b.second) return a.second - b.second;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
