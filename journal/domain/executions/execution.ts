import type { AssetClass, TradeAction } from '@zorivest/vocabulary';
import type { Day } from '../calendar/day.ts';
import { tradeDay } from '../calendar/trade-date.ts';
import type { InstrumentFacts } from '../instruments/index.ts';
import type { Compact, Num } from '../money/index.ts';

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
  /** What one unit of its currency is worth in the one that results are asked for in. Absent: 1. */
  readonly rate?: Num;
  /** What it is, where the statement or the person says; absent: what the symbol says. */
  readonly asset_class?: AssetClass;
  /** False (0 in a store) where only the day is known: `time` lies within it and says no more than the order of the file. */
  readonly time_known?: boolean | number;
}

/** An execution whose every field has been read. */
export interface Fill {
  readonly id: string;
  readonly account: string;
  readonly instrument: string;
  /** What the instrument is. */
  readonly facts: InstrumentFacts;
  readonly time: string;
  readonly timeKnown: boolean;
  /** Whole seconds since 1970: fills of one second are ordered by id. */
  readonly second: number;
  /** +1 bought, −1 sold. */
  readonly side: 1 | -1;
  readonly quantity: Compact<'quantity'>;
  readonly price: Compact<'amount'>;
  readonly multiplier: Compact<'ratio'>;
  /** Prices are in the instrument's currency; at this rate they are money of the result's. */
  readonly rate: Compact<'ratio'>;
  /** In the currency of the result. */
  readonly fee: Compact<'amount'>;
  readonly order: string | undefined;
  readonly currency: string | undefined;
}

/** The one order everything downstream relies on, so that the order of import cannot matter. */
export function inOrder(a: Fill, b: Fill): number {
  if (a.second !== b.second) return a.second - b.second;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The day it counts on for tax: a day without a time is that day in every zone. */
export function tradeDayOf({ time, timeKnown, second }: Pick<Fill, 'time' | 'timeKnown' | 'second'>): Day {
  return timeKnown ? tradeDay(time, second * 1000) : Math.floor(second / 86_400);
}
