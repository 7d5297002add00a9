// The yearly rate on underpayments by individuals, set by the IRS each calendar quarter (IRC 6621). In percent.

import { type Day, dayOf, isLeapYear, monthOf, yearOf } from '../calendar/day.ts';
import { accrue, type Amount, NO_AMOUNT, parseRatio, plus } from '../money/index.ts';

/** First to fourth quarter; null where no rate was known to us when this was written. */
const PERCENT: Readonly<Record<number, readonly (number | null)[]>> = {
  2023: [7, 7, 7, 8],
  2024: [8, 8, 8, 8],
  2025: [7, 7, 7, 7],
  2026: [7, 6, null, null],
};

/** Rates the caller knows, as fractions by quarter: `{ '2026Q3': 0.07 }`. */
export type UnderpaymentRates = Readonly<Record<string, number | string>>;

/** Part of a period that is in one calendar quarter. */
interface QuarterSpan {
  readonly name: string;
  readonly days: number;
  readonly daysInYear: number;
  readonly year: number;
  readonly quarter: number;
}

/**
 * The rate of the first quarter continues for the first 15 days of April, to the day the return is due (IRC 6621(b)(2)(B)). An
 * instalment due on 15 April bears interest from the 16th, so every earlier day of April in a period is one of those.
 */
function lastDayOf(year: number, quarter: number): Day {
  if (quarter === 1) return dayOf(year, 4, 15);
  return dayOf(quarter === 4 ? year + 1 : year, quarter === 4 ? 1 : quarter * 3 + 1, 1) - 1;
}

function quarterSpans(from: Day, to: Day): QuarterSpan[] {
  const spans: QuarterSpan[] = [];
  for (let day = from; day < to;) {
    // Form 2210 counts from the day after the due date: the day itself belongs to the quarter it opens.
    const year = yearOf(day + 1);
    const isTurn = monthOf(day + 1) === 4 && day + 1 < dayOf(year, 4, 16);
    const quarter = isTurn ? 1 : Math.ceil(monthOf(day + 1) / 3);
    const lastDay = lastDayOf(year, quarter);
    const end = Math.min(to, lastDay);
    spans.push({
      name: `${year}Q${quarter}`,
      days: end - day,
      daysInYear: isLeapYear(year) ? 366 : 365,
      year,
      quarter,
    });
    day = end;
  }
  return spans;
}

export interface Interest {
  readonly amount: Amount;
  /** Quarters without a rate; their interest is not in the amount. */
  readonly unknown: readonly string[];
}

/** Simple interest (IRC 6622(b)) on an underpayment from its due day until it was paid. */
export function underpaymentInterest(amount: Amount, from: Day, to: Day, known: UnderpaymentRates): Interest {
  let sum = NO_AMOUNT;
  const unknown: string[] = [];
  for (const { name, days, daysInYear, year, quarter } of quarterSpans(from, to)) {
    const stated = Object.hasOwn(known, name) ? parseRatio(known[name]) : null;
    const percent = PERCENT[year]?.[quarter - 1] ?? null;
    const rate = stated ?? (percent === null ? null : parseRatio(percent / 100));
    if (rate === null) unknown.push(name);
    else sum = plus(sum, accrue(amount, rate, days, daysInYear));
  }
  return { amount: sum, unknown };
}
