import { type Problem, Problems } from '../money/index.ts';
import { parseInstant, wallClockIn } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { closedTrips, type LeftOut } from './closed.ts';
import { byName, byResult, Groups, inOrderOf, type Slice } from './slice.ts';

export interface TimeBreakdown {
  readonly by_hour: Slice[];
  readonly by_weekday: Slice[];
  readonly by_holding_time: Slice[];
  readonly by_month: Slice[];
  readonly by_direction: Slice[];
  readonly by_instrument: Slice[];
  readonly trade_count: number;
  readonly left_out: LeftOut[];
  readonly convention: string;
  readonly problems: Problem[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** Upper ends in seconds: scalp, day, swing and position trades have different lives. */
const HOLDING: readonly (readonly [below: number, name: string])[] = [
  [60, 'under 1 minute'],
  [300, '1 to 5 minutes'],
  [900, '5 to 15 minutes'],
  [3600, '15 to 60 minutes'],
  [14_400, '1 to 4 hours'],
  [86_400, '4 to 24 hours'],
  [432_000, '1 to 5 days'],
  [2_592_000, '5 to 30 days'],
  [Infinity, 'over 30 days'],
];

/** When trades work: by the hour and weekday of their opening, and by how long they were held. */
export function timeBreakdown(trips: readonly RoundTrip[], options: { time_zone?: string } = {}): TimeBreakdown {
  const problems = new Problems();
  const zone = options.time_zone ?? 'America/New_York';
  let clock = wallClockIn(zone);
  if (clock === null) {
    problems.add('unknown_time_zone', `The time zone ${zone} is not known; UTC is used.`);
    clock = wallClockIn('UTC');
  }
  const { closed, left_out } = closedTrips(trips);
  const hours = new Groups();
  const weekdays = new Groups();
  const holding = new Groups();
  const months = new Groups();
  const directions = new Groups();
  const instruments = new Groups();
  let month = '';
  for (const one of closed) {
    const { trip } = one;
    const instant = parseInstant(trip.opened_at);
    if (instant !== null && clock !== null) {
      const { hour, weekday } = clock(instant);
      hours.add(HOURS[hour] ?? '', one);
      weekdays.add(WEEKDAYS[weekday] ?? '', one);
    }
    holding.add(holdingName(trip.holding_period_seconds ?? 0), one);
    // Trips come in the order they closed, so the month is mostly that of the one before.
    if (trip.closed_at?.startsWith(month) !== true || month === '') month = (trip.closed_at ?? '').slice(0, 7);
    months.add(month, one);
    directions.add(trip.direction, one);
    instruments.add(trip.instrument, one);
  }
  const count = closed.length;
  return {
    by_hour: hours.slices(count).toSorted(byName),
    by_weekday: inOrderOf(WEEKDAYS, weekdays.slices(count)),
    by_holding_time: inOrderOf(
      HOLDING.map(([, name]) => name),
      holding.slices(count),
    ),
    by_month: months.slices(count).toSorted(byName),
    by_direction: directions.slices(count).toSorted(byName),
    by_instrument: instruments.slices(count).toSorted(byResult),
    trade_count: count,
    left_out,
    convention: `Net P&L of closed round trips; hour and weekday of the opening in ${problems.list().length > 0 ? 'UTC' : zone}.`,
    problems: problems.list(),
  };
}

function holdingName(seconds: number): string {
  return HOLDING.find(([below]) => seconds < below)?.[1] ?? 'over 30 days';
}
