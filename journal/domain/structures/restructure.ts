// Structures after some trips have changed: only those that could be joined with a changed trip are made again.

import type { RoundTrip } from '../trips/index.ts';
import { type OrderedExecution, structuresOf } from './structures-of.ts';
import type { Structure, StructureChoice } from './structure.ts';

export interface Restructured {
  /** Of those before: what still stands, in the order they were in. */
  readonly kept: Structure[];
  /** What was made again or is new, in the order they were opened. */
  readonly fresh: Structure[];
}

/**
 * `trips` are all there are now; `gone` and `fresh` those that were and those that stand in their place. Legs are joined
 * by account and order, by account and underlying, or by a person's choice: what shares none of these with a changed
 * trip is as it was.
 */
export function restructure(
  before: readonly Structure[],
  trips: readonly RoundTrip[],
  changed: { readonly gone: readonly RoundTrip[]; readonly fresh: readonly RoundTrip[] },
  executions: readonly OrderedExecution[],
  choices: readonly StructureChoice[] = [],
): Restructured {
  const reach = new Reach();
  for (const trip of [...changed.gone, ...changed.fresh]) reach.add(trip);
  if (choices.length > 0) {
    const named = new Set(choices.flatMap(({ exec_ids }) => exec_ids));
    const isNamed = (id: string): boolean => named.has(id);
    for (const trip of trips)
      if (trip.entry_exec_ids.some(isNamed) || trip.exit_exec_ids.some(isNamed)) reach.add(trip);
  }
  const concerned = reach.spread(trips);
  return {
    kept: before.filter((structure) => !reach.has(structure.legs[0] ?? structure)),
    fresh: structuresOf(concerned, executions, choices),
  };
}

/** By account: underlyings and orders whose trips may have been joined with a changed one. */
class Reach {
  readonly #accounts = new Map<string, { readonly underlyings: Set<string>; readonly orders: Set<string> }>();
  #size = 0;

  has({ account_id, underlying, order_id }: RoundTrip): boolean {
    const own = this.#accounts.get(account_id);
    if (own === undefined) return false;
    return own.underlyings.has(underlying) || (order_id !== null && own.orders.has(order_id));
  }

  add({ account_id, underlying, order_id }: RoundTrip): void {
    let own = this.#accounts.get(account_id);
    if (own === undefined) this.#accounts.set(account_id, (own = { underlyings: new Set(), orders: new Set() }));
    const known = own.underlyings.size + own.orders.size;
    own.underlyings.add(underlying);
    // An empty name is no order.
    if (order_id !== null && order_id !== '') own.orders.add(order_id);
    this.#size += own.underlyings.size + own.orders.size - known;
  }

  /** The trips within it. An order of several underlyings brings their other trips with it, until there are no more. */
  spread(trips: readonly RoundTrip[]): RoundTrip[] {
    for (;;) {
      const before = this.#size;
      const found = trips.filter((trip) => this.has(trip));
      for (const trip of found) this.add(trip);
      if (this.#size === before) return found;
    }
  }
}
