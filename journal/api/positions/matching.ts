// Executions matched to round trips, family by family: the instruments that events make one position of. A new trade
// changes its own family only, so only that one is matched again.
import {
  type PositionEvent,
  type Problem,
  parseOptionSymbol,
  restructure,
  type RoundTrip,
  roundTrips,
  type Structure,
  type StructureChoice,
  structuresOf,
} from '@zorivest/domain';
import type { BookExecution } from '../trades/columns.ts';
import { merged } from './merged.ts';

export interface Positions {
  readonly executions: readonly BookExecution[];
  /** In the order they were opened. */
  readonly trips: readonly RoundTrip[];
  /** Those that are closed, in the order they were. */
  readonly closed: readonly RoundTrip[];
  /** Every trip in one structure, if only its own; in the order they were opened. */
  readonly structures: readonly Structure[];
  readonly choices: readonly StructureChoice[];
  readonly problems: readonly Problem[];
  readonly families: ReadonlyMap<string, Family>;
  readonly familyOf: (instrument: string) => string;
  /** The day expiry is judged by. */
  readonly asOf: string;
}

interface Family {
  readonly executions: readonly BookExecution[];
  readonly events: readonly PositionEvent[];
  readonly trips: readonly RoundTrip[];
  readonly problems: readonly Problem[];
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
  return {
    executions,
    trips,
    closed: trips.filter(isClosed).toSorted(byClosing),
    structures: structuresOf(trips, executions, choices),
    choices,
    problems: problemsOf(families),
    families,
    familyOf,
    asOf,
  };
}

/** The same after single executions have changed: `rows` are those of the `changed` ids that there are now. */
export function rematchPositions(
  book: Positions,
  changed: ReadonlySet<string>,
  rows: readonly BookExecution[],
): Positions {
  const { familyOf, asOf } = book;
  const gone = book.executions.filter(({ exec_id }) => changed.has(exec_id));
  const concerned = new Set([...gone, ...rows].map(({ instrument }) => familyOf(instrument)));
  const families = new Map(book.families);
  let [before, after]: [RoundTrip[], RoundTrip[]] = [[], []];
  for (const name of concerned) {
    const known = book.families.get(name);
    const now = withRows(
      known?.executions ?? [],
      changed,
      rows.filter(({ instrument }) => familyOf(instrument) === name),
    );
    const family = matchFamily(now, known?.events ?? [], asOf);
    families.set(name, family);
    before = before.concat(known?.trips ?? []);
    after = after.concat(family.trips);
  }
  // Everything else keeps its place: sorting and joining the whole book again would cost more than the matching.
  const outdated = new Set(before);
  const stays = (trip: RoundTrip): boolean => !outdated.has(trip);
  const executions = withRows(book.executions, changed, rows);
  const trips = merged(book.trips.filter(stays), inOrderOfOpening(after), byOpening);
  const structures = restructure(book.structures, trips, { gone: before, fresh: after }, executions, book.choices);
  return {
    ...book,
    executions,
    trips,
    structures: merged(structures.kept, structures.fresh, byFirstLeg),
    closed: merged(book.closed.filter(stays), after.filter(isClosed).toSorted(byClosing), byClosing),
    problems: problemsOf(families),
    families,
  };
}

/** Old and new shares are one position, and so are an exercised option and the shares it delivers. */
function familiesOf(events: readonly PositionEvent[]): (instrument: string) => string {
  const joined = new Map<string, string>();
  const familyOf = (instrument: string): string => {
    let name = instrument;
    for (let next = joined.get(name); next !== undefined; next = joined.get(name)) name = next;
    return name;
  };
  const join = (one: string, other: string): void => {
    const [from, to] = [familyOf(one), familyOf(other)];
    if (from !== to) joined.set(from, to);
  };
  for (const event of events) {
    if ('new_instrument' in event) join(event.instrument, event.new_instrument);
    else join(event.instrument, parseOptionSymbol(event.instrument)?.underlying ?? event.instrument);
  }
  return familyOf;
}

function matchFamily(executions: readonly BookExecution[], events: readonly PositionEvent[], asOf: string): Family {
  const { round_trips: trips, problems } = roundTrips(executions, { events, as_of: asOf });
  return { executions, events, trips, problems };
}

/** By the second, then by id, as the domain orders them. */
function byOpening(a: RoundTrip, b: RoundTrip): number {
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

function byFirstLeg(a: Structure, b: Structure): number {
  return byOpening(a.legs[0] ?? a, b.legs[0] ?? b);
}

function isClosed({ closed_at }: RoundTrip): boolean {
  return closed_at !== null;
}

/** Times of the store are all written alike, and a bare day comes before them: they are in order as texts. */
function byClosing(a: RoundTrip, b: RoundTrip): number {
  const [x, y] = [a.closed_at ?? '', b.closed_at ?? ''];
  return x < y ? -1 : x > y ? 1 : a.id < b.id ? -1 : 1;
}

/** Without the changed rows, and with what they are now, in the order of the list. */
function withRows(
  list: readonly BookExecution[],
  changed: ReadonlySet<string>,
  rows: readonly BookExecution[],
): BookExecution[] {
  return merged(
    list.filter(({ exec_id }) => !changed.has(exec_id)),
    rows.toSorted(inTimeOrder),
    inTimeOrder,
  );
}

function inTimeOrder(a: BookExecution, b: BookExecution): number {
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.exec_id < b.exec_id ? -1 : 1;
}

const MOST_IDS = 100;

/** One line for each kind of problem; a hundred thousand rows are understood from the first hundred. */
function problemsOf(families: ReadonlyMap<string, Family>): Problem[] {
  const found = new Map<string, { code: string; message: string; ids: string[] }>();
  for (const { problems } of families.values())
    for (const { code, message, ids = [] } of problems) {
      const key = `${code}\n${message}`;
      let problem = found.get(key);
      if (problem === undefined) found.set(key, (problem = { code, message, ids: [] }));
      for (const id of ids.slice(0, MOST_IDS - problem.ids.length)) problem.ids.push(id);
    }
  return [...found.values()].map(({ code, message, ids }) =>
    ids.length === 0 ? { code, message } : { code, message, ids },
  );
}
