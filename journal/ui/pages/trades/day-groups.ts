// Days of results put together by day or by week, the newest first.
import type { Look } from '../../client/look.ts';

export interface ResultDay {
  readonly day: string;
  readonly trade_count: number;
}

export interface DayGroup<Day extends ResultDay> {
  readonly from: string;
  readonly to: string;
  readonly days: readonly Day[];
  /** A trade with exits on two days of a week is looked at on both. */
  readonly count: number;
}

const DAY_MS = 86_400_000;
const firstWeekdays = { sunday: 0, monday: 1, saturday: 6 } as const;

const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The first day of the week that has this one. */
export function startOfWeek(day: string, start: Look['week_start']): string {
  const at = Date.parse(day);
  const since = (new Date(at).getUTCDay() - firstWeekdays[start] + 7) % 7;
  return dayText(at - since * DAY_MS);
}

export function groupDays<Day extends ResultDay>(
  days: readonly Day[],
  by: 'day' | 'week',
  start: Look['week_start'],
): DayGroup<Day>[] {
  const groups = Map.groupBy(days, ({ day }) => (by === 'day' ? day : startOfWeek(day, start)));
  return [...groups]
    .map(([from, of]) => ({
      from,
      to: by === 'day' ? from : dayText(Date.parse(from) + 6 * DAY_MS),
      days: of,
      count: of.reduce((sum, { trade_count }) => sum + trade_count, 0),
    }))
    .toSorted((a, b) => b.from.localeCompare(a.from));
}
