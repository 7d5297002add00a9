import { type Fixed, parseFixed } from '../money/index.ts';
import type { RoundTrip } from '../trips/index.ts';

/** What analytics left out, and why, so that a count never surprises. */
export interface LeftOut {
  readonly reason: string;
  readonly count: number;
}

/** A closed trip with its result read once. */
export interface ClosedTrip {
  readonly trip: RoundTrip;
  readonly pnl: Fixed;
}

/** The closed trips in the order they closed: only those have a result. */
export function closedTrips(trips: readonly RoundTrip[]): { closed: ClosedTrip[]; left_out: LeftOut[] } {
  const closed: ClosedTrip[] = [];
  let open = 0;
  for (const trip of trips) {
    const pnl = parseFixed(trip.realized_pnl);
    if (trip.status === 'closed' && trip.closed_at !== null && pnl !== null) closed.push({ trip, pnl });
    else open += 1;
  }
  closed.sort((a, b) => compare(a.trip.closed_at ?? '', b.trip.closed_at ?? '') || compare(a.trip.id, b.trip.id));
  return { closed, left_out: open === 0 ? [] : [{ reason: 'not closed yet', count: open }] };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
