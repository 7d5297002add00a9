// What must have been paid by each of the four due dates: the regular instalments, or Schedule AI of Form 2210.

import type { FilingStatus } from '@zorivest/words';
import { type Fixed, least, wholeCents } from '../money/index.ts';
import { computeReturn } from './federal-return.ts';
import { atLeastZero } from './input.ts';
import type { YearParameters } from './parameters.ts';

/** Income from 1 January to the end of a period, cumulative. */
export interface PeriodIncome {
  readonly ordinary: Fixed;
  readonly shortTerm: Fixed;
  readonly longTerm: Fixed;
  readonly qualifiedDividends: Fixed;
  /** Ordinary, and investment income. */
  readonly otherIncome: Fixed;
}

/** What lowers the tax of a whole year, however much of it has passed. */
export interface YearRelief {
  /** Losses of earlier years. */
  readonly shortCarry: Fixed;
  readonly longCarry: Fixed;
  readonly agedOrBlind: number;
}

/** The four of something, one per instalment. */
export type Four<T> = readonly [T, T, T, T];

/** Periods end 31 March, 31 May, 31 August and 31 December: 12 months ÷ months, in tenths. */
const ANNUALIZED_TENTHS = [40n, 24n, 15n, 10n] as const;
/** Share of the annualised tax due with each instalment, in thousandths. */
const APPLICABLE_THOUSANDTHS = [225n, 450n, 675n, 900n] as const;

/** A year's tax if the income is all there is; ordinary income is taken as wages. */
export function taxOnYear(income: PeriodIncome, relief: YearRelief, year: YearParameters, status: FilingStatus): Fixed {
  return computeReturn(
    {
      wages: income.ordinary,
      otherIncome: income.otherIncome,
      shortTerm: income.shortTerm - relief.shortCarry,
      longTerm: income.longTerm - relief.longCarry,
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
): Fixed {
  const annual = (amount: Fixed): Fixed => (amount * (ANNUALIZED_TENTHS[period] ?? 10n)) / 10n;
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
export function regularSchedule(requiredAnnual: Fixed): Four<Fixed> {
  const by = (quarter: bigint): Fixed => wholeCents((requiredAnnual * quarter) / 4n);
  return [by(1n), by(2n), by(3n), by(4n)];
}

/**
 * Schedule AI, cumulative: each instalment is the smaller of the annualised one and the regular one, and what an earlier
 * smaller one saved is due with the next (lines 20 to 27). A period without income known falls back on the regular one.
 */
export function annualizedSchedule(taxes: readonly (Fixed | null)[], requiredAnnual: Fixed): Four<Fixed> {
  let paid = 0n;
  const by = (quarter: number, regular: Fixed): Fixed => {
    const tax = taxes[quarter] ?? null;
    const annualized = tax === null ? regular : wholeCents((tax * (APPLICABLE_THOUSANDTHS[quarter] ?? 900n)) / 1000n);
    paid += least(atLeastZero(annualized - paid), regular - paid);
    return paid;
  };
  const [first, second, third, fourth] = regularSchedule(requiredAnnual);
  return [by(0, first), by(1, second), by(2, third), by(3, fourth)];
}
