// What a return is computed from: the value of some evenings and the money that went in and out between them.

import { type Day, parseDay } from '../calendar/day.ts';
import { Decimal } from '../money/index.ts';

/** Exact: a decimal text, or a decimal. A binary number would already have lost what a rate's last digits rest on. */
export type Exact = string | Decimal;

export interface Flow {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Above zero: into the account; below: out of it. */
  readonly amount: Exact;
}

/** What everything was worth on an evening, after the flows of that day. */
export interface Valuation {
  readonly date: string;
  readonly value: Exact;
}

/** From an evening, whose flows are in its value already, to another. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** When a flow counts on its day. By default money works from the morning it comes in to the evening it goes out. */
export type FlowTiming = 'in_start_out_end' | 'start_of_day' | 'end_of_day';

/** Why there is no rate, in words for a person. */
export const RETURN_REASONS = {
  no_flows: 'No money went in or out.',
  one_direction: 'Money went in one direction only, so no rate balances it.',
  no_rate: 'No rate balances these flows.',
  several_rates: 'Several rates balance these flows, so none of them is the rate.',
  empty_period: 'The period has no day.',
  no_start_value: 'What it was worth on the first evening is not known.',
  no_end_value: 'What it was worth on the last evening is not known.',
  no_month_value: 'What it was worth at the end of a month is not known.',
  nothing_invested: 'Nothing was invested.',
  below_zero: 'What it was worth fell below zero, from where on there is no rate.',
} as const;

export type ReturnReason = keyof typeof RETURN_REASONS;

export interface DatedAmount {
  readonly day: Day;
  readonly amount: Decimal;
}

/** In order of their days; refuses what is no date and no amount. */
export function readFlows(flows: readonly Flow[]): DatedAmount[] {
  return flows
    .map((flow) => ({ day: readDay(flow.date), amount: readExact(flow.amount) }))
    .toSorted((a, b) => a.day - b.day);
}

/** By day; of two values of one evening the later one counts. */
export function readValuations(valuations: readonly Valuation[]): Map<Day, Decimal> {
  return new Map(valuations.map((each) => [readDay(each.date), readExact(each.value)]));
}

export function readDay(text: string): Day {
  const day = parseDay(text);
  if (day === null) throw new RangeError(`"${text}" is no date (YYYY-MM-DD)`);
  return day;
}

export function readExact(value: Exact): Decimal {
  let amount: Decimal;
  try {
    amount = new Decimal(value);
  } catch {
    throw new RangeError(`"${String(value)}" is no amount`);
  }
  if (!amount.isFinite()) throw new RangeError(`"${String(value)}" is no amount`);
  return amount;
}

/** How rates leave: 18 significant digits, never as an exponent of a small rate. */
export function formatRate(rate: Decimal): string {
  return rate.toSignificantDigits(18).toString();
}

/** What a rate over these days is in a year; none under a year, where it would promise what was not observed. */
export function annualRate(rate: Decimal, days: number): Decimal | null {
  if (days < 365) return null;
  return rate.plus(1).pow(new Decimal(365).div(days)).minus(1);
}
