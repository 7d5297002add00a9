// What looking for suspects reads of each trip, in columns by account: kept, so that after a change only the changed trips
// are read again.
import { isOptionClass } from '../instruments/index.ts';
import { placeIn, Splice } from '../metrics/splice.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

/** Of a structure its legs. */
export type LegsOf = (trip: RoundTrip) => readonly RoundTrip[];

/** The trips of one account, in the order they were opened, and of one instant in order of their ids. */
export interface AccountTrips {
  readonly trips: readonly RoundTrip[];
  /** Milliseconds since 1970. */
  readonly opened: Float64Array;
  /** NaN while it is open. */
  readonly closed: Float64Array;
  /** What it moves. */
  readonly sizes: Float64Array;
  readonly pnls: Float64Array;
}

interface SizedTrip {
  readonly trip: RoundTrip;
  readonly opened: number;
  readonly closed: number;
  readonly size: number;
}

export class SizedTrips {
  readonly byAccount: ReadonlyMap<string, AccountTrips>;
  readonly #legsOf: LegsOf;

  private constructor(byAccount: ReadonlyMap<string, AccountTrips>, legsOf: LegsOf) {
    this.byAccount = byAccount;
    this.#legsOf = legsOf;
  }

  /** Where nothing says what the legs are, every trip is its own. */
  static of(trips: readonly RoundTrip[], legsOf: LegsOf = (trip) => [trip]): SizedTrips {
    const byAccount = new Map<string, AccountTrips>();
    for (const [account, own] of Map.groupBy(trips, ({ account_id }) => account_id))
      byAccount.set(account, columnsOf(sizedTrips(own, legsOf)));
    return new SizedTrips(byAccount, legsOf);
  }

  /** The same after some trips have gone and others have come; null where it did not hold those. */
  with(gone: readonly RoundTrip[], fresh: readonly RoundTrip[]): SizedTrips | null {
    const [leaving, coming] = [gone, fresh].map((some) => Map.groupBy(some, ({ account_id }) => account_id));
    const byAccount = new Map(this.byAccount);
    for (const account of new Set([...(leaving?.keys() ?? []), ...(coming?.keys() ?? [])])) {
      const before = byAccount.get(account) ?? columnsOf([]);
      const now = replaceTrips(
        before,
        sizedTrips(leaving?.get(account) ?? [], this.#legsOf),
        sizedTrips(coming?.get(account) ?? [], this.#legsOf),
      );
      if (now === null) return null;
      byAccount.set(account, now);
    }
    return new SizedTrips(byAccount, this.#legsOf);
  }
}

function replaceTrips(
  before: AccountTrips,
  gone: readonly SizedTrip[],
  fresh: readonly SizedTrip[],
): AccountTrips | null {
  const leaving = gone.map((one) => placeOf(before, one));
  if (leaving.some((place, i) => before.trips[place]?.id !== gone[i]?.trip.id)) return null;
  const splice = new Splice(
    before.trips.length,
    leaving,
    fresh.map((one) => placeOf(before, one)),
  );
  const { trips, opened, closed, sizes, pnls } = columnsOf(fresh);
  return {
    trips: splice.list(before.trips, trips),
    opened: splice.numbers(before.opened, opened),
    closed: splice.numbers(before.closed, closed),
    sizes: splice.numbers(before.sizes, sizes),
    pnls: splice.numbers(before.pnls, pnls),
  };
}

function placeOf({ trips, opened }: AccountTrips, one: SizedTrip): number {
  return placeIn(trips.length, (place) => {
    const apart = (opened[place] ?? 0) - one.opened;
    return apart < 0 || (apart === 0 && (trips[place]?.id ?? '') < one.trip.id);
  });
}

function columnsOf(sized: readonly SizedTrip[]): AccountTrips {
  const column = (): Float64Array => new Float64Array(sized.length);
  const [opened, closed, sizes, pnls] = [column(), column(), column(), column()];
  const trips: RoundTrip[] = [];
  for (let i = 0; i < sized.length; i += 1) {
    const one = sized[i] as SizedTrip; // below its length
    trips.push(one.trip);
    opened[i] = one.opened;
    closed[i] = one.closed;
    sizes[i] = one.size;
    pnls[i] = one.trip.realized_pnl;
  }
  return { trips, opened, closed, sizes, pnls };
}

function sizedTrips(trips: readonly RoundTrip[], legsOf: LegsOf): SizedTrip[] {
  const sized: SizedTrip[] = [];
  for (const trip of trips) {
    const opened = parseInstant(trip.opened_at);
    if (opened === null) continue;
    const closed = (trip.status === 'closed' ? parseInstant(trip.closed_at) : null) ?? NaN;
    sized.push({ trip, opened, closed, size: notionalOf(legsOf(trip)) });
  }
  return sized.toSorted(
    (a, b) => a.opened - b.opened || (a.trip.id === b.trip.id ? 0 : a.trip.id < b.trip.id ? -1 : 1),
  );
}

/**
 * What a trade moves: shares and futures at their price, an option at the strike of the shares behind it, for its premium
 * says nothing about that. Legs of a structure hedge each other: the largest stands for it.
 */
export function notionalOf(legs: readonly RoundTrip[]): number {
  let largest = 0;
  for (const leg of legs) largest = Math.max(largest, sizeOf(leg));
  return largest;
}

function sizeOf({ asset_class, instrument, entry_avg_price, quantity, multiplier, rate }: RoundTrip): number {
  const price = (isOptionClass(asset_class) ? parseOptionSymbol(instrument)?.strike : undefined) ?? entry_avg_price;
  return Math.abs(quantity * price * multiplier * rate);
}
