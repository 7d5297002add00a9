// Reading the arguments of the tax functions: what cannot be read becomes a named problem, never a throw or a zero.

import { type FilingStatus, filingStatuses } from '@zorivest/words';
import { type Fixed, ONE, parseFixed, Problems } from '../money/index.ts';
import { parametersOf, TAX_YEARS, type YearParameters } from './parameters.ts';

/** Whole dollars as an exact amount. */
export function dollars(amount: number): Fixed {
  return BigInt(amount) * ONE;
}

/** `percent` of an amount; the percentage has at most one decimal. */
export function percentOf(amount: Fixed, percent: number): Fixed {
  return (amount * BigInt(Math.round(percent * 10))) / 1000n;
}

export function atLeastZero(amount: Fixed): Fixed {
  return amount > 0n ? amount : 0n;
}

/** Collects what is wrong with one call's arguments while reading them. */
export class TaxInput {
  readonly problems = new Problems();

  parameters(year: number): YearParameters | null {
    const found = parametersOf(year);
    if (found !== undefined) return found;
    this.problems.add(
      'no_parameters_for_year',
      `No tax figures for ${typeof year === 'number' ? year : 'this year'}: they are known for ${TAX_YEARS.join(', ')}.`,
    );
    return null;
  }

  /** A year the calendar can answer for, whether or not its figures are known. */
  isYear(year: unknown): boolean {
    if (typeof year === 'number' && Number.isInteger(year) && year >= 1913 && year <= 2200) return true;
    this.problems.add('invalid_year', 'The tax year is not a year.');
    return false;
  }

  status(status: FilingStatus): FilingStatus | null {
    if (filingStatuses.includes(status)) return status;
    this.problems.add('unknown_filing_status', `Unknown filing status: use ${filingStatuses.join(', ')}.`);
    return null;
  }

  /** Boxes ticked for age and blindness: none, or up to two for each of two spouses. */
  agedOrBlind(count: unknown): number | null {
    if (count === undefined || count === null) return 0;
    if (typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= 4) return count;
    this.problems.add('bad_amount', 'agedOrBlind is a count from 0 to 4.');
    return null;
  }

  /** An amount that must be there. */
  amount(name: string, value: unknown): Fixed | null {
    const amount = parseFixed(value);
    if (amount === null) this.problems.add('bad_amount', `${name} is not a decimal number.`);
    return amount;
  }

  /** An amount whose absence means none. */
  amountOrNone(name: string, value: unknown): Fixed | null {
    return value === undefined || value === null ? 0n : this.amount(name, value);
  }

  /** An amount the result leans on: without it none is assumed, and that is said. */
  expected(name: string, value: unknown): unknown {
    if (value === undefined || value === null)
      this.problems.add('missing_amount', `${name} is not given; none is assumed.`);
    return value;
  }

  /** An amount that cannot be below zero (a carryforward, a payment): a negative one is refused. */
  nonNegative(name: string, value: unknown): Fixed | null {
    const amount = this.amountOrNone(name, value);
    if (amount === null || amount >= 0n) return amount;
    this.problems.add('negative_amount', `${name} is negative; give it as a positive amount.`);
    return null;
  }
}
