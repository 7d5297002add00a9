// A year's income as it came in: cumulative to the ends of the four periods that estimated tax is computed by.

import { type Day, dayOf, dayText } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import { readLots } from '../lots/read.ts';
import {
  addCents,
  type Amount,
  type Cents,
  fractionOf,
  NO_AMOUNT,
  NO_CENTS,
  objectOrEmpty,
  parseAmount,
  plus,
  type Problem,
  Problems,
  roundToCents,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { TaxInput } from './input.ts';
import type { TaxProfile } from './profile.ts';
import { markerOf } from './mark-to-market.ts';
import { gainsOf, type RealizedInput, type YearTotals, yearTotals } from './realized.ts';

export interface PeriodIncomeInput extends Pick<TaxProfile, 'wages' | 'qualifiedDividends'>, RealizedInput {
  /** Dividends, interest and the like by the day they came; in no proportion to the months. */
  readonly dated?: readonly DatedIncome[];
  /** Periods that have not begun on this day are left out. */
  readonly as_of: string;
}

/** Investment income of a day: dividends that are qualified, or anything taxed as ordinary income. */
export interface DatedIncome {
  readonly date: string;
  readonly kind: 'qualified' | 'ordinary';
  readonly amount: number;
}

export interface PeriodIncomes {
  readonly periods: {
    readonly ends: string;
    /** Wages in proportion to the months. */
    readonly ordinary: number;
    readonly shortTerm: number;
    readonly longTerm: number;
    readonly qualifiedDividends: number;
    /** Dated ordinary income, and trading under section 475. */
    readonly otherIncome: number;
  }[];
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

/** Schedule AI of Form 2210: the periods end in these months. */
const MONTHS = [3, 5, 8, 12] as const;

export function incomeByPeriod(asked: PeriodIncomeInput): PeriodIncomes {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const today = parseMoment(input.as_of)?.day;
  if (today === undefined) read.problems.add('invalid_date', 'The valuation date (as_of) is not a real date.');
  const wages = read.nonNegative('wages', input.wages) ?? NO_AMOUNT;
  const dividends = read.nonNegative('qualifiedDividends', input.qualifiedDividends) ?? NO_AMOUNT;
  const ends = read.isYear(input.year) && today !== undefined ? listBegunPeriods(input.year, today) : [];
  const sums = ends.map(({ day }) => ({ day, short: NO_CENTS, long: NO_CENTS }));
  const totals = yearTotals(input, read.problems, {
    disposal: ({ sold, term, gain }) => {
      for (const sum of sums) if (sold <= sum.day) sum[term] = addCents(sum[term], gain);
    },
  });
  return {
    periods: ends.map(({ day, text, months }, index) => {
      const { short = NO_CENTS, long = NO_CENTS } = sums[index] ?? {};
      const gains = gainsOf({
        ...totals,
        short: { ...totals.short, gain: short },
        long: { ...totals.long, gain: long },
        ...markUntil(day, months, totals, input),
      });
      const came = (kind: DatedIncome['kind']): Amount => sumDated(text, kind, input.dated ?? []);
      const part = (amount: Amount): Amount => fractionOf(amount, months, 12);
      return {
        ends: text,
        ordinary: roundToCents(part(wages)),
        shortTerm: roundToCents(gains.short),
        longTerm: roundToCents(gains.long),
        qualifiedDividends: roundToCents(plus(part(dividends), came('qualified'))),
        otherIncome: roundToCents(plus(gains.ordinary, came('ordinary'))),
      };
    }),
    convention:
      'Sales by their trade date; contracts marked to market count when they are closed, and as marked at the end of the ' +
      'year. Wages and the dividends of the profile are taken as earned evenly, those of the ledger when they came.',
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

function sumDated(end: string, kind: DatedIncome['kind'], dated: readonly DatedIncome[]): Amount {
  return dated.reduce(
    (sum, one) => (one.kind === kind && one.date <= end ? plus(sum, parseAmount(one.amount) ?? NO_AMOUNT) : sum),
    NO_AMOUNT,
  );
}

/** The periods that have begun on a day. */
function listBegunPeriods(year: number, today: Day): { day: Day; text: string; months: number }[] {
  const ends = MONTHS.map((months) => {
    const day = (months === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, months + 1, 1)) - 1;
    return { day, text: dayText(day), months };
  });
  return ends.filter((_, index) => index === 0 || (ends[index - 1]?.day ?? Infinity) < today);
}

/** What was marked to market by the end of a period: closed contracts, and at the end of the year all. */
function markUntil(
  end: Day,
  months: number,
  totals: YearTotals,
  input: PeriodIncomeInput,
): Pick<YearTotals, 'section1256' | 'section475'> {
  const none = !input.lots.some(({ treatment }) => treatment === 'section_1256' || treatment === 'section_475');
  if (months === 12 || none) return totals;
  // The lots have been read, and their problems reported, by the year's totals.
  const lots = readLots(input.lots, new Problems());
  const resultOf = markerOf(input, new Problems());
  const sumClosed = (treatment: string): Cents =>
    lots.reduce((sum, lot) => {
      const left = lot.lot.side === 'short' ? lot.acquired : lot.sold;
      const counts = lot.lot.treatment === treatment && left !== null && left <= end;
      return counts ? addCents(sum, resultOf(lot)?.gain ?? NO_CENTS) : sum;
    }, NO_CENTS);
  return { section1256: sumClosed('section_1256'), section475: sumClosed('section_475') };
}
