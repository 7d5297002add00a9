import { type Holding, type HoldingInput, sortFills, type Step, type StepOf } from '../events/index.ts';
import type { Fill, FillUnits } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import { amountOf, type Count, isNone, type Problems } from '../money/index.ts';
import { isDateOnly } from '../time/index.ts';
import { type LotQueue, lotQueue, type TripMethod } from './lot-queue.ts';
import { mergeOrders, type Order, orderOf } from './order.ts';
import { OpenTrip } from './trip.ts';

/** One account's trips in one instrument. */
export class Book implements Holding {
  /** Those that began here; one that a new name or a transfer brought is among those where it began. */
  readonly trips: OpenTrip[] = [];
  readonly #input: HoldingInput;
  readonly #method: TripMethod;
  readonly #problems: Problems;
  #open: OpenTrip | null = null;
  #next = 0;
  #isSorted = false;
  /** The queue of the position closed last: empty, and good for the next one. */
  #spare: LotQueue | null = null;

  constructor(input: HoldingInput, method: TripMethod, problems: Problems) {
    this.#input = input;
    this.#method = method;
    this.#problems = problems;
  }

  get fills(): readonly Fill[] {
    return this.#input.fills;
  }

  /** What is still open. */
  get open(): OpenTrip | null {
    return this.#open;
  }

  advance(second: number): void {
    const { fills } = this.#input;
    if (!this.#isSorted) {
      sortFills(fills);
      this.#isSorted = true;
    }
    let to = this.#next;
    if (second === Infinity) to = fills.length;
    else while (to < fills.length && (fills[to]?.second ?? Infinity) < second) to += 1;
    if (to === this.#next) return;
    const some = this.#next === 0 && to === fills.length ? fills : fills.slice(this.#next, to);
    this.#next = to;
    for (const order of mergeOrders(some, this.#units)) this.#apply(order);
  }

  apply(step: Step, other: (account: string, instrument: string, second: number) => Holding): void {
    const bookOf = (account: string, instrument: string, second: number): Book => {
      const book = other(account, instrument, second);
      if (!(book instanceof Book)) throw new TypeError('trips move between books of trips');
      return book;
    };
    switch (step.kind) {
      case 'rescale':
        this.#open?.rescale(step.newShares, step.oldShares);
        return;
      case 'return':
        this.#open?.returnCapital(step.perShare, step);
        return;
      case 'close':
        this.#close(step);
        return;
      case 'exchange':
        this.#exchange(step, bookOf(this.#input.account, step.to, step.second));
        return;
      case 'spin_off':
        this.#spinOff(step, bookOf(this.#input.account, step.to, step.second));
        return;
      case 'move':
        this.#move(step, step.to === null ? null : bookOf(step.to, step.instrument, step.arrives));
    }
  }

  get #units(): FillUnits {
    return this.#input.units();
  }

  #apply(order: Order): void {
    const first = order.fills[0];
    if (first === undefined) return;
    const trip = this.#open;
    if (trip === null) this.#begin(order, first);
    else if (trip.side === order.side) trip.enter(order);
    else if (this.#units.quantity.compare(order.quantity, trip.open) < 0) trip.exit(order);
    else this.#flip(trip, order);
  }

  #begin(order: Order, first: Fill): OpenTrip {
    const trip = new OpenTrip(order, first, this.#spare ?? lotQueue(this.#method, this.#units), this.#units);
    this.#spare = null;
    trip.enter(order);
    this.trips.push(trip);
    this.#open = trip;
    return trip;
  }

  #flip(trip: OpenTrip, order: Order): void {
    const closing = trip.open;
    this.#open = null;
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

  /** All or part of a position ends at a price that no trade made. */
  #close(step: StepOf<'close'>): void {
    const trip = this.#open;
    if (trip === null) {
      if (step.isOptionEnd)
        this.#problems.add('event_without_position', 'The event ends a position that is not open.', step.id);
      return;
    }
    const { quantity, price, multiplier } = this.#units;
    const ended = step.quantity === null ? trip.open : quantity.count(amountOf(step.quantity));
    if (quantity.compare(ended, trip.open) > 0) {
      this.#problems.add(
        'event_without_position',
        step.isOptionEnd ? 'The event ends more contracts than are open.' : 'The event sells more than is held.',
        step.id,
      );
      return;
    }
    const priced =
      step.total === null
        ? this.#units.pricedOf(ended, price.count(amountOf(step.price)))
        : this.#units.amount(step.total);
    trip.exit({
      side: trip.side === 1 ? -1 : 1,
      fills: [eventFill(step, trip.first)],
      quantity: ended,
      priced,
      value:
        step.total === null
          ? this.#units.valueOf(priced, multiplier.count(trip.first.multiplier))
          : this.#units.amount(step.total),
      fee: this.#units.fee.count(amountOf(step.fee)),
    });
    if (isNone(trip.open)) this.#open = null;
  }

  /** Another name, or shares of another company in their place: the trip goes on there. */
  #exchange(step: StepOf<'exchange'>, book: Book): void {
    const trip = this.#open;
    if (trip === null) return;
    if (book.#open !== null) {
      this.#problems.add(
        'symbol_conflict',
        `A position in ${step.to} is open already; the two are kept apart.`,
        step.id,
      );
      return;
    }
    this.#open = null;
    book.#open = trip;
    trip.instrument = step.to;
    if (step.cash > 0n) trip.payCash(step);
    if (step.newShares !== step.oldShares) trip.rescale(step.newShares, step.oldShares);
  }

  #spinOff(step: StepOf<'spin_off'>, book: Book): void {
    const trip = this.#open;
    if (trip === null) return;
    const { quantity, value, fee } = trip.allocate(step);
    const first: Fill = { ...trip.first, ...named(step.to, trip.first), id: `${trip.first.id}:${step.id}` };
    book.#receive({ side: trip.side, fills: [], quantity, priced: value, value, fee }, first, [step.id]);
  }

  #move(step: StepOf<'move'>, book: Book | null): void {
    const trip = step.from === null ? null : this.#open;
    if (step.from !== null && trip === null)
      this.#problems.add('event_without_position', 'The transfer moves shares that are not held.', step.id);
    const moved = trip === null ? null : trip.leave(this.#units.quantity.count(amountOf(step.quantity)));
    if (trip !== null && isNone(trip.open)) this.#open = null;
    if (book === null) return;
    const brought = step.stated.length > 0 ? step.stated : step.unknown === null ? [] : [step.unknown];
    for (const fill of brought) book.#receive(orderOf([fill], book.#units), fill, [fill.id]);
    if (brought.length > 0 || trip === null || moved === null) return;
    // The trip keeps its name where it went as a whole.
    const id = trip.isEmpty ? trip.first.id : `${trip.first.id}:${step.id}`;
    const { account, instrument } = book.#input;
    const first: Fill = { ...trip.first, ...named(instrument, trip.first), id, account };
    for (const lot of moved)
      book.#receive({ ...lot, side: trip.side, fills: [], priced: trip.pricedOf(lot) }, first, trip.entryIds);
  }

  /** Shares that no trade brought: they are entered, or close what was sold before they came. */
  #receive(order: Order, first: Fill, ids: readonly string[]): void {
    const trip = this.#open;
    if (trip === null) {
      this.#begin(order, first).entered(ids);
    } else if (trip.side === order.side) {
      trip.enter(order);
      trip.entered(ids);
    } else {
      const quantity = amountOf(this.#units.quantity.fine(order.quantity));
      const fill = { ...first, id: ids[0] ?? first.id, account: this.#input.account, quantity };
      this.#apply({ ...order, fills: [fill] });
    }
  }
}

/** The same fill under the name its shares have now. */
function named(instrument: string, { facts }: Fill): Pick<Fill, 'instrument' | 'facts'> {
  return { instrument, facts: instrumentFacts(instrument, facts.asset_class) };
}

/** The exit that an event stands for. */
export function eventFill(step: Pick<Step, 'id' | 'time' | 'second'>, first: Fill): Fill {
  return { ...first, id: step.id, time: step.time, timeKnown: !isDateOnly(step.time), second: step.second - 1 };
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
