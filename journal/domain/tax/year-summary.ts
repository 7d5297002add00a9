// The year so far on one page: results by term and symbol, adjustments, the tax they lead to, and the quarterly payments.

import {
  addCents,
  type Cents,
  centsOf,
  centsToDollars,
  NO_CENTS,
  objectOrEmpty,
  plus,
  type Problem,
  roundToCents,
  subtractCents,
} from '../money/index.ts';
import type { Term } from '@zorivest/vocabulary';
import { type Day, monthOf } from '../calendar/day.ts';
import { isRetirement } from '../wash/identical.ts';
import type { Position } from '../wash/position.ts';
import { NOT_COMPUTED, TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { TaxInput } from './input.ts';
import { liabilityOf, readProfile, roundOrNull, type TaxProfile } from './profile.ts';
import { type Installment, quarterlyEstimate, type QuarterlyInput } from './quarterly.ts';
import { gainsOf, type RealizedInput, shortPart, yearTotals } from './realized.ts';
import { copyProblems } from './simulate.ts';

export interface YearSummaryInput extends TaxProfile, RealizedInput {
  /** How the quarterly payments are computed; absent: 90 % of the tax found here, nothing paid. */
  readonly quarterly?: Partial<Omit<QuarterlyInput, 'year' | 'status'>>;
}

export interface SymbolResult {
  readonly symbol: string;
  readonly realized_st_gain: number;
  readonly realized_lt_gain: number;
  readonly total_realized: number;
  readonly wash_sale_adjustments: number;
  readonly trades_count: number;
}

/** What was realised in one month of the year; the months add up to the year. */
export interface MonthResult {
  readonly month: string;
  readonly realized_st_gain: number;
  readonly realized_lt_gain: number;
}

export interface YearSummary {
  readonly tax_year: number;
  readonly realized_st_gain: number;
  readonly realized_lt_gain: number;
  readonly total_realized: number;
  /** Losses of the year that wash sales disallow. */
  readonly wash_sale_adjustments: number;
  /** Of these, gone for good because an IRA bought. */
  readonly permanently_lost: number;
  readonly section_1256_gain: number;
  /** What the sales brought over what was paid, before wash sales moved anything. */
  readonly real_pnl: number;
  /** Sales of a lot, or of a part of one; contracts marked to market count under their symbols only. */
  readonly trades_count: number;
  readonly estimated_federal_tax: number | null;
  readonly estimated_state_tax: number | null;
  /** By the regular method, unless another is asked for. */
  readonly quarterly_payments: Installment[];
  readonly by_symbol: SymbolResult[];
  /** Those in which something was realised, in their order. */
  readonly by_month: MonthResult[];
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

const CONVENTION =
  'Sales by trade date, after wash sales; section 1256 contracts are marked to market at the end of the year, 40 % short-term ' +
  `and 60 % long-term; ${NOT_COMPUTED}`;

interface Sums {
  short: Cents;
  long: Cents;
  /** Under section 475. */
  ordinary: Cents;
  disallowed: Cents;
  count: number;
}

export function ytdTaxSummary(asked: YearSummaryInput): YearSummary {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const bySymbol = new Map<string, Sums>();
  const gone = new Map<Position, Cents>();
  let lost = NO_CENTS;
  let real = NO_CENTS;
  const sumsOf = (symbol: string): Sums => {
    let sums = bySymbol.get(symbol);
    if (sums === undefined)
      bySymbol.set(
        symbol,
        (sums = { short: NO_CENTS, long: NO_CENTS, ordinary: NO_CENTS, disallowed: NO_CENTS, count: 0 }),
      );
    return sums;
  };
  const byMonth = new Map<number, Record<Term, Cents>>();
  const addToMonth = (left: Day | null, short: Cents, long: Cents): void => {
    // What is open at the end of the year counts as sold then.
    const month = left === null ? 12 : monthOf(left);
    const before = byMonth.get(month) ?? { short: NO_CENTS, long: NO_CENTS };
    byMonth.set(month, { short: addCents(before.short, short), long: addCents(before.long, long) });
  };
  let contracts = NO_CENTS;
  const totals = yearTotals(input, read.problems, {
    marked: ({ lot: { lot }, left, gain }) => {
      const sums = sumsOf(lot.symbol);
      sums.count += 1;
      if (lot.treatment === 'section_475') {
        sums.ordinary = addCents(sums.ordinary, gain);
        return;
      }
      // Each takes what it adds to the whole's 40 %, so that the symbols add up to it.
      const before = shortPart(contracts);
      contracts = addCents(contracts, gain);
      const part = subtractCents(shortPart(contracts), before);
      const rest = subtractCents(gain, part);
      sums.short = addCents(sums.short, part);
      sums.long = addCents(sums.long, rest);
      addToMonth(left, part, rest);
    },
    match: ({ loss, part, replacement }) => {
      if (!isRetirement(replacement.read.lot)) return;
      gone.set(loss, addCents(gone.get(loss) ?? NO_CENTS, part.disallowed));
    },
    disposal: ({ proceeds, piece }) => {
      real = centsOf(real + proceeds - piece.cost);
    },
    sold: (position, { short, long, disallowed }) => {
      const sums = sumsOf(position.read.lot.symbol);
      sums.short = addCents(sums.short, short);
      sums.long = addCents(sums.long, long);
      sums.disallowed = addCents(sums.disallowed, disallowed);
      sums.count += 1;
      addToMonth(position.left, short, long);
      lost = addCents(lost, gone.get(position) ?? NO_CENTS);
    },
  });
  const profile = readProfile(input, read);
  const gains = gainsOf(totals);
  const liability = profile === null ? null : liabilityOf(profile, gains);
  const quarterly = quarterlyEstimate({
    method: 'actual',
    ...(liability === null ? {} : { expectedTax: roundToCents(liability.result.total) }),
    ...input.quarterly,
    year: input.year,
    status: input.status,
  });
  if (input.quarterly !== undefined) copyProblems(quarterly.problems, read);
  return {
    tax_year: input.year,
    realized_st_gain: roundToCents(gains.short),
    realized_lt_gain: roundToCents(gains.long),
    total_realized: roundToCents(plus(plus(gains.short, gains.long), gains.ordinary)),
    wash_sale_adjustments: centsToDollars(addCents(totals.short.disallowed, totals.long.disallowed)),
    permanently_lost: centsToDollars(lost),
    section_1256_gain: centsToDollars(totals.section1256),
    real_pnl: centsToDollars(centsOf(real + totals.section1256 + totals.section475)),
    trades_count: totals.count,
    estimated_federal_tax: liability === null ? null : roundToCents(liability.result.total),
    estimated_state_tax: liability === null ? null : roundOrNull(liability.state),
    quarterly_payments: quarterly.installments,
    by_symbol: [...bySymbol]
      .map(([symbol, { short, long, ordinary, disallowed, count }]) => ({
        symbol,
        realized_st_gain: centsToDollars(short),
        realized_lt_gain: centsToDollars(long),
        total_realized: centsToDollars(centsOf(short + long + ordinary)),
        wash_sale_adjustments: centsToDollars(disallowed),
        trades_count: count,
      }))
      .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    by_month: [...byMonth]
      .toSorted(([a], [b]) => a - b)
      .map(([month, { short, long }]) => ({
        month: `${input.year}-${String(month).padStart(2, '0')}`,
        realized_st_gain: centsToDollars(short),
        realized_lt_gain: centsToDollars(long),
      })),
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}
