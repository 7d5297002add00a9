// Section 1256 contracts (regulated futures, broad-based index options): 40 % short-term, 60 % long-term, Form 6781.

import type { FilingStatus } from '@zorivest/vocabulary';
import {
  type Amount,
  isNegative,
  isPositive,
  least,
  minus,
  negate,
  NO_AMOUNT,
  type Num,
  objectOrEmpty,
  parseAmount,
  type Problem,
  roundAmountToCents,
  roundToCents,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { percentOf, TaxInput } from './input.ts';

export interface Section1256Input {
  readonly year: number;
  readonly status: FilingStatus;
  /** The year's result, marked to market at its end. */
  readonly gainLoss: Num;
  /** Net section 1256 gains of the three years before, to carry a loss back to. */
  readonly priorGains?: readonly { readonly year: number; readonly gain: Num }[];
}

export interface Section1256 {
  readonly short_term: number | null;
  readonly long_term: number | null;
  /** A net loss may instead be carried back three years, against section 1256 gains only (IRC 1212(c)). */
  readonly carryback_available: boolean;
  /** Where the loss would go, the earliest year first; empty without gains to carry it back to. */
  readonly carryback: { readonly year: number; readonly amount: number }[];
  /** What no earlier gain takes up and stays in this year, split 40/60 like the whole. */
  readonly not_carried_back: number | null;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function section1256(asked: Section1256Input): Section1256 {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  // The split is the same for everyone and every year; a wrong one is still worth a word.
  read.isYear(input.year);
  read.status(input.status);
  const amount = read.amount('gainLoss', input.gainLoss);
  // The split is of the whole-cent amount, so that the two parts always add up to it.
  const total = amount === null ? null : roundAmountToCents(amount);
  const short = total === null ? null : roundAmountToCents(percentOf(total, 40));
  const loss = total !== null && isNegative(total) ? negate(total) : NO_AMOUNT;
  const carryback = carryBack(input, loss, read);
  return {
    short_term: short === null ? null : roundToCents(short),
    long_term: total === null || short === null ? null : roundToCents(minus(total, short)),
    carryback_available: isPositive(loss),
    carryback: carryback.map(({ year, amount }) => ({ year, amount: roundToCents(amount) })),
    not_carried_back:
      total === null ? null : roundToCents(carryback.reduce((left, { amount }) => minus(left, amount), loss)),
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

/** Three years back, the earliest first, up to each year's gain (IRC 1212(c)). */
function carryBack(input: Section1256Input, loss: Amount, read: TaxInput): { year: number; amount: Amount }[] {
  const gains = (Array.isArray(input.priorGains) ? input.priorGains : []).flatMap((prior, index) => {
    const gain = parseAmount(prior?.gain);
    const age = input.year - Number(prior?.year);
    if (gain !== null && (age === 1 || age === 2 || age === 3)) return [{ year: input.year - age, gain }];
    read.problems.add(
      'bad_prior_gain',
      'A gain to carry back to needs an amount and one of the three years before.',
      `#${index}`,
    );
    return [];
  });
  let left = loss;
  return gains
    .toSorted((a, b) => a.year - b.year)
    .flatMap(({ year, gain }) => {
      const amount = least(left, roundAmountToCents(isPositive(gain) ? gain : NO_AMOUNT));
      left = minus(left, amount);
      return isPositive(amount) ? [{ year, amount }] : [];
    });
}
