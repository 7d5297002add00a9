import type { Problems } from '../money/index.ts';
import {
  type Compact,
  type Count,
  decimalsFor,
  type Num,
  parseCompact,
  RESULTS,
  roundToCents,
  Sum,
  Unit,
} from '../money/index.ts';

/** Results counted in a unit that fits them all. */
export interface CountedAmounts<K extends 'amount' | 'ratio'> {
  readonly unit: Unit<K>;
  readonly counts: readonly Count<K>[];
}

/** The amounts that can be read; the others are named by their place in the list. */
export function readAmounts(values: readonly Num[], problems: Problems): Compact<'amount'>[] {
  const amounts: Compact<'amount'>[] = [];
  if (!Array.isArray(values)) {
    problems.add('invalid_input', 'The amounts must be a list.');
    return amounts;
  }
  for (let i = 0; i < values.length; i += 1) {
    const amount = parseCompact('amount', values[i]);
    if (amount === null) problems.add('invalid_amount', 'Not a number; it is left out.', `#${i}`);
    else amounts.push(amount);
  }
  return amounts;
}

/** Dollars, rounded to whole cents once; what is not a number counts nothing. */
export function totalOf(values: Iterable<Num>): number {
  const sum = new Sum(RESULTS);
  for (const value of values) {
    const amount = parseCompact('amount', value);
    if (amount !== null) sum.add(RESULTS.count(amount));
  }
  return roundToCents(sum.exact);
}

/** `more` is what will be counted in the same unit. */
export function countAmounts(
  amounts: readonly Compact<'amount'>[],
  ...more: readonly Compact<'amount'>[]
): CountedAmounts<'amount'> {
  let decimals = 2;
  for (const amount of amounts) decimals = decimalsFor(amount, decimals);
  for (const amount of more) decimals = decimalsFor(amount, decimals);
  const unit = Unit.of('amount', decimals);
  return { unit, counts: amounts.map((amount) => unit.count(amount)) };
}
