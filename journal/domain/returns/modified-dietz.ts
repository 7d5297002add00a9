// Modified Dietz: the gain over what was invested on average, each flow weighted by the share of the period it was there.

import { monthOf } from '../calendar/day.ts';
import { Decimal } from '../money/index.ts';
import {
  annualRate,
  type DatedAmount,
  type Exact,
  type Flow,
  type FlowTiming,
  formatRate,
  type Period,
  readDay,
  readExact,
  readFlows,
  readValuations,
  type ReturnReason,
  type Valuation,
} from './input.ts';

export interface DietzReturn {
  /** Over the period, as a decimal text. */
  readonly rate: string | null;
  /** In a year; none under 365 days. */
  readonly annual: string | null;
  readonly reason: ReturnReason | null;
}

export interface DietzInput {
  /** What it was worth on the first evening; null where that is not known. */
  readonly start: Exact | null;
  readonly end: Exact | null;
  readonly flows: readonly Flow[];
  readonly period: Period;
  readonly flowTiming?: FlowTiming;
}

/**
 * A flow stands on its own date, at its weight (to − date)/(to − from), unless `start_of_day` is asked: then it stands at the
 * evening before.
 */
export function modifiedDietz(input: DietzInput): DietzReturn {
  const from = readDay(input.period.from);
  const to = readDay(input.period.to);
  if (to <= from) return noRate('empty_period');
  if (input.start === null) return noRate('no_start_value');
  if (input.end === null) return noRate('no_end_value');
  const timing = input.flowTiming === 'start_of_day' ? 'start_of_day' : 'end_of_day';
  const stretch = dietzOfStretch({
    from,
    to,
    start: readExact(input.start),
    end: readExact(input.end),
    flows: readFlows(input.flows),
    timing,
  });
  if (stretch.growth === null) return noRate(stretch.reason);
  return asReturn(stretch.growth, to - from);
}

export interface LinkedDietzInput {
  readonly valuations: readonly Valuation[];
  readonly flows: readonly Flow[];
  readonly period: Period;
  readonly flowTiming?: FlowTiming;
}

/** Modified Dietz of each calendar month, multiplied; it needs what everything was worth at the end of every month. */
export function linkedModifiedDietz(input: LinkedDietzInput): DietzReturn {
  const from = readDay(input.period.from);
  const to = readDay(input.period.to);
  if (to <= from) return noRate('empty_period');
  const values = readValuations(input.valuations);
  if (!values.has(from)) return noRate('no_start_value');
  if (!values.has(to)) return noRate('no_end_value');
  const timing = input.flowTiming === 'start_of_day' ? 'start_of_day' : 'end_of_day';
  const evenings = [from];
  for (let day = from + 1; day < to; day++) if (monthOf(day) !== monthOf(day + 1)) evenings.push(day);
  evenings.push(to);
  return linkStretches(evenings, values, readFlows(input.flows), timing, 'no_month_value');
}

/** The returns between these evenings, multiplied; an evening whose value is not known gives `missing`. */
export function linkStretches(
  evenings: readonly number[],
  values: ReadonlyMap<number, Decimal>,
  flows: readonly DatedAmount[],
  timing: FlowTiming,
  missing: ReturnReason,
): DietzReturn {
  let linked: Decimal | null = null;
  let next = 0;
  for (let i = 1; i < evenings.length; i++) {
    const from = evenings[i - 1] ?? 0;
    const to = evenings[i] ?? 0;
    const start = values.get(from);
    const end = values.get(to);
    if (start === undefined || end === undefined) return noRate(missing);
    while ((flows[next]?.day ?? Infinity) <= from) next++;
    const first = next;
    while ((flows[next]?.day ?? Infinity) <= to) next++;
    const stretch = dietzOfStretch({ from, to, start, end, flows: flows.slice(first, next), timing });
    if (stretch.growth === null) {
      if (stretch.reason === 'nothing_invested') continue;
      return noRate(stretch.reason);
    }
    // More than everything was lost of what was there on average: nothing is left to go on from.
    if (stretch.growth.lt(0)) return noRate('below_zero');
    linked = (linked ?? new Decimal(1)).times(stretch.growth);
  }
  if (linked === null) return noRate('nothing_invested');
  return asReturn(linked, (evenings.at(-1) ?? 0) - (evenings[0] ?? 0));
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly start: Decimal;
  readonly end: Decimal;
  /** In order of their days; those outside the stretch are passed over. */
  readonly flows: readonly DatedAmount[];
  readonly timing: FlowTiming;
}

type Growth = { readonly growth: Decimal } | { readonly growth: null; readonly reason: ReturnReason };

/**
 * What one unit became. Where every flow stands at an end of the stretch its weight is one or zero, and this is the
 * time-weighted return of the stretch, exactly.
 */
function dietzOfStretch({ from, to, start, end, flows, timing }: Stretch): Growth {
  if (start.lt(0) || end.lt(0)) return { growth: null, reason: 'below_zero' };
  let invested = start;
  let gain = end.minus(start);
  for (const { day, amount } of flows) {
    if (day <= from || day > to) continue;
    const isAtStart = timing === 'start_of_day' || (timing === 'in_start_out_end' && amount.isPositive());
    const days = to - day + (isAtStart ? 1 : 0);
    invested = invested.plus(amount.times(days).div(to - from));
    gain = gain.minus(amount);
  }
  if (invested.isZero()) return { growth: null, reason: 'nothing_invested' };
  if (invested.lt(0)) return { growth: null, reason: 'below_zero' };
  return { growth: gain.div(invested).plus(1) };
}

function asReturn(growth: Decimal, days: number): DietzReturn {
  const rate = growth.minus(1);
  const annual = growth.lt(0) ? null : annualRate(rate, days);
  return { rate: formatRate(rate), annual: annual === null ? null : formatRate(annual), reason: null };
}

function noRate(reason: ReturnReason): DietzReturn {
  return { rate: null, annual: null, reason };
}
