// The book's trades with their amounts in one currency, each fill and fee at the rate of its own day. They are converted family
// by family and cached: after a change of single trades only their families are converted again.
import {
  convert,
  type DayOf,
  MissingRates,
  type Problem,
  type Rates,
  type RoundTrip,
  roundTrips,
  type Structure,
  withLegs,
} from '@zorivest/domain';
import type { Call } from '@zorivest/store';
import {
  type BookExecution,
  byFirstLeg,
  byOpening,
  type Change,
  type Family,
  type Positions,
  positionsOf,
  ratesOf,
  replaceSorted,
} from '@zorivest/records';

export interface ConvertedPositions {
  readonly executions: readonly BookExecution[];
  readonly trips: readonly RoundTrip[];
  readonly structures: readonly Structure[];
  readonly problems: readonly Problem[];
  /** Executions that no rate could convert. */
  readonly missing: ReadonlySet<string>;
  /** The rate of each execution that was converted. */
  readonly rateOf: Pick<ReadonlyMap<string, number>, 'size' | 'get'>;
  readonly rates: Rates;
  /** The same in the currencies they were traded in; itself where nothing was converted. */
  readonly native: Positions;
  /** What converted it: the same for as long as only trades change. Null where nothing had to be converted. */
  readonly converter: Converter | null;
  /** A trade of `native` as it is here. */
  readonly converted: <T extends Structure>(trade: T) => T;
}

/** What converting depends on besides the trades, and what was converted with it. */
export interface Converter {
  readonly currency: string;
  readonly rates: Rates;
  readonly dayOf: DayOf;
  readonly families: WeakMap<Family, ConvertedFamily>;
  last: ConvertedPositions | null;
}

interface ConvertedFamily {
  /** Those that it changed, by id. */
  readonly executions: ReadonlyMap<string, BookExecution>;
  readonly trips: ReadonlyMap<string, RoundTrip>;
  readonly rates: ReadonlyMap<string, number>;
  readonly missing: ReadonlySet<string>;
  readonly wanting: MissingRates;
}

export async function convertedPositions(
  call: Call,
  currency: string,
  zone: string,
  dayOf: DayOf,
): Promise<ConvertedPositions> {
  const native = await positionsOf(call);
  const key = `book in ${currency} by the days of ${zone}`;
  const converter = await call.results.besidesTrades(key, async () =>
    converterInto(currency, await ratesOf(call), dayOf),
  );
  return call.results.of(key, () => inCurrency(native, converter));
}

export function converterInto(currency: string, rates: Rates, dayOf: DayOf): Converter {
  return { currency, rates, dayOf, families: new WeakMap(), last: null };
}

export function inCurrency(native: Positions, converter: Converter): ConvertedPositions {
  const { currency, rates, last } = converter;
  const { problems } = native;
  const plain = { native, rates, missing: new Set<string>(), rateOf: new Map<string, number>() };
  if ([...native.currencies].every((own) => own === currency))
    return {
      ...plain,
      get executions() {
        return native.executions;
      },
      get trips() {
        return native.trips;
      },
      get structures() {
        return native.structures;
      },
      problems,
      converter: null,
      converted: (trade) => trade,
    };
  const families = new Map([...native.families].map(([name, family]) => [name, familyIn(family, native, converter)]));
  const familyOf = (instrument: string) => families.get(native.familyOf(instrument));
  const legOf = (trip: RoundTrip): RoundTrip => familyOf(trip.instrument)?.trips.get(trip.id) ?? trip;
  // A structure of several has a leg's instrument, or what all are on: only its legs say what it is made of.
  const convertTrade = <T extends Structure>(trade: T): T => withLegs(trade, legOf) as T; // of the kind it was
  const wanting = new MissingRates(currency);
  let size = 0;
  for (const family of families.values()) {
    wanting.addAll(family.wanting);
    size += family.rates.size;
    for (const id of family.missing) plain.missing.add(id);
  }
  const since = <K extends 'trips' | 'structures'>(of: K) =>
    last === null ? null : native.changes.since(last.native.changes.state, of);
  let rows: readonly BookExecution[] | undefined;
  const positions: ConvertedPositions = {
    ...plain,
    // Looked up where it is cached: putting all of them together would be most of what a change costs.
    rateOf: {
      size,
      get: (id) => {
        const [row] = native.index().rows.named([id]);
        return row === undefined ? undefined : familyOf(row.instrument)?.rates.get(id);
      },
    },
    // Only what is about single fills asks for them.
    get executions() {
      return (rows ??= native.executions.map((row) => familyOf(row.instrument)?.executions.get(row.exec_id) ?? row));
    },
    trips: goneOn(native.trips, last?.trips, since('trips'), byOpening, convertTrade),
    structures: goneOn(native.structures, last?.structures, since('structures'), byFirstLeg, convertTrade),
    problems: [...problems, ...wanting.problems()],
    converter,
    converted: convertTrade,
  };
  converter.last = positions;
  return positions;
}

/** Only what is new since the last is converted; amounts change nothing about the order. */
function goneOn<T extends RoundTrip>(
  now: readonly T[],
  before: readonly T[] | undefined,
  change: Change<T> | null,
  order: (a: T, b: T) => number,
  converted: (trade: T) => T,
): readonly T[] {
  if (before === undefined || change === null) return now.map(converted);
  // Several simultaneous changes are in their own order.
  const fresh = change.fresh.map(converted).toSorted(order);
  return replaceSorted(before, change.gone, fresh, order, (a, b) => (a.id === b.id ? 0 : order(a, b)));
}

function familyIn(family: Family, { asOf }: Positions, converter: Converter): ConvertedFamily {
  const known = converter.families.get(family);
  if (known !== undefined) return known;
  const made = convertedFamily(family, asOf, converter);
  converter.families.set(family, made);
  return made;
}

function convertedFamily(
  { executions, events, currencies }: Family,
  asOf: string,
  { currency, rates, dayOf }: Converter,
): ConvertedFamily {
  const found = convert(executions, events, { currency, rates, dayOf });
  const changed = found.executions.filter(({ exec_id }) => found.rates.has(exec_id));
  // Amounts change what a trip brought, never which fills it is made of: it has the name it had.
  const trips = [...currencies].every((own) => own === currency)
    ? []
    : roundTrips(found.executions, { events: found.events, as_of: asOf, places: 'exact' }).round_trips;
  return {
    executions: new Map(changed.map((row) => [row.exec_id, row])),
    trips: new Map(trips.map((trip) => [trip.id, trip])),
    rates: found.rates,
    missing: found.missing,
    wanting: found.wanting,
  };
}
