// Section 1256 contracts (regulated futures, broad-based index options): 40 % short-term, 60 % long-term, Form 6781.

import { cents, type Num, type Problem, wholeCents } from '../money/index.ts';
import { TAX_DISCLAIMER } from './disclaimer.ts';
import { given, percentOf, TaxInput } from './input.ts';
import type { FilingStatus } from './statute.ts';

export interface Section1256Input {
  readonly year: number;
  readonly status: FilingStatus;
  /** The year's result, marked to market at its end. */
  readonly gainLoss: Num;
}

export interface Section1256 {
  readonly short_term: number | null;
  readonly long_term: number | null;
  /** A net loss may instead be carried back three years, against section 1256 gains only (IRC 1212(c)). */
  readonly carryback_available: boolean;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

export function section1256(asked: Section1256Input): Section1256 {
  const input = given(asked);
  const read = new TaxInput();
  // The split is the same for everyone and every year; a wrong one is still worth a word.
  read.isYear(input.year);
  read.status(input.status);
  const amount = read.amount('gainLoss', input.gainLoss);
  // The split is of the whole-cent amount, so that the two parts always add up to it.
  const total = amount === null ? null : wholeCents(amount);
  const short = total === null ? null : wholeCents(percentOf(total, 40));
  return {
    short_term: short === null ? null : cents(short),
    long_term: total === null || short === null ? null : cents(total - short),
    carryback_available: total !== null && total < 0n,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}
