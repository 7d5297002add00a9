// The year's whole tax from the profile and the results realised so far.

import { parseMoment } from '../calendar/trade-date.ts';
import { termOf } from '../calendar/holding.ts';
import type { Problems } from '../money/index.ts';
import {
  type Amount,
  fractionOf,
  isPositive,
  minus,
  multiply,
  NO_AMOUNT,
  NO_RATIO,
  type Num,
  objectOrEmpty,
  parseAmount,
  parseQuantity,
  parseRatio,
  plus,
  type Problem,
  ratioToDouble,
  roundAmountToCents,
  roundToCents,
  valueAt,
} from '../money/index.ts';
import { NOT_COMPUTED, TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { isCollectible } from './collectibles.ts';
import { gainParts } from './income-tax.ts';
import { isShort } from '../lots/lot.ts';
import { percentOf, TaxInput } from './input.ts';
import { isOpenTaxable } from './open-lots.ts';
import { bracketShares } from './ordinary.ts';
import { type Gains, type Liability, liabilityOf, readProfile, roundOrNull, type TaxProfile } from './profile.ts';
import { isOfAccount } from './mark-to-market.ts';
import { gainsOf, type RealizedInput, yearTotals } from './realized.ts';
import { parametersOf } from './parameters.ts';
import { COLLECTIBLES_RATE, GAIN_RATES } from './statute.ts';
import { washSales } from '../wash/wash-sales.ts';

export interface EstimateInput extends TaxProfile, RealizedInput {
  /** Adds what open lots would bring at these prices on `as_of`. */
  readonly include_unrealized?: boolean;
  readonly prices?: Readonly<Record<string, Num>>;
}

export interface BracketLine {
  readonly kind: 'ordinary' | 'preferential';
  readonly rate: number;
  readonly amount: number;
  readonly tax: number;
}

export interface TaxEstimate {
  readonly realized_gains: { readonly st: number; readonly lt: number; readonly net: number };
  readonly unrealized_gains: { readonly st: number; readonly lt: number; readonly net: number } | null;
  readonly federal_estimate: {
    readonly bracket_breakdown: BracketLine[];
    readonly effective_rate: number | null;
    readonly income_tax: number;
    readonly amt: number;
    readonly niit: number;
    readonly additional_medicare: number;
    readonly tax: number;
  } | null;
  readonly state_estimate: number | null;
  readonly total_estimated_tax: number | null;
  /** Of adjusted gross income. */
  readonly effective_rate: number | null;
  readonly carryforward: { readonly short: number; readonly long: number } | null;
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** What is left out stands in the first sentence: a short answer shows no other. */
const CONVENTION =
  `The whole federal return with the standard deduction, other income taken as wages; ${NOT_COMPUTED} ` +
  'Wash sales are adjusted for. ' +
  'Dividends and interest of the ledger count in addition to those of the profile; a dividend is qualified where every lot was held ' +
  '61 days, the ex-dividend day taken to be at most 60 days before the payment, and ordinary otherwise. ' +
  'Rewards in kind are ordinary income at what they were worth when they came. ' +
  'The breakdown by bracket is by formula; below 100,000 of taxable income the tax itself comes from the IRS table and can differ by a few dollars.';

export function estimateTax(asked: EstimateInput): TaxEstimate {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const profile = readProfile(input, read);
  const realized = gainsOf(yearTotals(input, read.problems));
  const unrealized = input.include_unrealized === true ? unrealizedGains(input, read.problems) : null;
  const gains = unrealized === null ? realized : addGains(realized, unrealized);
  const liability = profile === null ? null : liabilityOf(profile, gains);
  const known = liability !== null && profile !== null;
  return {
    realized_gains: formatGains(realized),
    unrealized_gains: unrealized === null ? null : formatGains(unrealized),
    federal_estimate: known
      ? {
          bracket_breakdown: breakdown(input, liability),
          effective_rate: rate(liability.result.total, liability),
          income_tax: roundToCents(liability.result.incomeTax),
          amt: roundToCents(liability.result.amt),
          niit: roundToCents(liability.niit),
          additional_medicare: roundToCents(liability.result.additionalMedicare),
          tax: roundToCents(liability.result.total),
        }
      : null,
    state_estimate: known ? roundOrNull(liability.state) : null,
    total_estimated_tax: known ? roundOrNull(liability.total) : null,
    effective_rate: known && liability.total !== null ? rate(liability.total, liability) : null,
    carryforward: known
      ? {
          short: roundToCents(liability.result.carryforward.short),
          long: roundToCents(liability.result.carryforward.long),
        }
      : null,
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

const NO_GAINS: Gains = { short: NO_AMOUNT, long: NO_AMOUNT, ordinary: NO_AMOUNT, collectibles: NO_AMOUNT };

function formatGains({ short, long, ordinary }: Gains): { st: number; lt: number; net: number } {
  return { st: roundToCents(short), lt: roundToCents(long), net: roundToCents(plus(plus(short, long), ordinary)) };
}

export function addGains(a: Gains, b: Gains): Gains {
  return {
    short: plus(a.short, b.short),
    long: plus(a.long, b.long),
    ordinary: plus(a.ordinary, b.ordinary),
    collectibles: plus(a.collectibles, b.collectibles),
  };
}

function rate(tax: Amount, { result }: Liability): number | null {
  return !isPositive(result.agi) ? null : Math.round(ratioToDouble(tax, result.agi) * 1e6) / 1e6;
}

function breakdown(input: EstimateInput, { result }: Liability): BracketLine[] {
  const parameters = parametersOf(input.year)?.status[input.status];
  if (parameters === undefined) return [];
  const { ordinary, at0, at15, at20, at28 } = gainParts(
    result.taxable,
    result.preferential,
    result.collectibles,
    parameters,
  );
  const lines: BracketLine[] = bracketShares(ordinary, parameters.brackets).map(({ rate, amount, tax }) => ({
    kind: 'ordinary',
    rate,
    amount: roundToCents(amount),
    tax: roundToCents(tax),
  }));
  for (const [index, amount] of [at0, at15, at20, at28].entries()) {
    const percent = GAIN_RATES[index] ?? COLLECTIBLES_RATE;
    if (isPositive(amount))
      lines.push({
        kind: 'preferential',
        rate: percent / 100,
        amount: roundToCents(amount),
        tax: roundToCents(fractionOf(amount, percent, 100)),
      });
  }
  return lines;
}

/** What selling every open taxable lot at these prices would add; a lot without a price is named. */
function unrealizedGains(input: EstimateInput, problems: Problems): Gains {
  const today = parseMoment(input.as_of)?.day;
  if (today === undefined) {
    problems.add('as_of_required', 'Unrealised results need a valuation date: give as_of.');
    return NO_GAINS;
  }
  const gains = { ...NO_GAINS };
  for (const lot of washSales(input.lots, input.wash).lots) {
    if (!isOpenTaxable(lot) || !isOfAccount(lot, input)) continue;
    const value = marketValue(lot, input.prices, problems);
    if (value === null) continue;
    const basis = parseAmount(lot.adjusted_basis) ?? NO_AMOUNT;
    const gain = isShort(lot)
      ? minus(minus(parseAmount(lot.proceeds) ?? NO_AMOUNT, basis), value)
      : minus(value, basis);
    const held = isShort(lot) ? today : (parseMoment(lot.adjusted_acquired)?.day ?? today);
    if (lot.treatment === 'section_475') gains.ordinary = plus(gains.ordinary, gain);
    else if (lot.treatment === 'section_1256') {
      const short = roundAmountToCents(percentOf(gain, 40));
      gains.short = plus(gains.short, short);
      gains.long = plus(gains.long, minus(gain, short));
    } else {
      const term = termOf(held, today);
      gains[term] = plus(gains[term], gain);
      if (term === 'long' && isCollectible(lot, input.collectibles ?? []))
        gains.collectibles = plus(gains.collectibles, gain);
    }
  }
  return gains;
}

/** Quantity × price × multiplier, or null (and named) without a price. */
export function marketValue(
  lot: {
    readonly id: string;
    readonly symbol: string;
    readonly quantity: Num;
    readonly multiplier?: Num;
    readonly option?: unknown;
  },
  prices: Readonly<Record<string, Num>> | undefined,
  problems: Problems,
): Amount | null {
  const price = prices !== undefined && Object.hasOwn(prices, lot.symbol) ? parseAmount(prices[lot.symbol]) : null;
  const quantity = parseQuantity(lot.quantity);
  if (price === null || quantity === null) {
    problems.add('missing_price', `There is no price for ${lot.symbol}.`, lot.id);
    return null;
  }
  const multiplier = parseRatio(lot.multiplier ?? (lot.option === undefined ? 1 : 100)) ?? NO_RATIO;
  return multiply(valueAt(quantity, price), multiplier);
}
