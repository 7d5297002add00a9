// What must have been paid by each of the four due dates: the regular instalments, or Schedule AI of Form 2210.

import type { FilingStatus } from '@zorivest/vocabulary';
import {
  type Amount,
  atLeastZero,
  fractionOf,
  least,
  minus,
  NO_AMOUNT,
  plus,
  roundAmountToCents,
} from '../money/index.ts';
import { computeReturn } from './federal-return.ts';
import type { YearParameters } from './parameters.ts';

/** Income from 1 January to the end of a period, cumulative. */
export interface PeriodIncome {
  readonly ordinary: Amount;
  readonly shortTerm: Amount;
  readonly longTerm: Amount;
  readonly qualifiedDividends: Amount;
  /** Ordinary, and investment income. */
  readonly otherIncome: Amount;
}

/** What lowers the tax of a whole year, however much of it has passed. */
export interface YearRelief {
  /** Losses of earlier years. */
  readonly shortCarry: Amount;
  readonly longCarry: Amount;
  readonly agedOrBlind: number;
}

/** The four of something, one per instalment. */
export type Four<T> = readonly [T, T, T, T];

/** Periods end 31 March, 31 May, 31 August and 31 December: 12 months ÷ months, in tenths. */
const ANNUALIZED_TENTHS = [40, 24, 15, 10] as const;
/** Share of the annualised tax due with each instalment, in thousandths. */
const APPLICABLE_THOUSANDTHS = [225, 450, 675, 900] as const;

/** A year's tax if the income is all there is; ordinary income is taken as wages. */
export function taxOnYear(
  income: PeriodIncome,
  relief: YearRelief,
  year: YearParameters,
  status: FilingStatus,
): Amount {
  return computeReturn(
    {
      wages: income.ordinary,
      otherIncome: income.otherIncome,
      shortTerm: minus(income.shortTerm, relief.shortCarry),
      longTerm: minus(income.longTerm, relief.longCarry),
      qualifiedDividends: income.qualifiedDividends,
      agedOrBlind: relief.agedOrBlind,
    },
    year,
    status,
  ).total;
}

/** The year's tax if income went on as in the period. */
export function annualizedTax(
  income: PeriodIncome,
  relief: YearRelief,
  period: number,
  year: YearParameters,
  status: FilingStatus,
): Amount {
  const annual = (amount: Amount): Amount => fractionOf(amount, ANNUALIZED_TENTHS[period] ?? 10, 10);
  return taxOnYear(
    {
      ordinary: annual(income.ordinary),
      shortTerm: annual(income.shortTerm),
      longTerm: annual(income.longTerm),
      qualifiedDividends: annual(income.qualifiedDividends),
      otherIncome: annual(income.otherIncome),
    },
    relief,
    year,
    status,
  );
}

/** A quarter of the required annual payment by each date, cumulative. */
export function regularSchedule(requiredAnnual: Amount): Four<Amount> {
  const by = (quarter: number): Amount => roundAmountToCents(fractionOf(requiredAnnual, quarter, 4));
  return [by(1), by(2), by(3), by(4)];
}

/**
 * Schedule AI, cumulative: each instalment is the smaller of the annualised one and the regular one, and what an earlier
 * smaller one saved is due with the next (lines 20 to 27). A period without income known falls back on the regular one.
 */
export function annualizedSchedule(taxes: readonly (Amount | null)[], requiredAnnual: Amount): Four<Amount> {
  let paid = NO_AMOUNT;
  const by = (quarter: number, regular: Amount): Amount => {
    const tax = taxes[quarter] ?? null;
    const annualized =
      tax === null ? regular : roundAmountToCents(fractionOf(tax, APPLICABLE_THOUSANDTHS[quarter] ?? 900, 1000));
    paid = plus(paid, least(atLeastZero(minus(annualized, paid)), minus(regular, paid)));
    return paid;
  };
  const [first, second, third, fourth] = regularSchedule(requiredAnnual);
  return [by(0, first), by(1, second), by(2, third), by(3, fourth)];
}
