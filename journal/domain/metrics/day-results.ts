// What trades brought, day by day, in columns: a large book has as many rows as trades, and a curve goes over all of them.
import { CENTS, type Count, parseCompact } from '../money/index.ts';
import { DAY_MS, isDateOnly, parseInstant } from '../time/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';
import { placeIn, Splice } from './splice.ts';

/** What a trade brought on one day: all its exits of that day, at the time of the last. */
interface DayResult {
  readonly trip: RoundTrip;
  pnl: Count<'amount'>;
  at: number;
  time: string;
  readonly day: number;
  closes: boolean;
}

export type DayAt = (instant: number) => number;

interface Columns {
  readonly trips: readonly RoundTrip[];
  readonly pnls: readonly Count<'amount'>[];
  readonly times: readonly string[];
  /** Milliseconds since 1970. */
  readonly at: Float64Array;
  /** Since 1970, of the calendar it was read by. */
  readonly days: Int32Array;
  /** 1 where it is the last the trade brings. */
  readonly closes: Uint8Array;
}

/** In order of time, and of one time in order of the trades' ids. */
export class DayResults {
  readonly columns: Columns;
  readonly #dayAt: DayAt;

  private constructor(columns: Columns, dayAt: DayAt) {
    this.columns = columns;
    this.#dayAt = dayAt;
  }

  /** `within` says which exits count; all of them when absent. */
  static of(trips: readonly RoundTrip[], dayAt: DayAt, within?: (exit: Exit) => boolean): DayResults {
    const dayResults = dayResultsOf(trips, dayAt, within);
    const columns = {
      trips: dayResults.map(({ trip }) => trip),
      pnls: dayResults.map(({ pnl }) => pnl),
      times: dayResults.map(({ time }) => time),
      at: Float64Array.from(dayResults, ({ at }) => at),
      days: Int32Array.from(dayResults, ({ day }) => day),
      closes: Uint8Array.from(dayResults, ({ closes }) => Number(closes)),
    };
    return new DayResults(columns, dayAt);
  }

  get length(): number {
    return this.columns.at.length;
  }

  /** The same after some trades have gone and others have come, of those whose every exit counts; null where it held others. */
  with(gone: readonly RoundTrip[], fresh: readonly RoundTrip[]): DayResults | null {
    const { trips, pnls, times, at, days, closes } = this.columns;
    const [before, after] = [dayResultsOf(gone, this.#dayAt), dayResultsOf(fresh, this.#dayAt)];
    const leaving = before.map((one) => this.#placeOf(one));
    const isHeld = (place: number, i: number): boolean =>
      trips[place]?.id === before[i]?.trip.id && at[place] === before[i]?.at && place !== leaving[i - 1];
    if (!leaving.every(isHeld)) return null;
    const coming = after.map((one) => this.#placeOf(one));
    const splice = new Splice(this.length, leaving, coming);
    const columns = {
      trips: splice.list(
        trips,
        after.map(({ trip }) => trip),
      ),
      pnls: splice.list(
        pnls,
        after.map(({ pnl }) => pnl),
      ),
      times: splice.list(
        times,
        after.map(({ time }) => time),
      ),
      at: splice.numbers(
        at,
        after.map((one) => one.at),
      ),
      days: splice.numbers(
        days,
        after.map(({ day }) => day),
      ),
      closes: splice.numbers(
        closes,
        after.map((one) => Number(one.closes)),
      ),
    };
    return new DayResults(columns, this.#dayAt);
  }

  #placeOf(one: DayResult): number {
    const { at, trips } = this.columns;
    return placeIn(at.length, (place) => {
      const apart = (at[place] ?? 0) - one.at;
      return apart < 0 || (apart === 0 && (trips[place]?.id ?? '') < one.trip.id);
    });
  }
}

function dayResultsOf(trips: readonly RoundTrip[], dayAt: DayAt, within?: (exit: Exit) => boolean): DayResult[] {
  const dayResults: DayResult[] = [];
  for (const trip of trips) {
    // Nearly every trip has one exit, which is its close.
    if (trip.exits === null && within === undefined) {
      const result = dayResultOf(trip, trip.realized_pnl, trip.closed_at, trip.closed_time_known, dayAt);
      if (result !== null) dayResults.push(result);
      continue;
    }
    const exits = exitsOf(trip);
    let last: DayResult | undefined;
    for (const exit of exits) {
      if (within?.(exit) === false) continue;
      const result = dayResultOf(trip, exit.pnl, exit.time, exit.time_known, dayAt);
      if (result === null) continue;
      result.closes = trip.status === 'closed' && exit === exits.at(-1);
      if (last?.day !== result.day) {
        dayResults.push(result);
        last = result;
        continue;
      }
      last.pnl = CENTS.plus(last.pnl, result.pnl);
      last.at = result.at;
      last.time = result.time;
      last.closes = result.closes;
    }
  }
  return dayResults.toSorted((a, b) => a.at - b.at || (a.trip.id === b.trip.id ? 0 : a.trip.id < b.trip.id ? -1 : 1));
}

function dayResultOf(
  trip: RoundTrip,
  pnl: number,
  time: string | null,
  known: boolean,
  dayAt: DayAt,
): DayResult | null {
  const amount = parseCompact('amount', pnl);
  const at = parseInstant(time);
  if (amount === null || at === null || time === null) return null;
  const day = known && !isDateOnly(time) ? dayAt(at) : Math.floor(at / DAY_MS);
  return { trip, pnl: CENTS.count(amount), at, time, day, closes: true };
}
