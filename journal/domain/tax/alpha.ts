// What choosing lots saved against selling first in, first out: the same sales booked twice, and the tax of both.

import type { Term } from '@zorivest/vocabulary';
import { yearOf } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import {
  addCents,
  type Amount,
  type Cents,
  centsToAmount,
  minus,
  NO_AMOUNT,
  NO_CENTS,
  NO_QUANTITY,
  objectOrEmpty,
  parseQuantity,
  plus,
  type Problem,
  Problems,
  type Quantity,
  roundToCents,
} from '../money/index.ts';
import { isOpen, isShort, type Lot } from '../lots/lot.ts';
import { isRetirement } from '../wash/identical.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { addGains } from './estimate.ts';
import { TaxInput } from './input.ts';
import { type Gains, knownTax, liabilityOf, readProfile, type TaxProfile } from './profile.ts';
import { gainsOf, type RealizedInput, yearTotals } from './realized.ts';

export interface TaxAlphaInput extends TaxProfile, Omit<RealizedInput, 'account_id'> {
  /** The same executions booked first in, first out, with no lot named. */
  readonly fifo_lots: readonly Lot[];
}

export interface TaxAlpha {
  readonly actual_tax_estimate: number | null;
  readonly naive_fifo_tax_estimate: number | null;
  /** The sum of the two below. */
  readonly tax_savings: number | null;
  /** From realising other gains, or long-term ones instead of short-term ones. */
  readonly savings_from_lot_optimization: number | null;
  /** From realising more losses. */
  readonly savings_from_harvesting: number | null;
  /** Sales of the year that took other lots. */
  readonly trades_optimized_count: number;
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

const CONVENTION =
  'The year’s whole tax as booked, against the same sales booked first in, first out. In between, the tax with the gains of ' +
  'first in, first out and the losses as booked: what that saves is harvesting, the rest is lot optimization. Losses count ' +
  'after wash sales.';

export function taxAlpha(asked: TaxAlphaInput): TaxAlpha {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const profile = readProfile(input, read);
  const actual = partsOf(input, input.lots, read.problems);
  // What is wrong with the executions has been reported already.
  const naive = partsOf(input, input.fifo_lots, new Problems());
  const taxOf = (gains: Gains): Amount | null => (profile === null ? null : knownTax(liabilityOf(profile, gains)));
  const [booked, harvested, fifo] = [
    taxOf(addGains(actual.gains, actual.losses)),
    taxOf(addGains(naive.gains, actual.losses)),
    taxOf(addGains(naive.gains, naive.losses)),
  ];
  const computeSaving = (before: Amount | null, after: Amount | null): number | null =>
    before === null || after === null ? null : roundToCents(minus(before, after));
  return {
    actual_tax_estimate: booked === null ? null : roundToCents(booked),
    naive_fifo_tax_estimate: fifo === null ? null : roundToCents(fifo),
    tax_savings: computeSaving(fifo, booked),
    savings_from_lot_optimization: computeSaving(harvested, booked),
    savings_from_harvesting: computeSaving(fifo, harvested),
    trades_optimized_count: otherwiseBooked(input.lots, input.fifo_lots, input.year),
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

interface Parts {
  readonly gains: Gains;
  /** Sales that ended below their basis. */
  readonly losses: Gains;
}

function partsOf(input: TaxAlphaInput, lots: readonly Lot[], problems: Problems): Parts {
  const lost: Record<Term, Cents> = { short: NO_CENTS, long: NO_CENTS };
  const all = gainsOf(
    yearTotals({ ...input, lots }, problems, {
      disposal: ({ term, gain }) => {
        if (gain < 0) lost[term] = addCents(lost[term], gain);
      },
    }),
  );
  const losses = {
    short: centsToAmount(lost.short),
    long: centsToAmount(lost.long),
    ordinary: NO_AMOUNT,
    collectibles: NO_AMOUNT,
  };
  return { losses, gains: { ...all, short: minus(all.short, losses.short), long: minus(all.long, losses.long) } };
}

/** How many of the year's sales took other lots in the one booking than in the other. */
function otherwiseBooked(booked: readonly Lot[], fifo: readonly Lot[], year: number): number {
  const before = lotsBySale(fifo, year);
  let count = 0;
  for (const [sale, taken] of lotsBySale(booked, year)) {
    const others = before.get(sale);
    const same = others?.size === taken.size && [...taken].every(([id, shares]) => others.get(id) === shares);
    if (!same) count += 1;
  }
  return count;
}

/** Sale -> lot -> shares taken from it. */
function lotsBySale(lots: readonly Lot[], year: number): Map<string, Map<string, Quantity>> {
  const sales = new Map<string, Map<string, Quantity>>();
  for (const lot of lots) {
    if (lot.closed_by === undefined || isOpen(lot) || isShort(lot) || isRetirement(lot)) continue;
    const sold = parseMoment(lot.sold)?.day;
    if (sold === undefined || yearOf(sold) !== year) continue;
    const taken = sales.get(lot.closed_by) ?? new Map<string, Quantity>();
    taken.set(lot.id, plus(taken.get(lot.id) ?? NO_QUANTITY, parseQuantity(lot.quantity) ?? NO_QUANTITY));
    sales.set(lot.closed_by, taken);
  }
  return sales;
}
