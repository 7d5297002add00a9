// Section 1256 contracts and, under section 475, securities: what is open at the end of a year counts as sold at its price
// then, and starts the next year at it.

import { type Day, dayOf, dayText } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import type { Need } from '../events/index.ts';
import {
  amountToCents,
  type Cents,
  expandAmount,
  expandQuantity,
  multiply,
  type Num,
  parseAmount,
  Problems,
  subtractCents,
  valueAt,
} from '../money/index.ts';
import { isShort, type Lot, type ReadLot } from '../lots/lot.ts';
import { readLots } from '../lots/read.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { isRetirement } from '../wash/identical.ts';

export interface MarkInput {
  readonly year: number;
  readonly lots: readonly Lot[];
  readonly account_id?: string;
  /** Prices on the last trading day of a year, by year and symbol. */
  readonly year_end_prices?: Readonly<Record<string, Readonly<Record<string, Num>>>>;
  /** Today: a year that is not over has no prices at its end yet. Absent: every year is over. */
  readonly as_of?: string;
}

/** A contract's year: from its price or last year's mark to its close or this year's mark. Amounts in cents. */
export interface MarkedContract {
  readonly lot: ReadLot;
  readonly entered: Day;
  /** Null when it was open at the end of the year. */
  readonly left: Day | null;
  readonly start: Cents;
  readonly end: Cents;
  readonly gain: Cents;
}

/** A price that is missing: of a symbol, at the end of a year. */
interface UnpricedMark {
  readonly year: number;
  readonly symbol: string;
}

type MarkedLot = ReadLot & { readonly lot: Lot & { readonly treatment: 'section_1256' | 'section_475' } };

export function isMarked(read: ReadLot): read is MarkedLot {
  return read.lot.treatment === 'section_1256' || read.lot.treatment === 'section_475';
}

export function isOfAccount(lot: Lot, input: { readonly account_id?: string }): boolean {
  return input.account_id === undefined || lot.account_id === input.account_id;
}

/** A lot's year; null when it does not count in the year, or a price is missing: then it is named. */
export function markerOf(input: MarkInput, problems: Problems): (lot: ReadLot) => MarkedContract | null {
  const marking = new Marking(input, problems);
  return (lot) => marking.result(lot);
}

/** The prices without which a year cannot be marked to market, each once. */
export function unpricedMarks(input: MarkInput): UnpricedMark[] {
  const marking = new Marking(input, new Problems());
  for (const lot of readLots(input.lots, new Problems())) if (isMarked(lot)) marking.result(lot);
  return [...marking.unpriced.values()].toSorted((a, b) => a.year - b.year || (a.symbol < b.symbol ? -1 : 1));
}

/** The same as questions to the person. */
export function yearEndNeeds(input: MarkInput): Need[] {
  return unpricedMarks(input).map(({ year, symbol }) => ({
    field: 'year_end_prices',
    question:
      `What was the settlement price of ${symbol} on the last trading day of ${year}? Put it into year_end_prices of the ` +
      `tax profile of ${year}; until then the contract is in no figure.`,
  }));
}

class Marking {
  readonly unpriced = new Map<string, UnpricedMark>();
  readonly #input: MarkInput;
  readonly #problems: Problems;
  readonly #today: Day | null;

  constructor(input: MarkInput, problems: Problems) {
    this.#input = input;
    this.#problems = problems;
    this.#today = parseMoment(input.as_of)?.day ?? null;
  }

  result(lot: ReadLot): MarkedContract | null {
    const { year } = this.#input;
    const short = isShort(lot.lot);
    const entered = short ? lot.sold : lot.acquired;
    const left = short ? lot.acquired : lot.sold;
    const [first, last] = [dayOf(year, 1, 1), dayOf(year, 12, 31)];
    if (entered === null || entered > last || (left !== null && left < first)) return null;
    if (!isOfAccount(lot.lot, this.#input) || isRetirement(lot.lot)) return null;
    const opening = short ? lot.proceeds : lot.cost;
    const closing = short ? lot.cost : lot.proceeds;
    const isOpen = left === null || left > last;
    const start = entered < first ? this.#mark(lot, year - 1) : opening;
    const end = isOpen ? this.#mark(lot, year) : closing;
    if (start === null || end === null) return null;
    return {
      lot,
      entered,
      left: isOpen ? null : left,
      start,
      end,
      gain: short ? subtractCents(start, end) : subtractCents(end, start),
    };
  }

  #mark(lot: ReadLot, year: number): Cents | null {
    const prices = this.#input.year_end_prices?.[String(year)];
    const { symbol, id } = lot.lot;
    const price = prices !== undefined && Object.hasOwn(prices, symbol) ? parseAmount(prices[symbol]) : null;
    if (price !== null)
      return amountToCents(valueAt(expandQuantity(lot.quantity), multiply(price, expandAmount(lot.multiplier))));
    const last = dayOf(year, 12, 31);
    const expiry = parseOptionSymbol(symbol)?.expiry;
    if (expiry !== undefined && expiry < dayText(last) && (this.#today === null || expiry < dayText(this.#today)))
      this.#problems.add(
        'expired_contract_open',
        `${symbol} expired on ${expiry} and is still open in the book: record how it ended (an expiry, exercise or assignment); until then its result is not counted.`,
        id,
      );
    else if (this.#today !== null && this.#today <= last)
      this.#problems.add(
        'not_marked_yet',
        `${symbol} is open: it counts at its price at the end of ${year}, which has not come.`,
        id,
      );
    else {
      this.#problems.add(
        'missing_year_end_price',
        `${symbol} is marked to market: its price at the end of ${year} is missing, and its result is not counted.`,
        id,
      );
      this.unpriced.set(`${year} ${symbol}`, { year, symbol });
    }
    return null;
  }
}
