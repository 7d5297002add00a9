// A trade with the prices it is marked at, and the part of it that is open: one account of what that part cost, for equity, for
// limits and for replays.

/** Columns of bars in order of time; `seconds` is how long one lasts. */
export interface BarColumns {
  readonly seconds: number;
  /** When each begins, in milliseconds since 1970. */
  readonly at: ArrayLike<number>;
  readonly open: ArrayLike<number>;
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
  readonly close: ArrayLike<number>;
  readonly volume: ArrayLike<number>;
}

export interface MarkedTrip {
  readonly id: string;
  readonly side: 1 | -1;
  readonly multiplier: number;
  /** What one unit of its money is worth in the account's. */
  readonly rate: number;
  readonly entries: readonly {
    readonly at: number;
    readonly quantity: number;
    readonly price: number;
    readonly fees: number;
  }[];
  /** Their results in the account's money: net of costs, and the costs. */
  readonly exits: readonly {
    readonly at: number;
    readonly quantity: number;
    /** Null where it is not known, as of an expiry. */
    readonly price: number | null;
    /** What the lots cost that it closed, as quantity times price, and what had been paid in fees for them. */
    readonly cost: number;
    readonly fees: number;
    readonly pnl: number;
    readonly costs: number;
  }[];
  /** Null: it is marked at its own fills only. */
  readonly bars: BarColumns | null;
}

/** What is open of a trade: the lots that are left at their own cost, and the last price it is known at. */
export interface OpenPart {
  readonly trip: MarkedTrip;
  readonly quantity: number;
  readonly cost: number;
  readonly fees: number;
  mark: number;
}

const NOTHING = 1e-9;

export function enterPart(held: OpenPart | null, trip: MarkedTrip, entry: MarkedTrip['entries'][number]): OpenPart {
  const { quantity, price, fees } = entry;
  return {
    trip,
    quantity: (held?.quantity ?? 0) + quantity,
    cost: (held?.cost ?? 0) + quantity * price,
    fees: (held?.fees ?? 0) + fees,
    mark: price,
  };
}

/** Null when nothing is left. */
export function leavePart(held: OpenPart | null, exit: MarkedTrip['exits'][number]): OpenPart | null {
  const quantity = (held?.quantity ?? 0) - exit.quantity;
  if (held === null || quantity < NOTHING) return null;
  const { trip, cost, fees, mark } = held;
  return { trip, quantity, cost: cost - exit.cost, fees: fees - exit.fees, mark: exit.price ?? mark };
}

/** What it would bring at a price, in the account's money. */
export function resultAt({ trip, quantity, cost, fees }: OpenPart, price: number, feesCount: boolean): number {
  return trip.side * (price * quantity - cost) * trip.multiplier * trip.rate - (feesCount ? fees : 0);
}

/** The fills of a trade in the order they count: at one moment first what is closed, then what is opened, then what is closed immediately. */
export interface TripFill {
  readonly at: number;
  readonly order: 0 | 1 | 2;
  readonly place: number;
}

export function fillsOf({ entries, exits }: MarkedTrip): TripFill[] {
  const moments = new Set(entries.map(({ at }) => at));
  return [
    ...exits.map(({ at }, place): TripFill => ({ at, order: moments.has(at) ? 2 : 0, place })),
    ...entries.map(({ at }, place): TripFill => ({ at, order: 1, place })),
  ].toSorted((a, b) => a.at - b.at || a.order - b.order || a.place - b.place);
}

/** What was open by then, and when its last fill was; null where nothing was. */
export function openPartAt(trip: MarkedTrip, until: number): { readonly part: OpenPart; readonly at: number } | null {
  let part: OpenPart | null = null;
  let last = -Infinity;
  for (const { at, order, place } of fillsOf(trip)) {
    if (at > until) break;
    const [entry, exit] = order === 1 ? [trip.entries[place], undefined] : [undefined, trip.exits[place]];
    if (entry !== undefined) part = enterPart(part, trip, entry);
    // A cost with a day of its own is no fill.
    if (exit !== undefined && exit.quantity > 0) part = leavePart(part, exit);
    if (entry !== undefined || exit?.price !== null) last = at;
  }
  return part === null ? null : { part, at: last };
}
