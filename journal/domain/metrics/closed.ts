import { type Count, parseCompact, RESULTS } from '../money/index.ts';
import { parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

/** What analytics left out, and why, so that a count never surprises. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
}

/** A closed trip with its result read once. */
export interface ClosedTrip {
  readonly trip: RoundTrip;
  /** In `RESULTS`. */
  readonly pnl: Count<'amount'>;
  /** Milliseconds since 1970. */
  readonly closedAt: number;
}

/** Those that have a result, in the order they closed, and how many have none yet. */
export interface ClosedTrips {
  readonly closed: readonly ClosedTrip[];
  readonly left_out: LeftOut[];
}

/** The closed trips in the order they closed: only those have a result. */
export function closedTrips(trips: readonly RoundTrip[]): ClosedTrips {
  const closed: ClosedTrip[] = [];
  for (const trip of trips) {
    const one = closedTrip(trip);
    if (one !== null) closed.push(one);
  }
  return closedAmong(closed.toSorted(byClose), trips.length);
}

/** Null while it has no result. */
export function closedTrip(trip: RoundTrip): ClosedTrip | null {
  const pnl = parseCompact('amount', trip.realized_pnl);
  const closedAt = trip.status === 'closed' ? parseInstant(trip.closed_at) : null;
  return closedAt === null || pnl === null ? null : { trip, pnl: RESULTS.count(pnl), closedAt };
}

/** Those among `count` trades that have a result, in the order they closed. */
export function closedAmong(closed: readonly ClosedTrip[], count: number): ClosedTrips {
  const open = count - closed.length;
  return { closed, left_out: open === 0 ? [] : [{ reason: 'not closed yet', count: open }] };
}

export function byClose(a: ClosedTrip, b: ClosedTrip): number {
  if (a.closedAt !== b.closedAt) return a.closedAt - b.closedAt;
  return a.trip.id === b.trip.id ? 0 : a.trip.id < b.trip.id ? -1 : 1;
}
