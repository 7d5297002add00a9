// In which slices of the time breakdown each closed trade is, in columns: cached, so that after a change only the slices that
// a changed trade is in are added up again.
import { type Count, countDollars, NONE } from '../money/index.ts';
import type { RoundTrip } from '../trips/index.ts';
import { byClose, type ClosedTrip, closedTrip } from './closed.ts';
import { Group, type Slice } from './slice.ts';
import { placeIn, Splice } from './splice.ts';

const DIMENSIONS = ['hour', 'weekday', 'holding', 'month', 'direction', 'instrument', 'underlying'] as const;

export type Dimension = (typeof DIMENSIONS)[number];

/** The names of the slices a trade is in; null where it is in none. */
export type SliceNames = Readonly<Record<Dimension, string | null>>;

type By<T> = Readonly<Record<Dimension, T>>;

function byDimension<T>(of: (dimension: Dimension) => T): By<T> {
  const [hour, weekday, holding] = [of('hour'), of('weekday'), of('holding')];
  const [month, direction] = [of('month'), of('direction')];
  return { hour, weekday, holding, month, direction, instrument: of('instrument'), underlying: of('underlying') };
}

/** In no slice. */
const NO_NAME = -1;

/** Names are numbered as they come; numbers stay, so that earlier states can share the list. */
class Names {
  readonly #numbers = new Map<string, number>();
  readonly list: string[] = [];

  of(name: string | null): number {
    if (name === null) return NO_NAME;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      this.#numbers.set(name, (number = this.list.length));
      this.list.push(name);
    }
    return number;
  }
}

/** In the order they closed, and of one instant in order of their ids. */
interface Columns {
  readonly trips: readonly RoundTrip[];
  readonly closedAt: Float64Array;
  /** In dollars. */
  readonly results: Float64Array;
  /** By number. */
  readonly names: By<Int32Array>;
}

/** How trades are put into slices. */
export interface SliceNaming {
  readonly namesOf: (closed: ClosedTrip) => SliceNames;
  /** What a trade with exits in several months brought in each; none where it is in one. */
  readonly monthsOf: (closed: ClosedTrip) => readonly ClosedTrip[];
  /** Results up to this size are neither won nor lost. */
  readonly band: number;
}

/** With the parts of those that are in several months, each under a name of its own. */
function withParts(closed: readonly ClosedTrip[], { monthsOf }: SliceNaming): readonly ClosedTrip[] {
  const parts = closed.flatMap(monthsOf);
  return parts.length === 0 ? closed : [...closed, ...parts].toSorted(byClose);
}

export class TimeSlices {
  readonly #columns: Columns;
  readonly #names: Names;
  readonly #naming: SliceNaming;
  /** Added up for this state: of each dimension its slices by the number of their name. */
  readonly #slices: By<Map<number, Slice>>;

  private constructor(columns: Columns, names: Names, naming: SliceNaming, known: By<Map<number, Slice>> | null) {
    this.#columns = columns;
    this.#names = names;
    this.#naming = naming;
    this.#slices = known ?? byDimension(() => new Map<number, Slice>());
    this.#addUp();
  }

  static of(closed: readonly ClosedTrip[], naming: SliceNaming): TimeSlices {
    const names = new Names();
    return new TimeSlices(columnsOf(withParts(closed, naming), names, naming), names, naming, null);
  }

  /** The trades; the parts that some are in do not count as trades. */
  get count(): number {
    const { trips, names } = this.#columns;
    let count = 0;
    for (let i = 0; i < trips.length; i += 1)
      if (names.direction[i] !== NO_NAME && trips[i]?.costs_only !== true) count += 1;
    return count;
  }

  /** Trades in no hour, though they have a weekday. */
  get timeless(): number {
    const { hour, weekday } = this.#columns.names;
    let count = 0;
    for (let i = 0; i < hour.length; i += 1) if (hour[i] === NO_NAME && weekday[i] !== NO_NAME) count += 1;
    return count;
  }

  /** No contract is on something else. */
  get isOnItself(): boolean {
    const { instrument, underlying } = this.#columns.names;
    for (let i = 0; i < instrument.length; i += 1) if (instrument[i] !== underlying[i]) return false;
    return true;
  }

  slices(dimension: Dimension): Slice[] {
    const { count } = this;
    const added = dimension === 'underlying' && this.isOnItself ? 'instrument' : dimension;
    return [...this.#slices[added].values()].map((slice) => ({
      ...slice,
      frequency: count === 0 ? 0 : slice.trade_count / count,
    }));
  }

  /** The same after some results have gone and others have come; null where it did not hold those. */
  with(gone: readonly RoundTrip[], fresh: readonly RoundTrip[]): TimeSlices | null {
    const naming = this.#naming;
    const [before, after] = [withParts(selectClosed(gone), naming), withParts(selectClosed(fresh), naming)];
    const { trips, closedAt, results, names } = this.#columns;
    const leaving = before.map((one) => this.#placeOf(one));
    if (leaving.some((place, i) => trips[place]?.id !== before[i]?.trip.id)) return null;
    const coming = columnsOf(after, this.#names, naming);
    const splice = new Splice(
      trips.length,
      leaving,
      after.map((one) => this.#placeOf(one)),
    );
    const columns: Columns = {
      trips: splice.list(trips, coming.trips),
      closedAt: splice.numbers(closedAt, coming.closedAt),
      results: splice.numbers(results, coming.results),
      names: byDimension((dimension) => splice.numbers(names[dimension], coming.names[dimension])),
    };
    // A slice that a changed trade was in, or is in, is no longer known.
    const known = byDimension((dimension) => {
      const slices = new Map(this.#slices[dimension]);
      for (const place of leaving) slices.delete(names[dimension][place] ?? NO_NAME);
      for (const number of coming.names[dimension]) slices.delete(number);
      return slices;
    });
    return new TimeSlices(columns, this.#names, naming, known);
  }

  #placeOf({ trip, closedAt }: ClosedTrip): number {
    const { trips, closedAt: times } = this.#columns;
    return placeIn(times.length, (place) => {
      const apart = (times[place] ?? 0) - closedAt;
      return apart < 0 || (apart === 0 && (trips[place]?.id ?? '') < trip.id);
    });
  }

  /** Those that are not known yet. */
  #addUp(): void {
    const { trips, results, names } = this.#columns;
    const counts: Count<'amount'>[] = [];
    for (let i = 0; i < results.length; i += 1) counts.push(countDollars(results[i] ?? 0));
    const isOnItself = this.isOnItself;
    for (const dimension of DIMENSIONS) {
      // Then the slices are those of the instruments.
      if (dimension === 'underlying' && isOnItself) continue;
      const slices = this.#slices[dimension];
      const isKnown = new Uint8Array(this.#names.list.length);
      for (const number of slices.keys()) isKnown[number] = 1;
      const groups: (Group | undefined)[] = this.#names.list.map(() => undefined);
      const numbers = names[dimension];
      for (let i = 0; i < numbers.length; i += 1) {
        const number = numbers[i] ?? NO_NAME;
        if (number === NO_NAME || isKnown[number] === 1) continue;
        const group = (groups[number] ??= new Group(this.#naming.band));
        if (trips[i]?.costs_only === true) group.addCost(counts[i] ?? NONE);
        else group.add(counts[i] ?? NONE, results[i] ?? 0);
      }
      for (const [number, group] of groups.entries())
        if (group !== undefined) slices.set(number, group.slice(this.#names.list[number] ?? '', numbers.length));
    }
  }
}

function selectClosed(trips: readonly RoundTrip[]): ClosedTrip[] {
  return trips
    .map(closedTrip)
    .filter((one) => one !== null)
    .toSorted(byClose);
}

function columnsOf(closed: readonly ClosedTrip[], names: Names, { namesOf }: SliceNaming): Columns {
  const numbers = byDimension(() => new Int32Array(closed.length));
  const closedAt = new Float64Array(closed.length);
  const results = new Float64Array(closed.length);
  const trips: RoundTrip[] = [];
  for (let i = 0; i < closed.length; i += 1) {
    const one = closed[i] as ClosedTrip; // below its length
    trips.push(one.trip);
    closedAt[i] = one.closedAt;
    results[i] = one.trip.realized_pnl;
    const named = namesOf(one);
    // One by one: reading and writing fields by a name that changes is several times as slow.
    numbers.hour[i] = names.of(named.hour);
    numbers.weekday[i] = names.of(named.weekday);
    numbers.holding[i] = names.of(named.holding);
    numbers.month[i] = names.of(named.month);
    numbers.direction[i] = names.of(named.direction);
    numbers.instrument[i] = names.of(named.instrument);
    numbers.underlying[i] =
      named.underlying === named.instrument ? (numbers.instrument[i] ?? NO_NAME) : names.of(named.underlying);
  }
  return { trips, closedAt, results, names: numbers };
}
