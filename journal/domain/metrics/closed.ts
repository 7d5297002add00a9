import { type Count, parseAmount, Unit } from '../money/index.ts';
import { parseInstant } from '../time/index.ts';
import type { RoundTrip } from '../trips/index.ts';

/** What analytics left out, and why, so that a count never surprises. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
}

/** Results of trips are whole cents. */
export const CENTS = new Unit(2);

/** A closed trip with its result read once. */
export interface ClosedTrip {
  readonly trip: RoundTrip;
  /** In `CENTS`. */
  readonly pnl: Count;
  /** Milliseconds since 1970. */
  readonly closedAt: number;
}

/** The closed trips in the order they closed: only those have a result. */
export function closedTrips(trips: readonly RoundTrip[]): { closed: ClosedTrip[]; left_out: LeftOut[] } {
  const closed: ClosedTrip[] = [];
  let open = 0;
  for (const trip of trips) {
    const pnl = parseAmount(trip.realized_pnl);
    const closedAt = trip.status === 'closed' ? parseInstant(trip.closed_at) : null;
    if (closedAt !== null && pnl !== null) closed.push({ trip, pnl: CENTS.count(pnl), closedAt });
    else open += 1;
  }
  closed.sort((a, b) => a.closedAt - b.closedAt || (a.trip.id < b.trip.id ? -1 : 1));
  return { closed, left_out: open === 0 ? [] : [{ reason: 'not closed yet', count: open }] };
}
