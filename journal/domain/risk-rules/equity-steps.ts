// An account's equity, moment by moment: what is closed, and what is open at the prices of the bars. A bar counts for a trade
// that is open when it begins and has no fill inside it, as excursions count them; at its fills a trade stands at their price.
import { DAY_MS } from '../time/index.ts';
import type { EquityStep } from './judge.ts';
import {
  type BarColumns,
  enterPart,
  fillsOf,
  leavePart,
  type MarkedTrip,
  type OpenPart,
  resultAt,
} from './marked-trip.ts';

interface Event {
  readonly at: number;
  /** At one moment first what is closed, then what is opened, then what is closed immediately, then the bars that begin. */
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
  /** The most that was open simultaneously, and each time it grew: what a limit of size is compared with. */
  readonly sizes: readonly {
    readonly at: number;
    readonly day: number;
    readonly trip: string;
    readonly size: number;
  }[];
}

export function equitySteps(trips: readonly MarkedTrip[], { start, dayAt, feesCount }: StepsOptions): AccountSteps {
  const open = new Map<number, OpenPart>();
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
    let [worst, trip, opened, traded] = [Infinity, '', false, false];
    for (; i < events.length; i += 1) {
      const next = events[i] as Event; // i is below its length
      if (next.at !== event.at || next.order === BARS) break;
      const filled = trips[next.trip] as MarkedTrip; // an event is of a trip
      let brought = 0;
      if (next.order === 1) {
        const entry = filled.entries[next.place] as MarkedTrip['entries'][number]; // the event is of it
        open.set(next.trip, enterPart(open.get(next.trip) ?? null, filled, entry));
        opened = traded = true;
        let size = 0;
        for (const { quantity } of open.values()) size += quantity;
        sizes.push({ at: event.at, day, trip: filled.id, size });
      } else {
        brought = leave(open, next, filled, feesCount);
        traded ||= (filled.exits[next.place]?.quantity ?? 0) > 0;
        balance += brought;
      }
      if (brought < worst) [worst, trip] = [brought, filled.id];
    }
    const equity = balance + openResult(open, feesCount);
    steps.push({ at: event.at, day, high: equity, low: equity, equity, balance, trip, filled: traded, opened });
  }
  return { steps, sizes };
}

/** Takes an exit out of what is open: what it adds to the balance. */
function leave(
  open: Map<number, OpenPart>,
  { trip: index, place }: Event,
  trip: MarkedTrip,
  feesCount: boolean,
): number {
  const exit = trip.exits[place] as MarkedTrip['exits'][number]; // the event is of it
  const held = open.get(index) ?? null;
  const left = exit.quantity > 0 ? leavePart(held, exit) : held;
  if (left === null) open.delete(index);
  else open.set(index, left);
  // Also of what was never seen to be open, as a cost that is charged when a trade is over.
  return feesCount ? exit.pnl : exit.pnl + exit.costs;
}

function openResult(open: ReadonlyMap<number, OpenPart>, feesCount: boolean): number {
  let sum = 0;
  for (const held of open.values()) sum += resultAt(held, held.mark, feesCount);
  return sum;
}

/** Every open trade at its extremes together: which of them came first inside the bar is unknown. */
function barStep(
  open: ReadonlyMap<number, OpenPart>,
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

/** A bar of a day belongs to the day it is named by, wherever the account's day turns. */
const HALF_A_DAY = 43_200_000;

function momentOf({ at: times, seconds }: BarColumns, place: number): number {
  const at = times[place] ?? 0;
  return seconds * 1000 < DAY_MS ? at : Math.max(at, Math.floor(at / DAY_MS) * DAY_MS + HALF_A_DAY);
}

function eventsOf(trips: readonly MarkedTrip[]): Event[] {
  const events: Event[] = [];
  for (const [trip, marked] of trips.entries()) {
    const { entries, exits, bars } = marked;
    const fills = fillsOf(marked);
    for (const { at, order, place } of fills) events.push({ at, order, trip, place });
    if (bars === null) continue;
    const times = fills.map(({ at }) => at);
    const last = isClosed(entries, exits) ? (times.at(-1) ?? Infinity) : Infinity;
    for (const place of countedBars(bars, entries[0]?.at ?? Infinity, last, times))
      events.push({ at: momentOf(bars, place), order: BARS, trip, place });
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
