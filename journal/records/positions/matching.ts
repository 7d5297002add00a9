// Executions matched to round trips, family by family: the instruments that events make one position of. A new trade
// changes its own family only, so only that one is matched again.
import { isDeepStrictEqual } from 'node:util';
import { once } from '@zorivest/contract';
import {
  contractName,
  legsOf,
  Neighbours,
  type PositionEvent,
  type Problem,
  parseOptionSymbol,
  type RoundTrip,
  roundTrips,
  type Structure,
  type StructureChoice,
  structuresOf,
} from '@zorivest/domain';
import type { BookExecution } from '../trades/columns.ts';
import { inTimeOrder } from '../trades/in-time-order.ts';
import { type Change, type Changes, noChanges } from './changes.ts';
import { EditedList } from './edited-list.ts';
import { mergeSorted } from './merged.ts';
import { problemsTogether } from './problems.ts';
import { RowsById } from './rows-by-id.ts';

export interface Positions {
  /** In the order of time. */
  readonly executions: readonly BookExecution[];
  /** In the order they were opened. */
  readonly trips: readonly RoundTrip[];
  /** Every trip in one structure, if only its own; in the order they were opened. */
  readonly structures: readonly Structure[];
  readonly choices: readonly StructureChoice[];
  readonly problems: readonly Problem[];
  /** As they took effect, in the order of time. */
  readonly events: readonly PositionEvent[];
  /** What any execution is in. */
  readonly currencies: ReadonlySet<string>;
  readonly families: ReadonlyMap<string, Family>;
  readonly familyOf: (instrument: string) => string;
  /** The day expiry is judged by. */
  readonly asOf: string;
  /** What was rebuilt since earlier states, so that what was computed from them can continue. */
  readonly changes: Changes;
  /** Only a change asks for these: made when the first one comes. */
  readonly index: () => Index;
  /** The three lists above before they are put together, for a change to go on from. */
  readonly lists: Lists;
}

interface Lists {
  readonly executions: EditedList<BookExecution>;
  readonly trips: EditedList<RoundTrip>;
  readonly structures: EditedList<Structure>;
}

/** Instruments that events make one position of. It is the same object for as long as nothing of it has changed. */
export interface Family {
  readonly executions: readonly BookExecution[];
  readonly events: readonly PositionEvent[];
  readonly trips: readonly RoundTrip[];
  readonly problems: readonly Problem[];
  readonly currencies: ReadonlySet<string>;
}

interface Index {
  readonly rows: RowsById;
  readonly neighbours: Neighbours;
}

/** The executions are in order of time and id, as the store lists them. */
export function matchPositions(
  executions: readonly BookExecution[],
  events: readonly PositionEvent[],
  asOf: string,
  choices: readonly StructureChoice[] = [],
): Positions {
  const familyOf = familiesOf(events);
  const executionsOf = Map.groupBy(executions, ({ instrument }) => familyOf(instrument));
  const eventsOf = Map.groupBy(events, ({ instrument }) => familyOf(instrument));
  const families = new Map<string, Family>();
  for (const name of new Set([...executionsOf.keys(), ...eventsOf.keys()]))
    families.set(name, matchFamily(executionsOf.get(name) ?? [], eventsOf.get(name) ?? [], asOf));
  const trips = inOrderOfOpening([...families.values()].flatMap((family) => family.trips));
  const lists = {
    executions: new EditedList(executions, inTimeOrder),
    trips: new EditedList(trips, byOpening),
    structures: new EditedList<Structure>(structuresOf(trips, executions, choices), byFirstLeg),
  };
  return withLists(lists, {
    choices,
    problems: problemsTogether([...families.values()].map((family) => family.problems)),
    events,
    currencies: currenciesOf(families),
    families,
    familyOf,
    asOf,
    changes: noChanges(),
    index: once(() => ({ rows: RowsById.of(executions), neighbours: Neighbours.of(trips, choices) })),
  });
}

/** Each of the lists is built when it is read; code that takes all of them by name reads all of them. */
function withLists(lists: Lists, others: Omit<Positions, keyof Lists | 'lists'>): Positions {
  return {
    ...others,
    lists,
    get executions() {
      return lists.executions.all;
    },
    get trips() {
      return lists.trips.all;
    },
    get structures() {
      return lists.structures.all;
    },
  };
}

/** The same after single executions have changed: `rows` are those of the `changed` ids that there are now. */
export function rematchPositions(
  positions: Positions,
  changed: ReadonlySet<string>,
  rows: readonly BookExecution[],
): Positions {
  const { familyOf, asOf, choices, events, lists } = positions;
  const index = positions.index();
  const gone = index.rows.named(changed);
  const concerned = new Set([...gone, ...rows].map(({ instrument }) => familyOf(instrument)));
  const families = new Map(positions.families);
  // What a trip comes to in another currency stands in its fills and not in itself; one that an option was exercised into
  // has some of it from the option's.
  const hasChanged = ({ entry_exec_ids, exit_exec_ids }: RoundTrip): boolean =>
    entry_exec_ids.some((id) => changed.has(id)) || exit_exec_ids.some((id) => changed.has(id));
  const atOtherRates = new Set(otherRates(gone, rows).map(({ instrument }) => familyOf(instrument)));
  let [before, after]: [RoundTrip[], RoundTrip[]] = [[], []];
  for (const name of concerned) {
    const known = positions.families.get(name);
    const now = withRows(
      known?.executions ?? [],
      changed,
      rows.filter(({ instrument }) => familyOf(instrument) === name),
    );
    const family = matchFamily(now, known?.events ?? [], asOf);
    const matched = withKnown(known?.trips ?? [], family.trips, (trip) => atOtherRates.has(name) || hasChanged(trip));
    families.set(name, { ...family, trips: matched.all });
    before = before.concat(matched.gone);
    after = after.concat(matched.fresh);
  }
  // Everything else keeps its place: looking at each row of a large book again would cost more than the matching.
  const ofTrips = { gone: before, fresh: inOrderOfOpening(after) };
  const trips = lists.trips.with(ofTrips);
  const neighbours = index.neighbours.with(ofTrips, () => trips.all, choices);
  const around = neighbours.around([...before, ...after]);
  const legs = inOrderOfOpening(neighbours.tripsIn(around));
  const fresh = new Set(after);
  const ofStructures: Change<Structure> = withKnown(
    structuresBegunBy(positions.structures, index.neighbours.tripsIn(around)),
    structuresOf(legs, executionsOf(legs, families, familyOf), choices),
    (structure) => legsOf(structure).some((leg) => fresh.has(leg)),
  );
  const byId = index.rows.with(changed, rows);
  const now: Lists = {
    executions: lists.executions.with({ gone, fresh: rows }),
    trips,
    structures: lists.structures.with(ofStructures),
  };
  return withLists(now, {
    choices,
    events,
    familyOf,
    asOf,
    problems: problemsTogether([...families.values()].map((family) => family.problems)),
    currencies: currenciesOf(families),
    families,
    changes: positions.changes.and({ trips: ofTrips, structures: ofStructures }),
    index: () => ({ rows: byId, neighbours }),
  });
}

/** Of the rows as they are now, those that were at another rate of their own before. */
function otherRates(before: readonly BookExecution[], now: readonly BookExecution[]): BookExecution[] {
  const known = new Map(before.map((row) => [row.exec_id, row]));
  return now.filter(({ exec_id, fx_rate, fx_currency }) => {
    const was = known.get(exec_id);
    return was !== undefined && (was.fx_rate !== fx_rate || was.fx_currency !== fx_currency);
  });
}

/**
 * What has been made again, the known ones in place of those that came out as they were: one changed fill changes a trip or
 * two of its family, and what was computed from the others holds.
 */
function withKnown<T extends RoundTrip>(
  known: readonly T[],
  made: readonly T[],
  isChanged: (trip: T) => boolean,
): Change<T> & { readonly all: T[] } {
  const byId = new Map(known.map((trip) => [trip.id, trip]));
  const fresh: T[] = [];
  const all = made.map((trip) => {
    const before = byId.get(trip.id);
    if (before !== undefined && (before === trip || (!isChanged(trip) && isDeepStrictEqual(before, trip)))) {
      byId.delete(trip.id);
      return before;
    }
    fresh.push(trip);
    return trip;
  });
  const current = new Set(all);
  return { all, fresh, gone: known.filter((trip) => !current.has(trip)) };
}

/** The structures that these trips are the first legs of: a structure stands where its first leg does. */
function structuresBegunBy(structures: readonly Structure[], trips: readonly RoundTrip[]): Structure[] {
  return trips.flatMap((trip) => {
    let [low, high] = [0, structures.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = structures[middle];
      const first = other && firstLegOf(other);
      if (first !== undefined && first !== trip && byOpening(first, trip) < 0) low = middle + 1;
      else high = middle;
    }
    const found = structures[low];
    return found !== undefined && firstLegOf(found) === trip ? [found] : [];
  });
}

function executionsOf(
  trips: readonly RoundTrip[],
  families: ReadonlyMap<string, Family>,
  familyOf: (instrument: string) => string,
): BookExecution[] {
  const names = new Set(trips.map(({ instrument }) => familyOf(instrument)));
  return [...names].flatMap((name) => families.get(name)?.executions ?? []);
}

/** Old and new shares are one position, and so are an exercised option and the shares it delivers. */
function familiesOf(events: readonly PositionEvent[]): (instrument: string) => string {
  const joined = new Map<string, string>();
  const nameOf = spellingsOf(events);
  const familyOf = (instrument: string): string => {
    let name = nameOf(instrument);
    for (let next = joined.get(name); next !== undefined; next = joined.get(name)) name = next;
    return name;
  };
  const join = (one: string, other: string): void => {
    const [from, to] = [familyOf(one), familyOf(other)];
    if (from !== to) joined.set(from, to);
  };
  for (const event of events) join(event.instrument, becomes(event));
  return familyOf;
}

/** The instrument that an event makes one position with its own: the new shares, or what an option is on. */
export function becomes(event: PositionEvent): string {
  if ('new_instrument' in event && event.new_instrument !== undefined) return event.new_instrument;
  // /ESZ5 E1AX5 is a series on /ESZ5.
  return parseOptionSymbol(event.instrument)?.underlying.split(' ')[0] ?? event.instrument;
}

/** /ESH4 and ESH24 are one contract: that matters once an option has delivered it, under whichever of the names. */
function spellingsOf(events: readonly PositionEvent[]): (instrument: string) => string {
  const delivered = new Set(
    events.flatMap((event) => ('stock_recorded' in event ? (contractName(becomes(event)) ?? []) : [])),
  );
  if (delivered.size === 0) return (instrument) => instrument;
  const names = new Map<string, string>();
  return (instrument) => {
    let name = names.get(instrument);
    if (name === undefined) {
      const contract = contractName(instrument);
      names.set(instrument, (name = contract !== null && delivered.has(contract) ? contract : instrument));
    }
    return name;
  };
}

function matchFamily(executions: readonly BookExecution[], events: readonly PositionEvent[], asOf: string): Family {
  const { round_trips: trips, problems } = roundTrips(executions, { events, as_of: asOf, places: 'exact' });
  return { executions, events, trips, problems, currencies: new Set(executions.map(({ currency }) => currency)) };
}

function currenciesOf(families: ReadonlyMap<string, Family>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const { currencies } of families.values()) for (const currency of currencies) all.add(currency);
  return all;
}

/** By the second, then by id, as the domain orders them. */
export function byOpening(a: RoundTrip, b: RoundTrip): number {
  return secondOf(a) - secondOf(b) || (a.id < b.id ? -1 : 1);
}

function secondOf({ opened_at }: RoundTrip): number {
  return Math.floor(Date.parse(opened_at) / 1000);
}

/** Each time read once, where there are many to order. */
function inOrderOfOpening(trips: readonly RoundTrip[]): RoundTrip[] {
  return trips
    .map((trip) => ({ trip, second: secondOf(trip) }))
    .toSorted((a, b) => a.second - b.second || (a.trip.id < b.trip.id ? -1 : 1))
    .map(({ trip }) => trip);
}

export function byFirstLeg(a: Structure, b: Structure): number {
  return byOpening(firstLegOf(a), firstLegOf(b));
}

function firstLegOf(structure: Structure): RoundTrip {
  return structure.legs?.[0] ?? structure;
}

/** Without the changed rows, and with what they are now, in the order of the list. */
function withRows(
  list: readonly BookExecution[],
  changed: ReadonlySet<string>,
  rows: readonly BookExecution[],
): BookExecution[] {
  return mergeSorted(
    list.filter(({ exec_id }) => !changed.has(exec_id)),
    rows.toSorted(inTimeOrder),
    inTimeOrder,
  );
}
