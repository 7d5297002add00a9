// What trades brought, exit by exit, in columns: a large book has as many rows as trades, and a curve goes over all of them.
import { type Count, NONE, parseCompact, RESULTS } from '../money/index.ts';
import { legsOf } from '../structures/index.ts';
import { DAY_MS, isDateOnly, parseInstant } from '../time/index.ts';
import { type Exit, exitsOf, type RoundTrip } from '../trips/index.ts';
import { placeIn, Splice } from './splice.ts';

/** What a trade brought at one moment; of a structure on one day, for its legs are closed one by one to close it. */
interface Step {
  readonly trip: RoundTrip;
  pnl: Count<'amount'>;
  at: number;
  time: string;
  readonly day: number;
  /** With the last step of a trade on a day, what it brought on that day; null with the others. */
  sum: Count<'amount'> | null;
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
  /** With the last of a trade on a day, all that it brought on that day. */
  readonly sums: readonly (Count<'amount'> | null)[];
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
    const steps = stepsOf(trips, dayAt, within);
    const columns = {
      trips: steps.map(({ trip }) => trip),
      pnls: steps.map(({ pnl }) => pnl),
      times: steps.map(({ time }) => time),
      at: Float64Array.from(steps, ({ at }) => at),
      days: Int32Array.from(steps, ({ day }) => day),
      sums: steps.map(({ sum }) => sum),
    };
    return new DayResults(columns, dayAt);
  }

  get length(): number {
    return this.columns.at.length;
  }

  /** The same after some trades have gone and others have come, of those whose every exit counts; null where it held others. */
  with(gone: readonly RoundTrip[], fresh: readonly RoundTrip[]): DayResults | null {
    const { trips, pnls, times, at, days, sums } = this.columns;
    const [before, after] = [stepsOf(gone, this.#dayAt), stepsOf(fresh, this.#dayAt)];
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
      sums: splice.list(
        sums,
        after.map(({ sum }) => sum),
      ),
    };
    return new DayResults(columns, this.#dayAt);
  }

  #placeOf(one: Step): number {
    const { at, trips } = this.columns;
    return placeIn(at.length, (place) => {
      const apart = (at[place] ?? 0) - one.at;
      return apart < 0 || (apart === 0 && (trips[place]?.id ?? '') < one.trip.id);
    });
  }
}

function stepsOf(trips: readonly RoundTrip[], dayAt: DayAt, within?: (exit: Exit) => boolean): Step[] {
  const steps: Step[] = [];
  for (const trip of trips) {
    // Nearly every trip has one exit, which is its close.
    if (trip.exits === null && within === undefined) {
      const step = stepOf(trip, trip.realized_pnl, trip.closed_at, trip.closed_time_known, dayAt);
      if (step !== null) steps.push(step);
      continue;
    }
    addSteps(steps, trip, within === undefined ? exitsOf(trip) : exitsOf(trip).filter(within), dayAt);
  }
  return steps.toSorted((a, b) => a.at - b.at || (a.trip.id === b.trip.id ? 0 : a.trip.id < b.trip.id ? -1 : 1));
}

function addSteps(steps: Step[], trip: RoundTrip, exits: readonly Exit[], dayAt: DayAt): void {
  const isStructure = legsOf(trip).length > 1;
  /** The last step of each day so far. */
  const lastOn = new Map<number, Step>();
  let last: Step | undefined;
  const costs: Step[] = [];
  for (const exit of exits) {
    const step = stepOf(trip, exit.pnl, exit.time, exit.time_known, dayAt);
    if (step === null) continue;
    if (exit.is_cost === true) {
      // It is money of its day; the trade counts on it only with an exit.
      step.sum = null;
      steps.push(step);
      costs.push(step);
      continue;
    }
    const before = lastOn.get(step.day);
    const isTogether = isStructure || (before === last && before?.at === step.at);
    if (before !== undefined && isTogether) {
      before.at = step.at;
      before.time = step.time;
      before.pnl = RESULTS.plus(before.pnl, step.pnl);
      before.sum = RESULTS.plus(before.sum ?? NONE, step.pnl);
      continue;
    }
    if (before !== undefined) {
      step.sum = RESULTS.plus(before.sum ?? NONE, step.pnl);
      before.sum = null;
    }
    lastOn.set(step.day, step);
    steps.push(step);
    last = step;
  }
  for (const { day, pnl } of costs) {
    const on = lastOn.get(day);
    if (on !== undefined) on.sum = RESULTS.plus(on.sum ?? NONE, pnl);
  }
}

function stepOf(trip: RoundTrip, pnl: number, time: string | null, known: boolean, dayAt: DayAt): Step | null {
  const amount = parseCompact('amount', pnl);
  const at = parseInstant(time);
  if (amount === null || at === null || time === null) return null;
  const day = known && !isDateOnly(time) ? dayAt(at) : Math.floor(at / DAY_MS);
  const count = RESULTS.count(amount);
  return { trip, pnl: count, at, time, day, sum: count };
}
