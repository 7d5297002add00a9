// An account's equity, moment by moment: what is closed, and what is open at the prices of the bars. A bar counts for a trade
// that is open when it begins and has no fill inside it, as excursions count them; at its fills a trade stands at their price.
import type { EquityStep } from './judge.ts';

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
    readonly pnl: number;
    readonly costs: number;
  }[];
  /** Null: it is marked at its own fills only. */
  readonly bars: BarColumns | null;
}

interface Open {
  readonly trip: MarkedTrip;
  quantity: number;
  cost: number;
  fees: number;
  mark: number;
}

interface Event {
  readonly at: number;
  /** At one moment first what is closed, then what is opened, then what is closed at once, then the bars that begin. */
  readonly order: 0 | 1 | 2 | 3;
  readonly trip: number;
  readonly place: number;
}

const BARS = 3;

export interface StepsOptions {
  readonly start: number;
  readonly dayAt: (instant: number) => number;
  readonly feesCount: boolean;
}

export interface AccountSteps {
  readonly steps: readonly EquityStep[];
  /** The most that was open at once, and each time it grew: what a limit of size is held against. */
  readonly sizes: readonly {
    readonly at: number;
    readonly day: number;
    readonly trip: string;
    readonly size: number;
  }[];
}

export function equitySteps(trips: readonly MarkedTrip[], { start, dayAt, feesCount }: StepsOptions): AccountSteps {
  const open = new Map<number, Open>();
  const steps: EquityStep[] = [];
  const sizes: { at: number; day: number; trip: string; size: number }[] = [];
  let balance = start;
  const events = eventsOf(trips);
  for (let i = 0; i < events.length;) {
    const event = events[i] as Event; // i is below its length
    const day = dayAt(event.at);
    if (event.order === BARS) {
      // All bars that begin now, together.
      const bars = new Map<number, number>();
      for (; i < events.length; i += 1) {
        const next = events[i] as Event; // i is below its length
        if (next.at !== event.at || next.order !== BARS) break;
        bars.set(next.trip, next.place);
      }
      const step = barStep(open, bars, balance, feesCount);
      if (step !== null) steps.push({ at: event.at, day, balance, ...step });
      continue;
    }
    // All that was filled now, together: between two legs of one order there was no moment in which one was closed and the other not.
    let [worst, trip, opened] = [Infinity, '', false];
    for (; i < events.length; i += 1) {
      const next = events[i] as Event; // i is below its length
      if (next.at !== event.at || next.order === BARS) break;
      const filled = trips[next.trip] as MarkedTrip; // an event is of a trip
      let brought = 0;
      if (next.order === 1) {
        enter(open, next.trip, filled, next.place);
        opened = true;
        let size = 0;
        for (const { quantity } of open.values()) size += quantity;
        sizes.push({ at: event.at, day, trip: filled.id, size });
      } else {
        brought = leave(open, next, feesCount);
        balance += brought;
      }
      if (brought < worst) [worst, trip] = [brought, filled.id];
    }
    const equity = balance + openResult(open, feesCount);
    steps.push({ at: event.at, day, high: equity, low: equity, equity, balance, trip, filled: true, opened });
  }
  return { steps, sizes };
}

function enter(open: Map<number, Open>, index: number, trip: MarkedTrip, place: number): void {
  const entry = trip.entries[place] as MarkedTrip['entries'][number]; // the event is of it
  const held = open.get(index) ?? { trip, quantity: 0, cost: 0, fees: 0, mark: entry.price };
  held.quantity += entry.quantity;
  held.cost += entry.quantity * entry.price;
  held.fees += entry.fees;
  held.mark = entry.price;
  open.set(index, held);
}

/** Takes an exit out of what is open: what it adds to the balance. */
function leave(open: Map<number, Open>, event: Event, feesCount: boolean): number {
  const held = open.get(event.trip);
  const exit = held?.trip.exits[event.place];
  if (held === undefined || exit === undefined) return 0;
  const { trip } = held;
  const gross = exit.pnl + exit.costs;
  if (exit.quantity > 0 && held.quantity > 0) {
    const share = Math.min(1, exit.quantity / held.quantity);
    const cost =
      exit.price === null
        ? held.cost * share
        : exit.quantity * exit.price - (trip.side * gross) / (trip.multiplier * trip.rate);
    held.cost -= cost;
    held.fees -= held.fees * share;
    held.quantity -= exit.quantity;
    if (exit.price !== null) held.mark = exit.price;
  }
  if (held.quantity < 1e-9) open.delete(event.trip);
  return feesCount ? exit.pnl : gross;
}

function resultAt({ trip, quantity, cost, fees }: Open, price: number, feesCount: boolean): number {
  return trip.side * (price * quantity - cost) * trip.multiplier * trip.rate - (feesCount ? fees : 0);
}

function openResult(open: ReadonlyMap<number, Open>, feesCount: boolean): number {
  let sum = 0;
  for (const held of open.values()) sum += resultAt(held, held.mark, feesCount);
  return sum;
}

/** Every open trade at its extremes together: which of them came first inside the bar nobody knows. */
function barStep(
  open: ReadonlyMap<number, Open>,
  places: ReadonlyMap<number, number>,
  balance: number,
  feesCount: boolean,
) {
  let [high, low, equity] = [balance, balance, balance];
  let worst = Infinity;
  let trip: string | null = null;
  let isMarked = false;
  for (const [index, held] of open) {
    const place = places.get(index);
    const { bars, side } = held.trip;
    let [best, least] = [held.mark, held.mark];
    if (place !== undefined && bars !== null) {
      isMarked = true;
      const [top, bottom] = [bars.high[place] ?? held.mark, bars.low[place] ?? held.mark];
      [best, least] = side === 1 ? [top, bottom] : [bottom, top];
      held.mark = bars.close[place] ?? held.mark;
    }
    high += resultAt(held, best, feesCount);
    const lost = resultAt(held, least, feesCount);
    low += lost;
    equity += resultAt(held, held.mark, feesCount);
    if (lost < worst) [worst, trip] = [lost, held.trip.id];
  }
  return isMarked ? { high, low, equity, trip } : null;
}

function eventsOf(trips: readonly MarkedTrip[]): Event[] {
  const events: Event[] = [];
  for (const [trip, { entries, exits, bars }] of trips.entries()) {
    const first = entries[0]?.at ?? Infinity;
    const fills = [...entries, ...exits].map(({ at }) => at).toSorted((a, b) => a - b);
    const closed = isClosed(entries, exits);
    const last = closed ? (fills.at(-1) ?? first) : Infinity;
    const moments = new Set(entries.map(({ at }) => at));
    for (const [place, { at }] of exits.entries()) events.push({ at, order: moments.has(at) ? 2 : 0, trip, place });
    for (const [place, { at }] of entries.entries()) events.push({ at, order: 1, trip, place });
    if (bars !== null)
      for (const place of countedBars(bars, first, last, fills))
        events.push({ at: bars.at[place] ?? 0, order: BARS, trip, place });
  }
  return events.toSorted((a, b) => a.at - b.at || a.order - b.order || a.trip - b.trip || a.place - b.place);
}

function isClosed(entries: MarkedTrip['entries'], exits: MarkedTrip['exits']): boolean {
  const [entered, left] = [entries, exits].map((fills: readonly { quantity: number }[]) =>
    fills.reduce((sum, { quantity }) => sum + quantity, 0),
  ) as [number, number]; // one for each
  return exits.length > 0 && left >= entered - 1e-9;
}

/** The places of the bars that begin while a trade is open and have no fill inside. */
export function* countedBars(
  bars: Pick<BarColumns, 'at' | 'seconds'>,
  opened: number,
  closed: number,
  fills: readonly number[],
): Generator<number> {
  const length = bars.seconds * 1000;
  const { at: times } = bars;
  let next = 0;
  for (let place = firstFrom(times, opened); place < times.length; place += 1) {
    const at = times[place] ?? Infinity;
    if (at >= closed) return;
    while ((fills[next] ?? Infinity) <= at) next += 1;
    if ((fills[next] ?? Infinity) >= at + length) yield place;
  }
}

/** The first place whose time is not before this. */
export function firstFrom(times: ArrayLike<number>, at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
