// What happens to a position without a trade, as callers say it.

import type { OptionEnding } from '@zorivest/vocabulary';
import type { Num } from '../money/index.ts';

interface EventBase {
  readonly id: string;
  readonly instrument: string;
  /** ISO-8601; a day without a time is that whole day. */
  readonly time: string;
  /** Absent: every account. */
  readonly account_id?: string;
  /** What one unit of the instrument's currency was worth that day in the one that results are asked for in. Absent: 1. */
  readonly rate?: Num;
}

interface SplitRatio {
  /** A 4-for-1 split has 4 new shares for 1 old one; a 1-for-10 reverse split has 1 for 10. */
  readonly new_shares: Num;
  readonly old_shares: Num;
}

interface SplitEvent extends EventBase, SplitRatio {
  readonly kind: 'split';
}

interface SymbolChangeEvent extends EventBase {
  readonly kind: 'symbol_change';
  readonly new_instrument: string;
}

/** Shares that came from outside, as the person says they were bought. */
export interface StatedLot {
  readonly acquired: string;
  readonly quantity: Num;
  /** Of the whole lot. */
  readonly cost: Num;
  /** Of the day it was acquired, as that of an event. */
  readonly rate?: Num;
}

export interface TransferEvent extends EventBase {
  readonly kind: 'transfer';
  readonly quantity: Num;
  /** Absent: they came from outside. */
  readonly from_account_id?: string;
  /** Absent: they went outside. */
  readonly to_account_id?: string;
  /** What came, where the lots that left are not known or do not count: they are then bought as stated here. */
  readonly lots?: readonly StatedLot[];
  /** The lots that move; absent: first in, first out. */
  readonly lot_ids?: readonly string[];
  /** What the statement says all of it cost. */
  readonly cost_basis?: Num;
  /** When they arrived, where that is not `time`. */
  readonly arrived?: string;
}

interface CashMergerEvent extends EventBase {
  readonly kind: 'cash_merger';
  readonly cash_per_share: Num;
}

interface StockMergerEvent extends EventBase, SplitRatio {
  readonly kind: 'stock_merger';
  readonly new_instrument: string;
  /** Per old share. */
  readonly cash_per_share?: Num;
  /** What a new share was worth: with it, the gain that the cash makes taxable is known. */
  readonly price?: Num;
}

interface SpinOffEvent extends EventBase, SplitRatio {
  readonly kind: 'spin_off';
  readonly new_instrument: string;
  /** The share of the basis that goes to the new shares; absent: none, until it is known. */
  readonly allocation?: Num;
}

interface ReturnOfCapitalEvent extends EventBase {
  readonly kind: 'return_of_capital';
  readonly amount_per_share: Num;
}

interface CashInLieuEvent extends EventBase {
  readonly kind: 'cash_in_lieu';
  /** The fraction of a share that was paid out. */
  readonly quantity: Num;
  readonly amount: Num;
}

interface RewardEvent extends EventBase {
  readonly kind: 'reward';
  readonly account_id: string;
  readonly quantity: Num;
  /** What all of it was worth when it came: income then, and basis from then on. Absent: nothing, until it is known. */
  readonly value?: Num;
}

export interface OptionEndEvent extends EventBase {
  readonly kind: OptionEnding;
  readonly account_id: string;
  /** Contracts concerned; absent: all that are open (for an expiry, or a cash settlement). */
  readonly quantity?: Num;
  /** Cash settlement: the contract closes at its intrinsic value at this price. */
  readonly settlement_price?: Num;
  /** The future an option on one delivered, where its name does not say which: ES alone names no month. */
  readonly new_instrument?: string;
  /** True when the shares delivered are among the executions already. */
  readonly stock_recorded?: boolean;
  readonly commission?: Num;
}

/** What the broker charged for borrowing shares that were sold short, in the instrument's currency. */
interface BorrowCostEvent extends EventBase {
  readonly kind: 'borrow_cost';
  readonly account_id: string;
  readonly amount: Num;
}

export type PositionEvent =
  | SplitEvent
  | SymbolChangeEvent
  | TransferEvent
  | CashMergerEvent
  | StockMergerEvent
  | SpinOffEvent
  | ReturnOfCapitalEvent
  | CashInLieuEvent
  | RewardEvent
  | BorrowCostEvent
  | OptionEndEvent;
