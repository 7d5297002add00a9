// Executions in another currency than their own: what one point is worth is worth so much in the other, at the rate of the
// execution's day. Prices stay as they were paid.
import { type DayOf, DAY_MS, dayText, Decimal, type Problem } from '@zorivest/domain';
import type { BookExecution } from '../trades/columns.ts';
import { rateText, type Rates } from './rates.ts';

export interface Converted {
  readonly executions: readonly BookExecution[];
  /** The rate of each that was converted, by id. */
  readonly rates: ReadonlyMap<string, Decimal>;
  /** Those without a rate, left as they are: nothing that holds one of them can be added up. */
  readonly missing: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

export function convertExecutions(
  executions: readonly BookExecution[],
  currency: string,
  rates: Rates,
  dayOf: DayOf,
): Converted {
  const used = new Map<string, Decimal>();
  const missing = new Set<string>();
  const days = new Map<string, { from: string; to: string; pair: string; ids: string[] }>();
  const converted = executions.map((execution) => {
    if (execution.currency === currency) return execution;
    const day = dayOf(execution.time, execution.time_known === 1) ?? 0;
    const known = rates.on(day, execution.currency, currency);
    if (known === null) {
      missing.add(execution.exec_id);
      note(days, `${execution.currency} to ${currency}`, dayText(day * DAY_MS), execution.exec_id);
      return execution;
    }
    used.set(execution.exec_id, known.rate);
    return {
      ...execution,
      multiplier: rateText(new Decimal(execution.multiplier).times(known.rate)),
      commission: rateText(new Decimal(execution.commission).times(known.rate)),
    };
  });
  return {
    executions: converted,
    rates: used,
    missing,
    problems: [...days.values()].map(({ from, to, pair, ids }) => ({
      code: 'no_rate',
      message:
        `There is no rate from ${pair} for ${from === to ? from : `days from ${from} to ${to}`}, nor in the seven days ` +
        'before: give one with PUT /fx/rates, or import the history of the ECB with POST /fx/import.',
      ids,
    })),
  };
}

function note(
  days: Map<string, { from: string; to: string; pair: string; ids: string[] }>,
  pair: string,
  day: string,
  id: string,
): void {
  const known = days.get(pair);
  if (known === undefined) {
    days.set(pair, { from: day, to: day, pair, ids: [id] });
    return;
  }
  if (day < known.from) known.from = day;
  if (day > known.to) known.to = day;
  if (known.ids.length < 100) known.ids.push(id);
}

/** The first day on which trades in the United States settled on the next one. */
const NEXT_DAY_SINCE = Date.UTC(2024, 4, 28) / DAY_MS;

/** The day a trade settles: one business day later, two before May 2024; feasts are not known here. */
export function settlementDay(day: number): number {
  let [settled, left] = [day, day >= NEXT_DAY_SINCE ? 1 : 2];
  while (left > 0) {
    settled += 1;
    // 1970-01-01 was a Thursday.
    const weekday = (((settled + 4) % 7) + 7) % 7;
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
  return settled;
}
