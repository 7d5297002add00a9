// Which trips can be legs of one structure. Legs are joined by account and order, by account and underlying, or by a
// person's choice: what shares none of these with a changed trip stays as it was.

import type { RoundTrip } from '../trips/index.ts';
import type { StructureChoice } from './structure.ts';

type Names = Set<string>;

/** The trips by account and underlying, and which of these groups an order or a choice has ever held together. */
export class Neighbours {
  readonly #groups: ReadonlyMap<string, readonly RoundTrip[]>;
  readonly #links: ReadonlyMap<string, ReadonlySet<string>>;

  private constructor(
    groups: ReadonlyMap<string, readonly RoundTrip[]>,
    links: ReadonlyMap<string, ReadonlySet<string>>,
  ) {
    this.#groups = groups;
    this.#links = links;
  }

  static of(trips: readonly RoundTrip[], choices: readonly StructureChoice[] = []): Neighbours {
    const groups = Map.groupBy(trips, nameFrom());
    const links = new Links();
    linkByOrder(trips, () => true, links);
    linkByChoice(trips, choices, links);
    return new Neighbours(groups, links.all);
  }

  /** After some trips have changed; `trips` gives all there are now. A link that has been stays: it only makes more be looked at. */
  with(
    changed: { readonly gone: readonly RoundTrip[]; readonly fresh: readonly RoundTrip[] },
    trips: () => readonly RoundTrip[],
    choices: readonly StructureChoice[] = [],
  ): Neighbours {
    const { gone, fresh } = changed;
    const outdated = new Set(gone);
    const freshOf = Map.groupBy(fresh, nameOf);
    const groups = new Map(this.#groups);
    for (const name of new Set([...gone.map(nameOf), ...freshOf.keys()])) {
      const stay = (groups.get(name) ?? []).filter((trip) => !outdated.has(trip));
      const now = [...stay, ...(freshOf.get(name) ?? [])];
      if (now.length === 0) groups.delete(name);
      else groups.set(name, now);
    }
    const links = new Links(this.#links);
    const known = new Set(gone.map(orderIn));
    const orders = new Set(fresh.filter((trip) => hasOrder(trip) && !known.has(orderIn(trip))).map((t) => t.order_id));
    // Looking through every trip for what one order holds together is needed only where the order is new to its group.
    if (orders.size > 0) linkByOrder(trips(), ({ order_id }) => orders.has(order_id), links);
    if (choices.length > 0) linkByChoice(trips(), choices, links);
    return new Neighbours(groups, links.all);
  }

  /** The names of the groups whose trips may be in one structure with any of these. */
  around(trips: Iterable<RoundTrip>): ReadonlySet<string> {
    const found: Names = new Set();
    for (const trip of trips) found.add(nameOf(trip));
    // A set that grows while it is walked through is walked to its end.
    for (const name of found) for (const other of this.#links.get(name) ?? []) found.add(other);
    return found;
  }

  tripsIn(names: Iterable<string>): RoundTrip[] {
    return [...names].flatMap((name) => this.#groups.get(name) ?? []);
  }
}

class Links {
  readonly #own = new Map<string, Names>();
  readonly #before: ReadonlyMap<string, ReadonlySet<string>>;

  constructor(before: ReadonlyMap<string, ReadonlySet<string>> = new Map<string, Names>()) {
    this.#before = before;
  }

  join(one: string, other: string): void {
    if (one === other) return;
    this.#add(one, other);
    this.#add(other, one);
  }

  #add(from: string, to: string): void {
    let own = this.#own.get(from);
    if (own === undefined) this.#own.set(from, (own = new Set(this.#before.get(from))));
    own.add(to);
  }

  get all(): ReadonlyMap<string, ReadonlySet<string>> {
    return this.#own.size === 0 ? this.#before : new Map([...this.#before, ...this.#own]);
  }
}

function nameOf({ account_id, underlying }: RoundTrip): string {
  return `${account_id}\n${underlying}`;
}

/** The same, each text made once: a large book has few groups and many trips. */
function nameFrom(): (trip: RoundTrip) => string {
  const accounts = new Map<string, Map<string, string>>();
  return (trip) => {
    let names = accounts.get(trip.account_id);
    if (names === undefined) accounts.set(trip.account_id, (names = new Map()));
    let name = names.get(trip.underlying);
    if (name === undefined) names.set(trip.underlying, (name = nameOf(trip)));
    return name;
  };
}

/** An empty name is no order. */
function hasOrder({ order_id }: RoundTrip): boolean {
  return order_id !== null && order_id !== '';
}

function orderIn(trip: RoundTrip): string {
  return `${nameOf(trip)}\n${trip.order_id ?? ''}`;
}

function linkByOrder(trips: readonly RoundTrip[], isMeant: (trip: RoundTrip) => boolean, links: Links): void {
  const accounts = new Map<string, Map<string, RoundTrip>>();
  for (const trip of trips) {
    const { order_id, account_id, underlying } = trip;
    if (order_id === null || order_id === '' || !isMeant(trip)) continue;
    let orders = accounts.get(account_id);
    if (orders === undefined) accounts.set(account_id, (orders = new Map()));
    const first = orders.get(order_id);
    if (first === undefined) orders.set(order_id, trip);
    else if (first.underlying !== underlying) links.join(nameOf(first), nameOf(trip));
  }
}

function linkByChoice(trips: readonly RoundTrip[], choices: readonly StructureChoice[], links: Links): void {
  if (choices.length === 0) return;
  const wanted = new Set(choices.flatMap(({ exec_ids }) => exec_ids));
  const named = new Map<string, Names>();
  for (const trip of trips)
    for (const id of [...trip.entry_exec_ids, ...trip.exit_exec_ids]) {
      if (!wanted.has(id)) continue;
      const names = named.get(id);
      if (names === undefined) named.set(id, new Set([nameOf(trip)]));
      else names.add(nameOf(trip));
    }
  for (const { exec_ids } of choices) {
    const [first, ...others] = new Set(exec_ids.flatMap((id) => [...(named.get(id) ?? [])]));
    if (first !== undefined) for (const other of others) links.join(first, other);
  }
}
