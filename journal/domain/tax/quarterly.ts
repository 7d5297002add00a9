// Quarterly estimated tax: how much, by when, and what a shortfall costs (IRC 6654, Form 2210).

import type { EstimationMethod, FilingStatus, InstallmentMethod } from '@zorivest/vocabulary';
import { type Day, dayText } from '../calendar/day.ts';
import { estimatedTaxDueDays, returnDueDay } from '../calendar/due-date.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import {
  type Amount,
  atLeastZero,
  isNegative,
  isPositive,
  isZero,
  least,
  minus,
  NO_AMOUNT,
  type Num,
  objectOrEmpty,
  parseAmount,
  plus,
  type Problem,
  roundAmountToCents,
  roundToCents,
} from '../money/index.ts';
import { TAX_DISCLAIMER } from '../lots/disclaimer.ts';
import { dollars, percentOf, TaxInput } from './input.ts';
import {
  annualizedSchedule,
  annualizedTax,
  type PeriodIncome,
  regularSchedule,
  taxOnYear,
  type YearRelief,
} from './installments.ts';
import type { YearParameters } from './parameters.ts';
import { type Credit, installmentPenalties } from './penalty.ts';
import { HIGH_INCOME_AGI } from './statute.ts';
import type { UnderpaymentRates } from './underpayment-rates.ts';

const QUARTERS = [1, 2, 3, 4] as const;
/** Owing less than this after withholding, there is no penalty. */
const SMALL_BALANCE = 1_000;

export interface QuarterlyInput {
  readonly year: number;
  readonly status: FilingStatus;
  readonly method: EstimationMethod;
  readonly priorYearTax?: Num;
  readonly priorYearAgi?: Num;
  /** Cumulative to 31 March, 31 May, 31 August and 31 December; a year still running ends early. */
  readonly incomeByPeriod?: readonly {
    readonly ordinary: Num;
    readonly shortTerm: Num;
    readonly longTerm: Num;
    readonly qualifiedDividends?: Num;
    /** Ordinary income other than wages: interest, dividends that are not qualified, trading under section 475. */
    readonly otherIncome?: Num;
  }[];
  /** Losses left from earlier years, as positive amounts; taken off the year’s gains, not off a period’s. */
  readonly shortCarryforward?: Num;
  readonly longCarryforward?: Num;
  readonly agedOrBlind?: number;
  /** This year's total tax, where the caller knows better than the income given. */
  readonly expectedTax?: Num;
  /** Of the whole year; counts as paid in equal parts on the due dates. */
  readonly withholding?: Num;
  readonly payments?: readonly { readonly quarter: 1 | 2 | 3 | 4; readonly date: string; readonly amount: Num }[];
  /** The day up to which penalties are computed; absent: the day the return is due. */
  readonly as_of?: string;
  readonly underpaymentRates?: UnderpaymentRates;
}

export interface Installment {
  readonly quarter: 1 | 2 | 3 | 4;
  readonly due_date: string;
  readonly method: InstallmentMethod;
  /** Of this quarter. Null when what the method needs is missing. */
  readonly required: number | null;
  /** Recorded for this quarter, whenever it was paid, and this quarter's share of the withholding. */
  readonly paid: number;
  readonly due: number | null;
  /** Of this quarter and those before it. */
  readonly cumulative_required: number | null;
  readonly cumulative_paid: number;
  readonly cumulative_due: number | null;
  /** The same as `cumulative_required`, by the name of the stable face. */
  readonly cumulative: number | null;
  /** For paying late; null where a rate is not known. */
  readonly penalty: number | null;
}

export interface QuarterlyEstimate {
  readonly required_annual: number | null;
  readonly installments: Installment[];
  readonly method: InstallmentMethod;
  /** Which rule set the annual amount. */
  readonly basis: 'current_year_90' | 'safe_harbor_100' | 'safe_harbor_110' | null;
  readonly current_year_tax: number | null;
  readonly safe_harbor: number | null;
  readonly total_paid: number;
  /** Required by the end of the year and not yet paid. */
  readonly remaining: number | null;
  readonly penalty: number | null;
  /** Why there is no penalty although something was lacking. */
  readonly penalty_waived: 'balance_under_1000' | 'no_tax_last_year' | null;
  readonly convention: string;
  readonly disclaimer: string;
  readonly problems: Problem[];
}

const CONVENTION =
  'Form 2210. Required annual payment: the smaller of 90 % of this year’s tax and 100 % (110 % above the AGI limit) of last year’s. ' +
  'Regular instalments are a quarter each; annualized is Schedule AI (factors 4, 2.4, 1.5, 1; 22.5, 45, 67.5, 90 %). ' +
  'Ordinary income is taken as wages with the standard deduction. paid is what was recorded for a quarter and a fourth of the ' +
  'withholding; when it was paid shows only in the penalty: simple interest at the quarterly IRS rates on what each ' +
  'instalment lacked, payments going to the earliest one open, and null while a rate is not known.';

const REPORTED: Readonly<Record<EstimationMethod, InstallmentMethod>> = {
  annualized: 'annualized',
  actual: 'regular',
  prior_year: 'prior_year',
};

export function quarterlyEstimate(asked: QuarterlyInput): QuarterlyEstimate {
  const input = objectOrEmpty(asked);
  const read = new TaxInput();
  const status = read.status(input.status);
  const dueDays = read.isYear(input.year) ? estimatedTaxDueDays(input.year) : null;
  const prior = status === null ? null : safeHarbor(input, status, read);
  const current = status === null ? null : currentYear(input, status, read);
  const annual = requiredAnnual(input, prior, current, read);
  const schedule = annual === null ? null : scheduleOf(input, annual.amount, current);
  const withheld = read.nonNegative('withholding', input.withholding) ?? NO_AMOUNT;
  const payments = paymentsOf(input, dueDays ?? [], read);
  const credits = [...withholdingCredits(withheld, dueDays ?? []), ...payments];
  const waived = penaltyWaiver(input, current, withheld);
  const required = schedule?.map((cumulative, index) =>
    minus(cumulative, index === 0 ? NO_AMOUNT : (schedule[index - 1] ?? NO_AMOUNT)),
  );
  const asOf = input.as_of === undefined ? undefined : parseMoment(input.as_of)?.day;
  if (input.as_of !== undefined && asOf === undefined)
    read.problems.add(
      'invalid_date',
      'as_of is not a real date: penalties are computed up to the day the return is due.',
    );
  const until = Math.min(asOf ?? Infinity, dueDays === null ? 0 : returnDueDay(input.year));
  const penalties =
    required === undefined || dueDays === null
      ? null
      : installmentPenalties(required, dueDays, credits, until, input.underpaymentRates ?? {});
  if (waived === null) reportUnknownRates(penalties?.flatMap(({ unknown }) => unknown) ?? [], read);
  const penaltyOf = (index: number): Amount | null =>
    waived === null ? (penalties?.[index]?.penalty ?? null) : NO_AMOUNT;
  // Only text can be looked up; an unknown method is reported elsewhere.
  const method = (typeof input.method === 'string' ? REPORTED[input.method] : undefined) ?? 'regular';
  const total = credits.reduce((sum, { amount }) => plus(sum, amount), NO_AMOUNT);
  let paidSoFar = NO_AMOUNT;
  return {
    required_annual: roundIfKnown(annual?.amount),
    installments: QUARTERS.map((quarter, index) => {
      const due = dueDays?.[index];
      const [own, cumulative] = [required?.[index], schedule?.[index]];
      const paid = credits.reduce(
        (sum, credit) => (credit.quarter === quarter ? plus(sum, credit.amount) : sum),
        NO_AMOUNT,
      );
      paidSoFar = plus(paidSoFar, paid);
      return {
        quarter,
        due_date: due === undefined ? '' : dayText(due),
        method,
        required: roundIfKnown(own),
        paid: roundToCents(paid),
        due: own === undefined ? null : roundToCents(atLeastZero(minus(own, paid))),
        cumulative_required: roundIfKnown(cumulative),
        cumulative_paid: roundToCents(paidSoFar),
        cumulative_due: cumulative === undefined ? null : roundToCents(atLeastZero(minus(cumulative, paidSoFar))),
        cumulative: roundIfKnown(cumulative),
        penalty: roundIfKnown(penaltyOf(index) ?? undefined),
      };
    }),
    method,
    basis: annual?.basis ?? null,
    current_year_tax: roundIfKnown(current?.tax ?? undefined),
    safe_harbor: roundIfKnown(prior?.amount),
    total_paid: roundToCents(total),
    remaining: annual === null ? null : roundToCents(atLeastZero(minus(annual.amount, total))),
    penalty: totalOf(QUARTERS.map((_, index) => penaltyOf(index))),
    penalty_waived: waived,
    convention: CONVENTION,
    disclaimer: TAX_DISCLAIMER,
    problems: read.problems.list(),
  };
}

/** Null as soon as one of them is not known. */
function totalOf(amounts: readonly (Amount | null)[]): number | null {
  let total = NO_AMOUNT;
  for (const amount of amounts) {
    if (amount === null) return null;
    total = plus(total, amount);
  }
  return roundToCents(total);
}

function roundIfKnown(amount: Amount | undefined): number | null {
  return amount === undefined ? null : roundToCents(amount);
}

interface SafeHarbor {
  readonly amount: Amount;
  readonly basis: 'safe_harbor_100' | 'safe_harbor_110';
}

/** Last year's tax, a tenth more when last year's income was high; null when last year is not known. */
function safeHarbor(input: QuarterlyInput, status: FilingStatus, read: TaxInput): SafeHarbor | null {
  if (input.priorYearTax === undefined) return null;
  const tax = read.nonNegative('priorYearTax', input.priorYearTax);
  const agi = input.priorYearAgi === undefined ? null : read.amount('priorYearAgi', input.priorYearAgi);
  if (tax === null) return null;
  if (agi === null && isPositive(tax))
    read.problems.add(
      'prior_year_agi_missing',
      `Last year’s AGI is not known: 100 % of last year’s tax is assumed; above ${HIGH_INCOME_AGI[status]} it is 110 %.`,
    );
  const high = agi !== null && agi > dollars(HIGH_INCOME_AGI[status]);
  return {
    amount: high ? roundAmountToCents(percentOf(tax, 110)) : tax,
    basis: high ? 'safe_harbor_110' : 'safe_harbor_100',
  };
}

interface CurrentYear {
  /** The best estimate of this year's whole tax. */
  readonly tax: Amount | null;
  /** The year's tax, annualised from the income of each period; null for a period that is not known. */
  readonly annualized: (Amount | null)[];
}

function currentYear(input: QuarterlyInput, status: FilingStatus, read: TaxInput): CurrentYear | null {
  const expected = input.expectedTax === undefined ? null : read.nonNegative('expectedTax', input.expectedTax);
  const periods = periodIncomes(input, read);
  if (periods.length === 0) return expected === null ? null : { tax: expected, annualized: [] };
  const year: YearParameters | null = read.parameters(input.year);
  if (year === null) return expected === null ? null : { tax: expected, annualized: [] };
  const relief: YearRelief = {
    shortCarry: read.nonNegative('shortCarryforward', input.shortCarryforward) ?? NO_AMOUNT,
    longCarry: read.nonNegative('longCarryforward', input.longCarryforward) ?? NO_AMOUNT,
    agedOrBlind: read.agedOrBlind(input.agedOrBlind) ?? 0,
  };
  const annualized = periods.map((income, index) => annualizedTax(income, relief, index, year, status));
  const latest = periods.at(-1);
  const actual = latest === undefined ? null : taxOnYear(latest, relief, year, status);
  return { tax: expected ?? (input.method === 'annualized' ? (annualized.at(-1) ?? null) : actual), annualized };
}

function periodIncomes(input: QuarterlyInput, read: TaxInput): PeriodIncome[] {
  const periods: PeriodIncome[] = [];
  const incomes = Array.isArray(input.incomeByPeriod) ? input.incomeByPeriod.slice(0, 4) : [];
  for (const [index, income] of incomes.entries()) {
    const ordinary = parseAmount(income?.ordinary);
    const shortTerm = parseAmount(income?.shortTerm);
    const longTerm = parseAmount(income?.longTerm);
    const qualifiedDividends = parseAmount(income?.qualifiedDividends ?? 0);
    const otherIncome = parseAmount(income?.otherIncome ?? 0);
    const amounts = [ordinary, shortTerm, longTerm, qualifiedDividends, otherIncome];
    if (ordinary === null || shortTerm === null || longTerm === null || amounts.includes(null)) {
      read.problems.add(
        'bad_amount',
        `The income of period ${index + 1} is not given in numbers; it and the later ones are left out.`,
      );
      break;
    }
    periods.push({
      ordinary,
      shortTerm,
      longTerm,
      qualifiedDividends: qualifiedDividends ?? NO_AMOUNT,
      otherIncome: otherIncome ?? NO_AMOUNT,
    });
  }
  if (input.method === 'annualized' && periods.length > 0 && periods.length < 4)
    read.problems.add(
      'income_period_missing',
      `Income is known for ${periods.length} of 4 periods: later instalments assume the year continues as so far.`,
    );
  return periods;
}

interface RequiredAnnual {
  readonly amount: Amount;
  readonly basis: NonNullable<QuarterlyEstimate['basis']>;
}

function requiredAnnual(
  input: QuarterlyInput,
  prior: SafeHarbor | null,
  current: CurrentYear | null,
  read: TaxInput,
): RequiredAnnual | null {
  const missing = missingInput(input, prior, current);
  if (missing !== null) {
    read.problems.add('missing_input', missing);
    return null;
  }
  const ninety =
    current?.tax === undefined || current.tax === null ? null : roundAmountToCents(percentOf(current.tax, 90));
  if (prior !== null && (ninety === null || prior.amount <= ninety)) return prior;
  return ninety === null ? null : { amount: ninety, basis: 'current_year_90' };
}

/** What the method cannot do without, as a sentence. */
function missingInput(input: QuarterlyInput, prior: SafeHarbor | null, current: CurrentYear | null): string | null {
  switch (input.method) {
    case 'prior_year':
      return prior === null ? 'The prior_year method needs last year’s total tax (priorYearTax).' : null;
    case 'annualized':
      return (current?.annualized.length ?? 0) === 0 ? 'The annualized method needs incomeByPeriod.' : null;
    case 'actual':
      return current === null ? 'The actual method needs incomeByPeriod or expectedTax.' : null;
    default:
      return 'Unknown method: use annualized, actual or prior_year.';
  }
}

function scheduleOf(input: QuarterlyInput, annual: Amount, current: CurrentYear | null): readonly Amount[] {
  return input.method === 'annualized'
    ? annualizedSchedule(current?.annualized ?? [], annual)
    : regularSchedule(annual);
}

/** A credit and the quarter it was meant for. */
interface QuarterCredit extends Credit {
  readonly quarter: number;
}

/** In equal parts on the due dates. */
function withholdingCredits(withheld: Amount, dueDays: readonly Day[]): QuarterCredit[] {
  const shares = regularSchedule(withheld);
  return dueDays.map((day, index) => ({
    day,
    quarter: index + 1,
    amount: minus(shares[index] ?? NO_AMOUNT, index === 0 ? NO_AMOUNT : (shares[index - 1] ?? NO_AMOUNT)),
  }));
}

function paymentsOf(input: QuarterlyInput, dueDays: readonly Day[], read: TaxInput): QuarterCredit[] {
  const credits: QuarterCredit[] = [];
  for (const [index, payment] of (Array.isArray(input.payments) ? input.payments : []).entries()) {
    const amount = parseAmount(payment?.amount);
    const day = parseMoment(payment?.date)?.day;
    if (amount === null || isNegative(amount) || day === undefined) {
      read.problems.add('bad_payment', 'A payment has no real date or amount; it is left out.', `#${index}`);
      continue;
    }
    const named = QUARTERS.includes(payment.quarter);
    if (!named)
      read.problems.add('unknown_quarter', 'A payment names no quarter from 1 to 4; its date decides.', `#${index}`);
    const next = dueDays.findIndex((due) => day <= due);
    credits.push({ day, amount, quarter: named ? payment.quarter : next === -1 ? 4 : next + 1 });
  }
  return credits;
}

function penaltyWaiver(
  input: QuarterlyInput,
  current: CurrentYear | null,
  withheld: Amount,
): QuarterlyEstimate['penalty_waived'] {
  const before = input.priorYearTax === undefined ? null : parseAmount(input.priorYearTax);
  if (before !== null && isZero(before)) return 'no_tax_last_year';
  const tax = current?.tax ?? null;
  if (tax !== null && minus(tax, least(withheld, tax)) < dollars(SMALL_BALANCE)) return 'balance_under_1000';
  return null;
}

function reportUnknownRates(quarters: readonly string[], read: TaxInput): void {
  const names = [...new Set(quarters)].toSorted();
  if (names.length > 0)
    read.problems.add(
      'interest_rate_unknown',
      `The IRS rate on underpayments is not known for ${names.join(', ')}: a penalty that needs it is null.`,
    );
}
