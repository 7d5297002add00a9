// The year's whole tax from the profile and the results realised so far.

import { parseMoment } from '../calendar/trade-date.ts';
import { termOf } from '../calendar/holding.ts';
import {
  cents,
  type Fixed,
  type Num,
  objectOrEmpty,
  parseFixed,
  type Problem,
  type Problems,
  times,
  wholeCents,
} from '../money/index.ts';
import { NOT_COMPUTED, TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { gainBands } from './income-tax.ts';
import { isShort } from '../lots/lot.ts';
import { atLeastZero, percentOf, TaxInput } from './input.ts';
import { isOpenTaxable } from './open-lots.ts';
import { bracketShares } from './ordinary.ts';
import { type Gains, type Liability, liabilityOf, readProfile, shownOrNull, type TaxProfile } from './profile.ts';
import { isOfAccount } from './mark-to-market.ts';
import { gainsOf, type RealizedInput, yearTotals } from './realized.ts';
import { parametersOf } from './parameters.ts';
import { GAIN_RATES } from './statute.ts';
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
  'Dividends and interest of the ledger count beside those of the profile; a dividend is qualified where every lot was held ' +
  '61 days, the ex-dividend day taken to be at most 60 days before the payment, and ordinary otherwise. ' +
  'Rewards in kind are ordinary income at what they were worth when they came. ' +
  'The breakdown by bracket is by formula; below 100,000 of taxable income the tax itself comes from the IRS table and can differ by a few dollars.';

export function estimateTax(asked: EstimateInput): TaxEstimate {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const profile = readProfile(input, read);
  const realized = gainsOf(yearTotals(input, read.problems));
  const unrealized = input.include_unrealized === true ? unrealizedGains(input, read.problems) : null;
  const gains = unrealized === null ? realized : plus(realized, unrealized);
  const liability = profile === null ? null : liabilityOf(profile, gains);
  const known = liability !== null && profile !== null;
  return {
    realized_gains: shown(realized),
    unrealized_gains: unrealized === null ? null : shown(unrealized),
    federal_estimate: known
      ? {
          bracket_breakdown: breakdown(input, liability),
          effective_rate: rate(liability.result.total, liability),
          income_tax: cents(liability.result.incomeTax),
          amt: cents(liability.result.amt),
          niit: cents(liability.niit),
          additional_medicare: cents(liability.result.additionalMedicare),
          tax: cents(liability.result.total),
        }
      : null,
    state_estimate: known ? shownOrNull(liability.state) : null,
    total_estimated_tax: known ? shownOrNull(liability.total) : null,
    effective_rate: known && liability.total !== null ? rate(liability.total, liability) : null,
    carryforward: known
      ? { short: cents(liability.result.carryforward.short), long: cents(liability.result.carryforward.long) }
      : null,
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function shown({ short, long, ordinary }: Gains): { st: number; lt: number; net: number } {
  return { st: cents(short), lt: cents(long), net: cents(short + long + ordinary) };
}

export function plus(a: Gains, b: Gains): Gains {
  return { short: a.short + b.short, long: a.long + b.long, ordinary: a.ordinary + b.ordinary };
}

function rate(tax: Fixed, { result }: Liability): number | null {
  return result.agi <= 0n ? null : Math.round((Number(tax) / Number(result.agi)) * 1e6) / 1e6;
}

function breakdown(input: EstimateInput, { result }: Liability): BracketLine[] {
  const parameters = parametersOf(input.year)?.status[input.status];
  if (parameters === undefined) return [];
  const ordinary = atLeastZero(result.taxable - result.preferential);
  const lines: BracketLine[] = bracketShares(ordinary, parameters.brackets).map(({ rate, amount, tax }) => ({
    kind: 'ordinary',
    rate,
    amount: cents(amount),
    tax: cents(tax),
  }));
  const { at0, at15, at20 } = gainBands(ordinary, result.taxable - ordinary, parameters.gains);
  for (const [index, amount] of [at0, at15, at20].entries()) {
    const percent = GAIN_RATES[index] ?? 0;
    if (amount > 0n)
      lines.push({
        kind: 'preferential',
        rate: percent / 100,
        amount: cents(amount),
        tax: cents((amount * BigInt(percent)) / 100n),
      });
  }
  return lines;
}

/** What selling every open taxable lot at these prices would add; a lot without a price is named. */
function unrealizedGains(input: EstimateInput, problems: Problems): Gains {
  const today = parseMoment(input.as_of)?.day;
  if (today === undefined) {
    problems.add('as_of_required', 'Unrealised results need the day to reckon to: give as_of.');
    return { short: 0n, long: 0n, ordinary: 0n };
  }
  const gains = { short: 0n, long: 0n, ordinary: 0n };
  for (const lot of washSales(input.lots, input.wash).lots) {
    if (!isOpenTaxable(lot) || !isOfAccount(lot, input)) continue;
    const value = marketValue(lot, input.prices, problems);
    if (value === null) continue;
    const basis = parseFixed(lot.adjusted_basis) ?? 0n;
    const gain = isShort(lot) ? (parseFixed(lot.proceeds) ?? 0n) - basis - value : value - basis;
    const held = isShort(lot) ? today : (parseMoment(lot.adjusted_acquired)?.day ?? today);
    if (lot.treatment === 'section_475') gains.ordinary += gain;
    else if (lot.treatment === 'section_1256') {
      const short = wholeCents(percentOf(gain, 40));
      gains.short += short;
      gains.long += gain - short;
    } else gains[termOf(held, today)] += gain;
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
): Fixed | null {
  const price = prices !== undefined && Object.hasOwn(prices, lot.symbol) ? parseFixed(prices[lot.symbol]) : null;
  const quantity = parseFixed(lot.quantity);
  if (price === null || quantity === null) {
    problems.add('missing_price', `There is no price for ${lot.symbol}.`, lot.id);
    return null;
  }
  const multiplier = parseFixed(lot.multiplier ?? (lot.option === undefined ? 1 : 100)) ?? 0n;
  return times(times(quantity, price), multiplier);
}
