// Losses worth realising: what each symbol would bring, whether a recent purchase would wash it, and the days that matter.

import type { Term } from '@zorivest/vocabulary';
import { type Day, dayText } from '../calendar/day.ts';
import { termOf } from '../calendar/holding.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import { isOpen, isShort, type Lot } from '../lots/lot.ts';
import {
  type Amount,
  isPositive,
  isZero,
  minus,
  NO_AMOUNT,
  type Num,
  objectOrEmpty,
  parseAmount,
  plus,
  type Problem,
  roundAmountToCents,
  roundToCents,
} from '../money/index.ts';
import { underlyingOf, type WashSaleOptions } from '../wash/identical.ts';
import { WINDOW_DAYS } from '../wash/pool.ts';
import type { WashedLot } from '../wash/wash-sales.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { marketValue } from './estimate.ts';
import { clearDay, type HypotheticalWash, hypotheticalWash, LATER_PURCHASES, THE_SALE } from './hypothetical-wash.ts';
import { TaxInput } from './input.ts';
import { adjustedLots, isOpenTaxable } from './open-lots.ts';
import { isOfAccount } from './mark-to-market.ts';
import { replacementsFor } from './replacement-funds.ts';
import { copyProblems } from './simulate.ts';

export interface HarvestInput {
  readonly lots: readonly Lot[];
  readonly prices: Readonly<Record<string, Num>>;
  /** The day the losses would be realised. */
  readonly as_of: string;
  readonly account_id?: string;
  /** Only symbols with at least this loss. Default 0. */
  readonly min_loss_threshold?: Num;
  /** Leave out symbols a recent purchase would wash. */
  readonly exclude_wash_risk?: boolean;
  readonly wash?: WashSaleOptions;
}

export interface HarvestLot {
  readonly lot_id: string;
  readonly quantity: number;
  readonly adjusted_basis: number;
  readonly current_value: number;
  readonly unrealized_loss: number;
  readonly holding_period: Term;
}

export interface HarvestOpportunity {
  readonly ticker: string;
  readonly lots: HarvestLot[];
  /** A positive amount. */
  readonly unrealized_loss: number;
  readonly holding_period: Term | 'mixed';
  readonly wash_risk: boolean;
  /** The part a purchase of the last 30 days would disallow. */
  readonly disallowed_loss: number;
  /** First day on which the known purchases would leave nothing of the loss disallowed; null without risk. */
  readonly clear_date: string | null;
  /** Buying back on any day up to this one washes the loss. */
  readonly wash_window_end: string;
  readonly rebuy_from: string;
  /** Funds of the same kind to hold meanwhile. */
  readonly replacements: string[];
  readonly caution: string | null;
}

export interface Harvest {
  readonly opportunities: HarvestOpportunity[];
  readonly total_harvestable: number;
  readonly total_wash_risk: number;
  readonly net_harvestable: number;
  readonly skipped_tickers: string[];
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function harvestLosses(asked: HarvestInput): Harvest {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const day = parseMoment(input.as_of)?.day;
  const threshold = read.nonNegative('min_loss_threshold', input.min_loss_threshold) ?? NO_AMOUNT;
  if (day === undefined) read.problems.add('invalid_date', 'The day to harvest on (as_of) is not a real date.');
  const adjusted = adjustedLots(input.lots, input.wash);
  copyProblems(adjusted.problems, read);
  const skipped = new Set<string>();
  const found: { opportunity: HarvestOpportunity; loss: Amount; risk: Amount }[] = [];
  const open = day === undefined ? [] : adjusted.lots.filter((lot) => isOpen(lot));
  const families = Map.groupBy(open, underlyingOf);
  for (const [ticker, lots] of Map.groupBy(open, (lot) => lot.symbol)) {
    const losing = losingLots(lots, day ?? 0, input, read, skipped);
    const loss = losing.reduce((sum, one) => plus(sum, one.loss), NO_AMOUNT);
    if (isZero(loss) || loss < threshold) continue;
    const [first] = losing;
    const family = first === undefined ? [] : (families.get(underlyingOf(first.lot)) ?? []);
    const washOn = (on: Day): HypotheticalWash => washIfSold(losing, family, on, input);
    const wash = washOn(day ?? 0);
    if (isPositive(wash.total) && input.exclude_wash_risk === true) continue;
    const clear = isPositive(wash.total) ? clearDay(day ?? 0, family, (on) => washOn(on).total) : null;
    found.push({
      loss,
      risk: wash.total,
      opportunity: describeOpportunity(ticker, losing, loss, wash, day ?? 0, clear),
    });
  }
  const total = found.reduce((sum, { loss }) => plus(sum, loss), NO_AMOUNT);
  const risky = found.reduce((sum, { risk }) => plus(sum, risk), NO_AMOUNT);
  return {
    opportunities: found.toSorted((a, b) => (a.loss > b.loss ? -1 : 1)).map(({ opportunity }) => opportunity),
    total_harvestable: roundToCents(total),
    total_wash_risk: roundToCents(risky),
    net_harvestable: roundToCents(minus(total, risky)),
    skipped_tickers: [...skipped],
    convention: LATER_PURCHASES,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

interface LosingLot {
  readonly lot: WashedLot;
  readonly value: Amount;
  readonly basis: Amount;
  readonly loss: Amount;
  readonly term: Term;
}

function losingLots(
  lots: readonly WashedLot[],
  day: Day,
  input: HarvestInput,
  read: TaxInput,
  skipped: Set<string>,
): LosingLot[] {
  const losing: LosingLot[] = [];
  for (const lot of lots) {
    if (!isOpenTaxable(lot) || isShort(lot) || !isOfAccount(lot, input)) continue;
    const value = marketValue(lot, input.prices, read.problems);
    if (value === null) {
      skipped.add(lot.symbol);
      continue;
    }
    const basis = parseAmount(lot.adjusted_basis) ?? NO_AMOUNT;
    const worth = roundAmountToCents(value);
    const held = parseMoment(lot.adjusted_acquired)?.day ?? day;
    if (worth < basis) losing.push({ lot, value: worth, basis, loss: minus(basis, worth), term: termOf(held, day) });
  }
  return losing;
}

/** As if all these lots were sold on the day: those sold together do not replace each other. */
function washIfSold(
  losing: readonly LosingLot[],
  family: readonly WashedLot[],
  day: Day,
  input: HarvestInput,
): HypotheticalWash {
  const sold = new Map(losing.map((one) => [one.lot.id, one]));
  const after = family.map((lot): Lot => {
    const one = sold.get(lot.id);
    return one === undefined
      ? lot
      : { ...lot, sold: dayText(day), proceeds: roundToCents(one.value), closed_by: THE_SALE };
  });
  return hypotheticalWash(after, [...sold.keys()], input.wash);
}

function describeOpportunity(
  ticker: string,
  losing: readonly LosingLot[],
  loss: Amount,
  wash: HypotheticalWash,
  day: Day,
  clear: Day | null,
): HarvestOpportunity {
  const terms = new Set(losing.map(({ term }) => term));
  const [only] = terms;
  const replacements = replacementsFor(ticker);
  return {
    ticker,
    lots: losing.map(({ lot, value, basis, loss, term }) => ({
      lot_id: lot.from,
      quantity: Number(lot.quantity),
      adjusted_basis: roundToCents(basis),
      current_value: roundToCents(value),
      unrealized_loss: roundToCents(loss),
      holding_period: term,
    })),
    unrealized_loss: roundToCents(loss),
    holding_period: terms.size === 1 && only !== undefined ? only : 'mixed',
    wash_risk: isPositive(wash.total),
    disallowed_loss: roundToCents(wash.total),
    clear_date: clear === null ? null : dayText(clear),
    wash_window_end: dayText(day + WINDOW_DAYS),
    rebuy_from: dayText(day + WINDOW_DAYS + 1),
    replacements,
    caution:
      replacements.length === 0
        ? null
        : 'Funds that follow the same index may be argued to be substantially identical; one on another index is safer.',
  };
}
