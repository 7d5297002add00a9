import { realisedIn, tradeIn } from '../attribution/index.ts';
import { type Problem, Problems } from '../money/index.ts';
import { DAY_MS, dayOf, daysIn, isDateOnly, parseInstant, wallClockIn } from '../time/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';
import { type ClosedTrip, closedTrip, type ClosedTrips, type LeftOut } from './closed.ts';
import { byName, byResult, inOrderOf, type Slice } from './slice.ts';
import { TimeSlices } from './time-slices.ts';

export interface TimeBreakdown {
  readonly by_hour: Slice[];
  readonly by_weekday: Slice[];
  readonly by_holding_time: Slice[];
  readonly by_month: Slice[];
  readonly by_direction: Slice[];
  readonly by_instrument: Slice[];
  /** Options with what they are on. */
  readonly by_underlying: Slice[];
  readonly trade_count: number;
  readonly left_out: LeftOut[];
  readonly convention: string;
  readonly problems: Problem[];
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
export const weekdayNames: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];

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
/** The shortest first. */
export const holdingNames: readonly string[] = HOLDING.map(([, name]) => name);

/**
 * When trades work: by the hour and weekday of their opening, and by how long they were held. A trade whose time of day is
 * not known has a weekday and a month, and no hour.
 */
export function timeBreakdown({ closed, left_out }: ClosedTrips, options: { time_zone?: string } = {}): TimeBreakdown {
  return breakdownOf(timeSlicesIn(closed, options.time_zone), { ...options, left_out });
}

/** Between the id of a trade and the month of a part of it: no id of the book has it. */
const PART = '\u0000';

/** What the names of a part are besides its month. */
const NAMELESS = { hour: null, weekday: null, holding: null, direction: null, instrument: null, underlying: null };

/** What a breakdown is made of, cached by code that computes it again after a change. */
export function timeSlicesIn(closed: readonly ClosedTrip[], zone = 'America/New_York', band = 0): TimeSlices {
  const clock = wallClockIn(zone) ?? wallClockIn('UTC');
  const dayAt = daysIn(zone) ?? ((instant: number) => Math.floor(instant / DAY_MS));
  let [month, closedOn] = ['', NaN];
  const monthAt = (at: number, isTimed: boolean): string => {
    const day = isTimed ? dayAt(at) : Math.floor(at / DAY_MS);
    // Trips come in the order they closed, so the day is mostly that of the one before.
    if (day !== closedOn) [month, closedOn] = [dayOf(day * DAY_MS).slice(0, 7), day];
    return month;
  };
  const monthOf = ({ time, time_known }: Pick<Exit, 'time' | 'time_known'>): string =>
    monthAt(parseInstant(time) ?? 0, time_known && !isDateOnly(time));
  const isInSeveral = ({ exits }: RoundTrip): boolean => {
    const first = exits?.[0];
    if (exits === null || exits.length < 2 || first === undefined) return false;
    const name = monthOf(first);
    return exits.some((exit) => monthOf(exit) !== name);
  };
  return TimeSlices.of(closed, {
    band,
    namesOf: ({ trip, closedAt }) => {
      const last = monthAt(closedAt, trip.closed_time_known && !isDateOnly(trip.closed_at ?? ''));
      if (trip.id.includes(PART)) return { ...NAMELESS, month: last };
      const opened = clock === null ? null : findOpeningDay(trip, clock);
      return {
        hour: opened?.hour ?? null,
        weekday: opened?.weekday ?? null,
        holding: holdingName(trip),
        month: isInSeveral(trip) ? null : last,
        direction: trip.direction,
        instrument: trip.instrument,
        underlying: trip.underlying,
      };
    },
    monthsOf: ({ trip }) => {
      if (!isInSeveral(trip)) return [];
      return [...new Set(exitsOf(trip).map(monthOf))].flatMap((name) => {
        const part = realisedIn(trip, (exit) => monthOf(exit) === name);
        return part === null ? [] : (closedTrip({ ...tradeIn(part), id: `${trip.id}${PART}${name}` }) ?? []);
      });
    },
  });
}

/** The breakdown that slices of the same zone come to. */
export function breakdownOf(
  slices: TimeSlices,
  options: { readonly time_zone?: string; readonly left_out?: LeftOut[] } = {},
): TimeBreakdown {
  const problems = new Problems();
  const zone = options.time_zone ?? 'America/New_York';
  const isKnown = daysIn(zone) !== null;
  if (!isKnown) problems.add('unknown_time_zone', `The time zone ${zone} is not known; UTC is used.`);
  const { timeless } = slices;
  if (timeless > 0)
    problems.add('no_time_of_day', `${timeless} trades were opened at a time that is not known; they are in no hour.`);
  const by_instrument = slices.slices('instrument').toSorted(byResult);
  return {
    by_hour: slices.slices('hour').toSorted(byName),
    by_weekday: inOrderOf(weekdayNames, slices.slices('weekday')),
    by_holding_time: inOrderOf(holdingNames, slices.slices('holding')),
    by_month: slices.slices('month').toSorted(byName),
    by_direction: slices.slices('direction').toSorted(byName),
    by_instrument,
    // Without contracts on something else the two are the same, and each may have a slice for every instrument there is.
    by_underlying: slices.isOnItself ? by_instrument : slices.slices('underlying').toSorted(byResult),
    trade_count: slices.count,
    left_out: options.left_out ?? [],
    convention:
      'Net P&L that exits in the period realised; hour and weekday of the opening and month of the exits in ' +
      `${isKnown ? zone : 'UTC'}. A trade with exits in two months is in both, with what it realised in each.`,
    problems: problems.list(),
  };
}

type Clock = NonNullable<ReturnType<typeof wallClockIn>>;

/** The names of the hour and the weekday of a trade's opening; no hour where its time of day is not known. */
function findOpeningDay(
  { opened_at, opened_time_known }: Pick<RoundTrip, 'opened_at' | 'opened_time_known'>,
  clock: Clock,
): { readonly hour: string | null; readonly weekday: string } | null {
  const instant = parseInstant(opened_at);
  if (instant === null) return null;
  const known = opened_time_known && !isDateOnly(opened_at);
  const { hour, weekday } = known ? clock(instant) : { hour: null, weekday: weekdayOf(instant) };
  return { hour: hour === null ? null : (HOURS[hour] ?? null), weekday: weekdayNames[weekday] ?? '' };
}

function holdingName({ holding_period_seconds }: Pick<RoundTrip, 'holding_period_seconds'>): string {
  const seconds = holding_period_seconds ?? 0;
  return HOLDING.find(([below]) => seconds < below)?.[1] ?? 'over 30 days';
}

/** In which slices of the breakdown a trade is, by the names they have there: so that a slice can be opened. */
export function timeSlicesOf(
  zone: string,
): (trip: RoundTrip) => { readonly hour: string | null; readonly weekday: string; readonly holding: string } {
  const clock = wallClockIn(zone) ?? wallClockIn('UTC');
  return (trip) => ({
    ...((clock === null ? null : findOpeningDay(trip, clock)) ?? { hour: null, weekday: '' }),
    holding: holdingName(trip),
  });
}

/** 0 = Sunday; 1970-01-01 was a Thursday. */
function weekdayOf(instant: number): number {
  return (((Math.floor(instant / DAY_MS) + 4) % 7) + 7) % 7;
}
