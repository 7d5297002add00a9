// A tax lot: shares bought together, held or sold together. `cost_basis` and `proceeds` are of the whole lot.

import type { AccountKind, Direction, OptionRight } from '@zorivest/vocabulary';
import type { Day } from '../calendar/day.ts';
import type { Cents, Compact, Num } from '../money/index.ts';

export interface LotOption {
  readonly underlying: string;
  readonly right: OptionRight;
  /** A put sold so deep in the money that it will almost surely be exercised (Rev. Rul. 85-87). */
  readonly deep_in_the_money?: boolean;
}

export interface Lot {
  readonly id: string;
  readonly symbol: string;
  /** The instrument behind the symbol, or behind what an option is on, where it has other names; absent: the symbol. */
  readonly instrument_id?: string;
  readonly quantity: Num;
  /** The day bought; for a short lot the day bought back, absent while it is open. */
  readonly acquired: string;
  readonly cost_basis: Num;
  readonly sold?: string;
  readonly proceeds?: Num;
  readonly account_id?: string;
  readonly account_kind?: AccountKind;
  /** Lots of one purchase share it: they never replace each other. Absent: the id. */
  readonly lot_group?: string;
  /** Matched with a loss before; it cannot replace again. */
  readonly used_as_replacement?: boolean;
  readonly option?: LotOption;
  /** Units of the underlying per unit of the lot; absent: 100 for an option, else 1. */
  readonly multiplier?: Num;
  /** Absent: long. A short lot is sold first and acquired later. */
  readonly side?: Direction;
  /** The execution that closed it, where the lot comes from executions. */
  readonly closed_by?: string;
  /** Bought by reinvesting a dividend. */
  readonly reinvested?: boolean;
  /** A bond's quantity is its face value; absent: anything else. */
  readonly is_bond?: boolean;
  /** An option that ended worthless. */
  readonly expired?: true;
  /** Accounts it lay in before it was moved. */
  readonly former_accounts?: readonly string[];
  /** Where a short sale restarted the holding period: the day it counts from (IRC 1233(b)). */
  readonly held_from?: string;
  /** Of a short sale made while the shares were held for over a year: a loss is long-term (IRC 1233(d)). */
  readonly is_long_loss?: true;
  /** The day whose year it counts in, where that is not the day it was closed (Rev. Rul. 2002-44). */
  readonly counts_on?: string;
  /** Absent: a security. The others know no wash sales; section 1256 contracts are taxed 60/40, currencies by 988. */
  readonly treatment?: 'security' | 'section_1256' | 'digital_asset' | 'section_475' | 'section_988';
}

/** A lot whose every field has been read. */
export interface ReadLot {
  readonly lot: Lot;
  /** Position in the input: the order that settles ties. */
  readonly index: number;
  readonly quantity: Compact<'quantity'>;
  readonly cost: Cents;
  readonly proceeds: Cents | null;
  /** Null only for an open short lot. */
  readonly acquired: Day | null;
  readonly sold: Day | null;
  /** The exact times, where the lot carries them, for the order within a day. */
  readonly acquiredAt: number;
  readonly soldAt: number;
  /** Units of the underlying per unit of the lot. */
  readonly multiplier: Compact<'ratio'>;
}

export function isShort(lot: Lot): boolean {
  return lot.side === 'short';
}

/** Callers that read a database hand in null or an empty text for what is not there. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

export function isOpen(lot: Lot): boolean {
  return isAbsent(isShort(lot) ? lot.acquired : lot.sold);
}
