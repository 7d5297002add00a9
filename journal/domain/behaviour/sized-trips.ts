// What looking for suspects reads of each trip, in columns by account: cached, so that after a change only the changed trips
// are read again.
import { isOptionClass } from '../instruments/index.ts';
import { placeIn, Splice } from '../metrics/splice.ts';
import { definedRisk, legsOf } from '../structures/index.ts';
import { parseOptionSymbol } from '../options/symbol.ts';
import { parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

/** The trips of one account, in the order they were opened, and of one instant in order of their ids. */
export interface AccountTrips {
  readonly trips: readonly RoundTrip[];
  /** Milliseconds since 1970. */
  readonly opened: Float64Array;
  /** NaN while it is open. */
  readonly closed: Float64Array;
  /** What can be lost in it, or what it is worth: sizes are compared with those of the same kind. NaN where nothing is known. */
  readonly sizes: Float64Array;
  /** 1 where the size is what can be lost, 0 where it is what shares are worth. */
  readonly atRisk: Uint8Array;
  readonly pnls: Float64Array;
}

interface SizedTrip {
  readonly trip: RoundTrip;
  readonly opened: number;
  readonly closed: number;
  readonly size: number;
  readonly atRisk: boolean;
}

export class SizedTrips {
  readonly byAccount: ReadonlyMap<string, AccountTrips>;

  private constructor(byAccount: ReadonlyMap<string, AccountTrips>) {
    this.byAccount = byAccount;
  }

  static of(trips: readonly RoundTrip[]): SizedTrips {
    const byAccount = new Map<string, AccountTrips>();
    for (const [account, own] of Map.groupBy(trips, ({ account_id }) => account_id))
      byAccount.set(account, columnsOf(sizedTrips(own)));
    return new SizedTrips(byAccount);
  }

  /** The same after some trips have gone and others have come; null where it did not hold those. */
  with(gone: readonly RoundTrip[], fresh: readonly RoundTrip[]): SizedTrips | null {
    const [leaving, coming] = [gone, fresh].map((some) => Map.groupBy(some, ({ account_id }) => account_id));
    const byAccount = new Map(this.byAccount);
    for (const account of new Set([...(leaving?.keys() ?? []), ...(coming?.keys() ?? [])])) {
      const before = byAccount.get(account) ?? columnsOf([]);
      const now = replaceTrips(before, sizedTrips(leaving?.get(account) ?? []), sizedTrips(coming?.get(account) ?? []));
      if (now === null) return null;
      byAccount.set(account, now);
    }
    return new SizedTrips(byAccount);
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
  const { trips, opened, closed, sizes, atRisk, pnls } = columnsOf(fresh);
  return {
    trips: splice.list(before.trips, trips),
    opened: splice.numbers(before.opened, opened),
    closed: splice.numbers(before.closed, closed),
    sizes: splice.numbers(before.sizes, sizes),
    atRisk: splice.numbers(before.atRisk, atRisk),
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
  const atRisk = new Uint8Array(sized.length);
  const trips: RoundTrip[] = [];
  for (let i = 0; i < sized.length; i += 1) {
    const one = sized[i] as SizedTrip; // below its length
    trips.push(one.trip);
    opened[i] = one.opened;
    closed[i] = one.closed;
    sizes[i] = one.size;
    atRisk[i] = Number(one.atRisk);
    pnls[i] = one.trip.realized_pnl;
  }
  return { trips, opened, closed, sizes, atRisk, pnls };
}

function sizedTrips(trips: readonly RoundTrip[]): SizedTrip[] {
  const sized: SizedTrip[] = [];
  for (const trip of trips) {
    const opened = parseInstant(trip.opened_at);
    if (opened === null) continue;
    const closed = (trip.status === 'closed' ? parseInstant(trip.closed_at) : null) ?? NaN;
    sized.push({ trip, opened, closed, ...stakeOf(trip) });
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

/**
 * Of options what they can lose: the premium of a bought one, the width of a spread. A sold option without another to limit it,
 * and a future, ask for a margin that was not recorded: they are skipped. Of anything else what it is worth.
 */
function stakeOf(trip: RoundTrip): Pick<SizedTrip, 'size' | 'atRisk'> {
  const legs = legsOf(trip);
  const { asset_class, direction, entry_avg_price, quantity, multiplier, rate } = trip;
  const value = Math.abs(quantity * entry_avg_price * multiplier * rate);
  if (legs.length > 1 && legs.some((leg) => isOptionClass(leg.asset_class)))
    return { size: definedRisk(trip) ?? NaN, atRisk: true };
  if (isOptionClass(asset_class)) return { size: direction === 'long' ? value : NaN, atRisk: true };
  return { size: asset_class === 'FUTURE' ? NaN : value, atRisk: false };
}

/** What was stated or planned to be at risk stands for what a trade is worth. */
export function withStatedRisks(
  account: AccountTrips,
  riskOf: ((trip: RoundTrip) => number | null) | undefined,
): AccountTrips {
  if (riskOf === undefined) return account;
  const [sizes, atRisk] = [account.sizes.slice(), account.atRisk.slice()];
  for (const [i, trip] of account.trips.entries()) {
    const risk = riskOf(trip);
    if (risk === null) continue;
    sizes[i] = risk;
    atRisk[i] = 1;
  }
  return { ...account, sizes, atRisk };
}
