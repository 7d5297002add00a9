import type { Fill } from '../executions/index.ts';
import { type Fixed, ONE, type Problems, prorate } from '../money/index.ts';
import type { Step } from './event.ts';
import { type LotQueue, lotQueue, type TripMethod } from './lot-queue.ts';
import { mergeOrders, type Order } from './order.ts';
import { OpenTrip } from './trip.ts';

/** One account's trips in one instrument, whatever that instrument was called over time. */
export class Book {
  readonly trips: OpenTrip[] = [];
  readonly #open = new Map<string, OpenTrip>();
  readonly #method: TripMethod;
  /** The queue of the position closed last: empty, and good for the next one. */
  #spare: LotQueue | null = null;
  readonly #problems: Problems;

  constructor(method: TripMethod, problems: Problems) {
    this.#method = method;
    this.#problems = problems;
  }

  get openTrips(): Iterable<OpenTrip> {
    return this.#open.values();
  }

  /** Sorted fills and steps, in one pass over time. */
  run(fills: readonly Fill[], steps: readonly Step[]): void {
    let from = 0;
    for (const step of steps) {
      let to = from;
      // A split takes effect before that second's fills, the end of an option after them.
      const last = step.kind === 'end' ? step.second : step.second - 1;
      while (to < fills.length && (fills[to]?.second ?? Infinity) <= last) to += 1;
      this.#trade(fills.slice(from, to));
      this.#take(step);
      from = to;
    }
    this.#trade(from === 0 ? fills : fills.slice(from));
  }

  #trade(fills: readonly Fill[]): void {
    if (fills.length === 0) return;
    if (fills.every((fill) => fill.instrument === fills[0]?.instrument)) {
      for (const order of mergeOrders(fills)) this.#apply(order);
      return;
    }
    // Old and new symbol may both trade for a while: each keeps its own position.
    const byInstrument = Map.groupBy(fills, (fill) => fill.instrument);
    for (const own of byInstrument.values()) for (const order of mergeOrders(own)) this.#apply(order);
  }

  #apply(order: Order): void {
    const first = order.fills[0];
    if (first === undefined) return;
    const trip = this.#open.get(first.instrument);
    if (trip === undefined) this.#begin(order, first);
    else if (trip.side === order.side) trip.enter(order);
    else if (order.quantity < trip.open) trip.exit(order);
    else this.#flip(trip, order);
  }

  #begin(order: Order, first: Fill): void {
    const trip = new OpenTrip(order, first, this.#spare ?? lotQueue(this.#method));
    this.#spare = null;
    trip.enter(order);
    this.trips.push(trip);
    this.#open.set(first.instrument, trip);
  }

  #flip(trip: OpenTrip, order: Order): void {
    const closing = trip.open;
    this.#open.delete(trip.instrument);
    if (order.quantity === closing) {
      trip.exit(order);
      this.#spare = trip.lots;
      return;
    }
    const [exit, entry] = cut(order, closing);
    trip.exit(exit);
    this.#spare = trip.lots;
    const first = entry.fills[0];
    if (first !== undefined) this.#begin(entry, first);
  }

  #take(step: Step): void {
    const trip = this.#open.get(step.instrument);
    if (step.kind === 'end') {
      this.#end(step, trip);
    } else if (trip !== undefined && step.kind === 'rescale') {
      trip.rescale(step.newShares, step.oldShares);
    } else if (trip !== undefined && step.kind === 'rename') {
      if (this.#open.has(step.to)) {
        this.#problems.add(
          'symbol_conflict',
          `A position in ${step.to} is open already; the two are kept apart.`,
          step.id,
        );
        return;
      }
      this.#open.delete(step.instrument);
      this.#open.set(step.to, trip);
      trip.instrument = step.to;
    }
  }

  #end(step: Extract<Step, { kind: 'end' }>, trip: OpenTrip | undefined): void {
    if (trip === undefined) {
      this.#problems.add('event_without_position', 'The event ends a position that is not open.', step.id);
      return;
    }
    const quantity = step.quantity ?? trip.open;
    if (quantity > trip.open) {
      this.#problems.add('event_without_position', 'The event ends more contracts than are open.', step.id);
      return;
    }
    const priced = quantity * step.price;
    const fill: Fill = {
      ...trip.first,
      id: step.id,
      time: step.time,
      second: step.second,
      quantity,
      price: step.price,
    };
    trip.exit({
      side: trip.side === 1 ? -1 : 1,
      fills: [fill],
      quantity,
      priced,
      value: (priced * fill.multiplier) / ONE,
      fee: step.fee,
    });
    if (trip.open === 0n) this.#open.delete(trip.instrument);
  }
}

/** An order that closes a position and opens the opposite one: both parts at its average price, fees in proportion. */
function cut(order: Order, closing: Fixed): [exit: Order, entry: Order] {
  const priced = prorate(order.priced, closing, order.quantity);
  const value = prorate(order.value, closing, order.quantity);
  const fee = prorate(order.fee, closing, order.quantity);
  const closers: Fill[] = [];
  const openers: Fill[] = [];
  let before = 0n;
  for (const fill of order.fills) {
    if (before < closing) closers.push(fill);
    before += fill.quantity;
    if (before > closing) openers.push(fill);
  }
  return [
    { side: order.side, fills: closers, quantity: closing, priced, value, fee },
    {
      side: order.side,
      fills: openers,
      quantity: order.quantity - closing,
      priced: order.priced - priced,
      value: order.value - value,
      fee: order.fee - fee,
    },
  ];
}
