import {
  type Amount,
  cents,
  type Count,
  decimalsFor,
  type Num,
  parseAmount,
  type Problems,
  Sum,
  Unit,
} from '../money/index.ts';
import { CENTS } from './closed.ts';

/** Results counted in a unit that fits them all. */
export interface Amounts {
  readonly unit: Unit;
  readonly counts: readonly Count[];
}

/** The amounts that can be read; the others are named by their place in the list. */
export function readAmounts(values: readonly Num[], problems: Problems): Amount[] {
  const amounts: Amount[] = [];
  if (!Array.isArray(values)) {
    problems.add('invalid_input', 'The amounts must be a list.');
    return amounts;
  }
  for (let i = 0; i < values.length; i += 1) {
    const amount = parseAmount(values[i]);
    if (amount === null) problems.add('invalid_amount', 'Not a number; it is left out.', `#${i}`);
    else amounts.push(amount);
  }
  return amounts;
}

/** Dollars, rounded to whole cents once; what is not a number counts nothing. */
export function totalOf(values: Iterable<Num>): number {
  const sum = new Sum(CENTS);
  for (const value of values) {
    const amount = parseAmount(value);
    if (amount !== null) sum.add(CENTS.count(amount));
  }
  return cents(sum.fine);
}

/** `more` is what will be counted in the same unit. */
export function countAmounts(amounts: readonly Amount[], ...more: readonly Amount[]): Amounts {
  let decimals = 2;
  for (const amount of amounts) decimals = decimalsFor(amount, decimals);
  for (const amount of more) decimals = decimalsFor(amount, decimals);
  const unit = new Unit(decimals);
  return { unit, counts: amounts.map((amount) => unit.count(amount)) };
}
