import { type Holding, type HoldingInput, sortFills, type Step, type StepOf } from '../events/index.ts';
import type { Fill } from '../executions/index.ts';
import { instrumentFacts } from '../instruments/index.ts';
import type { Ledger, Parcel, Places, Shares, Tally } from '../ledger/index.ts';
import type { Problems } from '../money/index.ts';
import { type Amount, compactQuantity, isNone, isPositive, NONE, prorate } from '../money/index.ts';
import { isDateOnly } from '../time/index.ts';
import { type LotQueue, lotQueue, type TripMethod } from './lot-queue.ts';
import { mergeOrders, type Order, orderOf } from './order.ts';
import { OpenTrip } from './trip.ts';

/** One account's trips in one instrument. */
export class InstrumentTrips implements Holding {
  /** Those that began here; one that a new name or a transfer brought is among those where it began. */
  readonly trips: OpenTrip[] = [];
  readonly #input: HoldingInput;
  readonly #method: TripMethod;
  readonly #places: Places;
  readonly #problems: Problems;
  #open: OpenTrip | null = null;
  #next = 0;
  #isSorted = false;
  /** The queue of the position closed last: empty, and good for the next one. */
  #spare: LotQueue | null = null;

  constructor(input: HoldingInput, { method, places }: { method: TripMethod; places: Places }, problems: Problems) {
    this.#input = input;
    this.#method = method;
    this.#places = places;
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
    for (const order of mergeOrders(some, this.#ledger)) this.#apply(order);
  }

  apply(step: Step, other: (account: string, instrument: string, second: number) => Holding): void {
    const tripsOf = (account: string, instrument: string, second: number): InstrumentTrips => {
      const target = other(account, instrument, second);
      if (!(target instanceof InstrumentTrips)) throw new TypeError('trips move between books of trips');
      return target;
    };
    switch (step.kind) {
      case 'rescale':
        this.#open?.rescale(step.newShares, step.oldShares);
        return;
      case 'return':
        this.#open?.payOut(step.perShare, null, step);
        return;
      case 'charge':
        this.#charge(step);
        return;
      case 'close':
        this.#close(step);
        return;
      case 'exchange':
        this.#exchange(step, tripsOf(this.#input.account, step.to, step.second));
        return;
      case 'spin_off':
        this.#spinOff(step, tripsOf(this.#input.account, step.to, step.second));
        return;
      case 'move':
        this.#move(step, step.to === null ? null : tripsOf(step.to, step.instrument, step.arrives));
    }
  }

  get #ledger(): Ledger {
    return this.#input.ledger();
  }

  #apply(order: Order): void {
    const first = order.fills[0];
    if (first === undefined) return;
    const trip = this.#open;
    if (trip === null) this.#begin(order, first);
    else if (trip.side === order.side) trip.enter(order);
    else if (this.#ledger.compare(order.quantity, trip.open) < 0) trip.exit(order);
    else this.#flip(trip, order);
  }

  #begin(order: Order, first: Fill): OpenTrip {
    const trip = new OpenTrip(
      order,
      first,
      this.#spare ?? lotQueue(this.#method, this.#ledger),
      this.#ledger,
      this.#places,
    );
    this.#spare = null;
    trip.enter(order);
    this.trips.push(trip);
    this.#open = trip;
    return trip;
  }

  /** What is more than the trip opens the opposite one, named by the order's own fill or by what is given. */
  #flip(trip: OpenTrip, order: Order, named?: Fill): OpenTrip | null {
    const closing = trip.open;
    this.#open = null;
    if (this.#ledger.compare(order.quantity, closing) === 0) {
      trip.exit(order);
      this.#spare = trip.lots;
      return null;
    }
    const [exit, entry] = cut(order, closing, this.#ledger);
    trip.exit(exit);
    this.#spare = trip.lots;
    const first = named ?? entry.fills[0];
    return first === undefined ? null : this.#begin(named === undefined ? entry : { ...entry, fills: [] }, first);
  }

  /** Of the short that is open, or the last one there was: brokers charge for the month when it is over. */
  #charge(step: StepOf<'charge'>): void {
    const trip = this.#open?.side === -1 ? this.#open : this.trips.findLast(({ side }) => side === -1);
    trip?.charge(step.amount, step);
  }

  /** All or part of a position ends at a price that no trade made. */
  #close(step: StepOf<'close'>): void {
    const trip = this.#open;
    if (trip === null) {
      if (step.isOptionEnd)
        this.#problems.add('event_without_position', 'The event ends a position that is not open.', step.id);
      return;
    }
    const ledger = this.#ledger;
    const ended = step.quantity === null ? trip.open : ledger.quantityOf(compactQuantity(step.quantity));
    if (ledger.compare(ended, trip.open) > 0) {
      this.#problems.add(
        'event_without_position',
        step.isOptionEnd ? 'The event ends more contracts than are open.' : 'The event sells more than is held.',
        step.id,
      );
      return;
    }
    const { multiplier } = trip.first;
    const closed = ledger.parcelAt(ended, { ...step, multiplier });
    trip.exit({ ...closed, side: trip.side === 1 ? -1 : 1, fills: [eventFill(step, trip.first)] });
    if (isNone(trip.open)) this.#open = null;
  }

  /** Another name, or shares of another company in their place: the trip continues there. */
  #exchange(step: StepOf<'exchange'>, target: InstrumentTrips): void {
    const trip = this.#open;
    if (trip === null) return;
    if (target.#open !== null) {
      this.#problems.add(
        'symbol_conflict',
        `A position in ${step.to} is open already; the two stay separate.`,
        step.id,
      );
      return;
    }
    this.#open = null;
    target.#open = trip;
    trip.instrument = step.to;
    if (isPositive(step.cash)) trip.payOut(step.cash, worthOf(step), step);
    if (step.newShares !== step.oldShares) trip.rescale(step.newShares, step.oldShares);
  }

  #spinOff(step: StepOf<'spin_off'>, target: InstrumentTrips): void {
    const trip = this.#open;
    if (trip === null) return;
    const spun = trip.spinOff(step);
    const first: Fill = { ...trip.first, ...renameFill(step.to, trip.first), id: `${trip.first.id}:${step.id}` };
    target.#receive({ ...spun, priced: spun.value, side: trip.side, fills: [] }, first, [step.id], step);
  }

  #move(step: StepOf<'move'>, target: InstrumentTrips | null): void {
    const trip = step.from === null ? null : this.#open;
    if (step.from !== null && trip === null)
      this.#problems.add('event_without_position', 'The transfer moves shares that are not held.', step.id);
    const moved = trip === null ? null : trip.leave(this.#ledger.quantityOf(compactQuantity(step.quantity)));
    if (trip !== null && isNone(trip.open)) this.#open = null;
    if (target === null) return;
    const brought = step.stated.length > 0 ? step.stated : step.unknown === null ? [] : [step.unknown];
    for (const fill of brought) target.#receive(orderOf([fill], target.#ledger), fill, [fill.id], step);
    if (brought.length > 0 || trip === null || moved === null) return;
    // The trip keeps its name where it went as a whole.
    const id = trip.isEmpty ? trip.first.id : `${trip.first.id}:${step.id}`;
    const { account, instrument } = target.#input;
    const first: Fill = { ...trip.first, ...renameFill(instrument, trip.first), id, account };
    for (const lot of moved) target.#receive({ ...lot, side: trip.side, fills: [] }, first, trip.entryIds, step);
  }

  /** Shares that no trade brought: they are entered, or close what was sold before they came, on the day they came. */
  #receive(order: Order, first: Fill, ids: readonly string[], step: Pick<Step, 'id' | 'time' | 'second'>): void {
    const trip = this.#open;
    if (trip === null) {
      this.#begin(order, first).recordEntries(ids);
    } else if (trip.side === order.side) {
      trip.enter(order);
      trip.recordEntries(ids);
    } else {
      const quantity = this.#ledger.compactQuantity(order.quantity);
      const closing = {
        ...order,
        fills: [{ ...eventFill(step, first), id: ids[0] ?? first.id, account: this.#input.account, quantity }],
      };
      if (this.#ledger.compare(order.quantity, trip.open) < 0) trip.exit(closing);
      // What is left is a trip of its own: by its first fill it would have the name of the one it came from.
      else this.#flip(trip, closing, first)?.recordEntries(ids);
    }
  }
}

/** The same fill under the name its shares have now. */
function renameFill(instrument: string, { facts }: Fill): Pick<Fill, 'instrument' | 'facts'> {
  return { instrument, facts: instrumentFacts(instrument, facts.asset_class) };
}

/** The exit that an event stands for. */
function eventFill(step: Pick<Step, 'id' | 'time' | 'second'>, first: Fill): Fill {
  return { ...first, id: step.id, time: step.time, timeKnown: !isDateOnly(step.time), second: step.second - 1 };
}

/** What the new shares for one old one were worth; null where unknown. */
function worthOf({ price, newShares, oldShares }: StepOf<'exchange'>): Amount | null {
  return price === null ? null : prorate(price, newShares, oldShares);
}

/** An order that closes a position and opens the opposite one: both parts at its average price, fees in proportion. */
function cut(order: Order, closing: Shares, ledger: Ledger): [exit: Order, entry: Order] {
  const closers: Fill[] = [];
  const openers: Fill[] = [];
  let before: Shares = NONE;
  for (const fill of order.fills) {
    if (ledger.compare(before, closing) < 0) closers.push(fill);
    before = ledger.plus(before, ledger.quantityOf(fill.quantity));
    if (ledger.compare(before, closing) > 0) openers.push(fill);
  }
  const { side } = order;
  const [rest, prices]: [Parcel, Tally] = [{ ...order }, { ...order }];
  const exit = { ...ledger.take(rest, closing), ...ledger.takeAtAverage(prices, closing), side, fills: closers };
  const { quantity, value, fee } = rest;
  return [exit, { quantity, priced: prices.priced, value, fee, side, fills: openers }];
}
