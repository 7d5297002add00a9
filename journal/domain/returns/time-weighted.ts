// The time-weighted return: what one unit that was there throughout became, no matter what went in and out.

import { dayText } from '../calendar/day.ts';
import {
  type Flow,
  type FlowTiming,
  type Period,
  readDay,
  readFlows,
  readValuations,
  type ReturnReason,
  type Valuation,
} from './input.ts';
import { linkStretches } from './modified-dietz.ts';

export interface TimeWeightedInput {
  readonly valuations: readonly Valuation[];
  readonly flows: readonly Flow[];
  readonly period: Period;
  readonly flowTiming?: FlowTiming;
}

export interface TimeWeightedReturn {
  /** Over the period, as a decimal text. */
  readonly twr: string | null;
  /** In a year; none under 365 days. */
  readonly annual: string | null;
  readonly reason: ReturnReason | null;
  /** Stretches with a flow on a day of unknown value: for these the return is Modified Dietz'. */
  readonly approximated: readonly Period[];
}

export function twr(input: TimeWeightedInput): TimeWeightedReturn {
  const timing = input.flowTiming ?? 'in_start_out_end';
  const from = readDay(input.period.from);
  const to = readDay(input.period.to);
  if (to <= from) return noReturn('empty_period');
  const values = readValuations(input.valuations);
  if (!values.has(from)) return noReturn('no_start_value');
  if (!values.has(to)) return noReturn('no_end_value');
  const evenings = [...values.keys()].filter((day) => day >= from && day <= to).toSorted((a, b) => a - b);
  const flows = readFlows(input.flows).filter((flow) => flow.day > from && flow.day <= to);
  const { rate, annual, reason } = linkStretches(evenings, values, flows, timing, 'no_end_value');
  if (rate === null) return noReturn(reason ?? 'no_rate');

  const approximated = new Map<number, Period>();
  for (const { day, amount } of flows) {
    const isAtStart = timing === 'start_of_day' || (timing === 'in_start_out_end' && amount.isPositive());
    if (values.has(isAtStart ? day - 1 : day) || amount.isZero()) continue;
    const end = evenings.findIndex((evening) => evening >= day);
    const start = evenings[end - 1] ?? from;
    approximated.set(start, { from: dayText(start), to: dayText(evenings[end] ?? to) });
  }
  return { twr: rate, annual, reason, approximated: [...approximated.values()] };
}

function noReturn(reason: ReturnReason): TimeWeightedReturn {
  return { twr: null, annual: null, reason, approximated: [] };
}
