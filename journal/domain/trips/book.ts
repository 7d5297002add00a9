import { type Fill, FillUnits } from '../executions/index.ts';
import { amountOf, type Count, isNone, type Problems } from '../money/index.ts';
import { isDateOnly } from '../time/index.ts';
import type { Step } from './event.ts';
import { type LotQueue, lotQueue, type TripMethod } from './lot-queue.ts';
import { mergeOrders, type Order } from './order.ts';
import { OpenTrip } from './trip.ts';

/** One account's trips in one instrument, whatever that instrument was called over time. */
export class Book {
  readonly trips: OpenTrip[] = [];
  readonly #open = new Map<string, OpenTrip>();
  readonly #fills: readonly Fill[];
  readonly #units: FillUnits;
  readonly #method: TripMethod;
  /** The queue of the position closed last: empty, and good for the next one. */
  #spare: LotQueue | null = null;
  readonly #problems: Problems;

  /** Of these fills, sorted. */
  constructor(fills: readonly Fill[], method: TripMethod, problems: Problems) {
    this.#fills = fills;
    this.#units = new FillUnits(fills, 12);
    this.#method = method;
    this.#problems = problems;
  }

  get openTrips(): Iterable<OpenTrip> {
    return this.#open.values();
  }

  /** The fills and these sorted steps, in one pass over time. */
  run(steps: readonly Step[]): void {
    const fills = this.#fills;
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
      for (const order of mergeOrders(fills, this.#units)) this.#apply(order);
      return;
    }
    // Old and new symbol may both trade for a while: each keeps its own position.
    const byInstrument = Map.groupBy(fills, (fill) => fill.instrument);
    for (const own of byInstrument.values()) for (const order of mergeOrders(own, this.#units)) this.#apply(order);
  }

  #apply(order: Order): void {
    const first = order.fills[0];
    if (first === undefined) return;
    const trip = this.#open.get(first.instrument);
    if (trip === undefined) this.#begin(order, first);
    else if (trip.side === order.side) trip.enter(order);
    else if (this.#units.quantity.compare(order.quantity, trip.open) < 0) trip.exit(order);
    else this.#flip(trip, order);
  }

  #begin(order: Order, first: Fill): void {
    const trip = new OpenTrip(order, first, this.#spare ?? lotQueue(this.#method, this.#units), this.#units);
    this.#spare = null;
    trip.enter(order);
    this.trips.push(trip);
    this.#open.set(first.instrument, trip);
  }

  #flip(trip: OpenTrip, order: Order): void {
    const closing = trip.open;
    this.#open.delete(trip.instrument);
    if (this.#units.quantity.compare(order.quantity, closing) === 0) {
      trip.exit(order);
      this.#spare = trip.lots;
      return;
    }
    const [exit, entry] = cut(order, closing, this.#units);
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
    const { quantity, price, multiplier } = this.#units;
    const ended = step.quantity === null ? trip.open : quantity.count(amountOf(step.quantity));
    if (quantity.compare(ended, trip.open) > 0) {
      this.#problems.add('event_without_position', 'The event ends more contracts than are open.', step.id);
      return;
    }
    const priced = this.#units.pricedOf(ended, price.count(amountOf(step.price)));
    trip.exit({
      side: trip.side === 1 ? -1 : 1,
      fills: [{ ...trip.first, id: step.id, time: step.time, timeKnown: !isDateOnly(step.time), second: step.second }],
      quantity: ended,
      priced,
      value: this.#units.valueOf(priced, multiplier.count(trip.first.multiplier)),
      fee: this.#units.fee.count(amountOf(step.fee)),
    });
    if (isNone(trip.open)) this.#open.delete(trip.instrument);
  }
}

/** An order that closes a position and opens the opposite one: both parts at its average price, fees in proportion. */
function cut(order: Order, closing: Count, units: FillUnits): [exit: Order, entry: Order] {
  const priced = units.priced.share(order.priced, closing, order.quantity, units.quantity);
  const value = units.value.share(order.value, closing, order.quantity, units.quantity);
  const fee = units.fee.share(order.fee, closing, order.quantity, units.quantity);
  const closers: Fill[] = [];
  const openers: Fill[] = [];
  let before: Count = 0;
  for (const fill of order.fills) {
    if (units.quantity.compare(before, closing) < 0) closers.push(fill);
    before = units.quantity.plus(before, units.quantity.count(fill.quantity));
    if (units.quantity.compare(before, closing) > 0) openers.push(fill);
  }
  return [
    { side: order.side, fills: closers, quantity: closing, priced, value, fee },
    {
      side: order.side,
      fills: openers,
      quantity: units.quantity.minus(order.quantity, closing),
      priced: units.priced.minus(order.priced, priced),
      value: units.value.minus(order.value, value),
      fee: units.fee.minus(order.fee, fee),
    },
  ];
}
