// Reading the arguments of the tax functions: what cannot be read becomes a named problem, never a throw or a zero.

import { type FilingStatus, filingStatuses } from '@zorivest/vocabulary';
import {
  type Amount,
  fractionOf,
  isNegative,
  NO_AMOUNT,
  NO_QUANTITY,
  parseAmount,
  parseQuantity,
  Problems,
  type Quantity,
  wholeAmount,
} from '../money/index.ts';
import { parametersOf, TAX_YEARS, type YearParameters } from './parameters.ts';

/** Whole dollars as an exact amount. */
export function dollars(amount: number): Amount {
  return wholeAmount(amount);
}

/** `percent` of an amount; the percentage has at most one decimal. */
export function percentOf(amount: Amount, percent: number): Amount {
  return fractionOf(amount, Math.round(percent * 10), 1000);
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
  amount(name: string, value: unknown): Amount | null {
    const amount = parseAmount(value);
    if (amount === null) this.problems.add('bad_amount', `${name} is not a decimal number.`);
    return amount;
  }

  /** A quantity that cannot be below zero; its absence means none. */
  quantity(name: string, value: unknown): Quantity | null {
    const quantity = value === undefined || value === null ? NO_QUANTITY : parseQuantity(value);
    if (quantity === null) this.problems.add('bad_amount', `${name} is not a decimal number.`);
    if (quantity === null || !isNegative(quantity)) return quantity;
    this.problems.add('negative_amount', `${name} is negative; give it as a positive amount.`);
    return null;
  }

  /** An amount whose absence means none. */
  amountOrNone(name: string, value: unknown): Amount | null {
    return value === undefined || value === null ? NO_AMOUNT : this.amount(name, value);
  }

  /** An amount the result leans on: without it none is assumed, and a problem names it. */
  expectAmount(name: string, value: unknown): unknown {
    if (value === undefined || value === null)
      this.problems.add('missing_amount', `${name} is not given; none is assumed.`);
    return value;
  }

  /** An amount that cannot be below zero (a carryforward, a payment): a negative one is refused. */
  nonNegative(name: string, value: unknown): Amount | null {
    const amount = this.amountOrNone(name, value);
    if (amount === null || !isNegative(amount)) return amount;
    this.problems.add('negative_amount', `${name} is negative; give it as a positive amount.`);
    return null;
  }
}
