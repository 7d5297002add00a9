import type { AssetClass, Direction, TripStatus } from '@zorivest/words';
import type { Step, StepOf } from '../events/index.ts';
import type { Fill, FillUnits } from '../executions/index.ts';
import { underlyingOf } from '../instruments/index.ts';
import { type Count, type Fixed, isNone, ONE } from '../money/index.ts';
import { isDateOnly } from '../time/index.ts';
import type { LotQueue, OpenLot } from './lot-queue.ts';
import type { Order } from './order.ts';

/** A position from the first fill that opened it to the one that brought it back to nothing. */
export interface RoundTrip {
  readonly id: string;
  readonly account_id: string;
  readonly instrument: string;
  readonly direction: Direction;
  readonly status: TripStatus;
  readonly entry_exec_ids: string[];
  readonly exit_exec_ids: string[];
  /** All that was ever opened, in today's units (after splits). */
  readonly quantity: number;
  readonly entry_avg_price: number;
  readonly exit_avg_price: number | null;
  /** Realised, before fees. */
  readonly gross_pnl: number;
  /** Fees of what is closed: the exits', and the entries' in proportion. */
  readonly commission: number;
  /** gross_pnl − commission. */
  readonly realized_pnl: number;
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly open_quantity: number;
  /** Fees already paid for what is still open. */
  readonly open_commission: number;
  /** Paid (long) or received (short) for what is still open, before fees, by the lots that are left. */
  readonly open_cost: number;
  readonly multiplier: number;
  readonly currency: string | null;
  readonly holding_period_seconds: number | null;
  readonly asset_class: AssetClass;
  /** What it is a claim on; the instrument itself where it is none. */
  readonly underlying: string;
  /** The order of the fill that opened it. */
  readonly order_id: string | null;
  /** False where only the day of the opening, or of the close, is known: `opened_at` and `closed_at` lie within it. */
  readonly opened_time_known: boolean;
  readonly closed_time_known: boolean;
  /** Each exit's own part of the result, in order, where there is more than one or the position is still open. */
  readonly exits: readonly Exit[] | null;
}

/** What one exit realised, after its fees and its share of the entries'. */
export interface Exit {
  readonly exec_id: string;
  readonly time: string;
  readonly time_known: boolean;
  readonly quantity: number;
  readonly pnl: number;
}

/** Every exit of a trip with its part of the result; together they are `realized_pnl`. */
export function exitsOf(trip: RoundTrip): readonly Exit[] {
  if (trip.exits !== null) return trip.exits;
  const exec_id = trip.exit_exec_ids.at(-1);
  if (exec_id === undefined || trip.closed_at === null) return [];
  const { closed_at: time, closed_time_known: time_known, quantity, realized_pnl: pnl } = trip;
  return [{ exec_id, time, time_known, quantity, pnl }];
}

/** A trip being built. Values are exact; rounding happens in `finish`. */
export class OpenTrip {
  instrument: string;
  readonly side: 1 | -1;
  readonly first: Fill;
  readonly lots: LotQueue;
  readonly #units: FillUnits;
  #entryIds: string[] = [];
  #exitIds: string[] = [];
  #open: Count = 0;
  #entered: Count = 0;
  #entryPriced: Count = 0;
  #exited: Count = 0;
  #exitPriced: Count = 0;
  #gross: Count = 0;
  #fees: Count = 0;
  #openFees: Count = 0;
  #openValue: Count = 0;
  #exits: Exit[] | null = null;
  /** In cents, of the exits recorded so far. */
  #recorded = 0;
  #last: Pick<Fill, 'id' | 'time' | 'timeKnown' | 'second'>;

  /** `lots` is an empty queue: the one of the position that was closed before, or a new one. */
  constructor(opener: Order, first: Fill, lots: LotQueue, units: FillUnits) {
    this.instrument = first.instrument;
    this.side = opener.side;
    this.first = first;
    this.#last = first;
    this.lots = lots;
    this.#units = units;
  }

  get open(): Count {
    return this.#open;
  }

  /** The fills that opened it, to name in a problem. */
  get entryIds(): readonly string[] {
    return this.#entryIds;
  }

  /** Nothing was ever traded in it here: all that came has gone elsewhere. */
  get isEmpty(): boolean {
    return isNone(this.#entered);
  }

  enter(order: Order): void {
    const { quantity, priced, value, fee } = this.#units;
    this.lots.add({ quantity: order.quantity, value: order.value, fee: order.fee });
    this.#open = quantity.plus(this.#open, order.quantity);
    this.#entered = quantity.plus(this.#entered, order.quantity);
    this.#entryPriced = priced.plus(this.#entryPriced, order.priced);
    this.#openFees = fee.plus(this.#openFees, order.fee);
    this.#openValue = value.plus(this.#openValue, order.value);
    this.#entryIds = withIds(this.#entryIds, order.fills);
  }

  /** The order's quantity is at most what is open. */
  exit(order: Order): void {
    const { quantity, priced, value, fee } = this.#units;
    const { value: taken, fee: takenFees } = this.#take(order.quantity);
    this.#open = quantity.minus(this.#open, order.quantity);
    this.#openValue = value.minus(this.#openValue, taken);
    this.#openFees = fee.minus(this.#openFees, takenFees);
    const gained = this.side === 1 ? value.minus(order.value, taken) : value.minus(taken, order.value);
    this.#gross = value.plus(this.#gross, gained);
    this.#fees = fee.plus(this.#fees, fee.plus(order.fee, takenFees));
    this.#exited = quantity.plus(this.#exited, order.quantity);
    this.#exitPriced = priced.plus(this.#exitPriced, order.priced);
    this.#exitIds = withIds(this.#exitIds, order.fills);
    for (const fill of order.fills) if (fill.second >= this.#last.second) this.#last = fill;
    // One exit that closes it all says nothing that the trip does not.
    if (!isNone(this.#open) || this.#exits !== null) this.#record(order);
  }

  /** Rounded as a running total, so that the exits together are the trip's result to the cent. */
  #record(order: Pick<Order, 'fills' | 'quantity'>): void {
    const { id, time, timeKnown } = order.fills.at(-1) ?? this.#last;
    const { quantity, net } = this.#units;
    const soFar = net.wholeCents(this.#units.lessFees(this.#gross, this.#fees));
    const pnl = (soFar - this.#recorded) / 100;
    this.#recorded = soFar;
    this.#exits ??= [];
    this.#exits.push({ exec_id: id, time, time_known: timeKnown, quantity: quantity.eighths(order.quantity), pnl });
  }

  /** Takes so much from the open lots, in their order: what it had cost, and its fees. */
  #take(closed: Count): Pick<Order, 'value' | 'fee'> {
    const units = this.#units;
    if (units.quantity.compare(closed, this.#open) === 0) {
      this.lots.clear();
      return { value: this.#openValue, fee: this.#openFees };
    }
    let left = closed;
    let value: Count = 0;
    let fee: Count = 0;
    while (!isNone(left)) {
      const lot = this.lots.next();
      if (units.quantity.compare(left, lot.quantity) >= 0) {
        value = units.value.plus(value, lot.value);
        fee = units.fee.plus(fee, lot.fee);
        left = units.quantity.minus(left, lot.quantity);
        this.lots.drop();
        continue;
      }
      const partValue = units.value.share(lot.value, left, lot.quantity, units.quantity);
      const partFee = units.fee.share(lot.fee, left, lot.quantity, units.quantity);
      value = units.value.plus(value, partValue);
      fee = units.fee.plus(fee, partFee);
      lot.quantity = units.quantity.minus(lot.quantity, left);
      lot.value = units.value.minus(lot.value, partValue);
      lot.fee = units.fee.minus(lot.fee, partFee);
      break;
    }
    return { value, fee };
  }

  rescale(newShares: Fixed, oldShares: Fixed): void {
    const { quantity } = this.#units;
    // The two are a ratio of bigints, whatever they are counted in.
    const scale = (count: Count): Count => quantity.share(count, newShares, oldShares, quantity);
    let open: Count = 0;
    this.lots.rescale((lot) => {
      lot.quantity = scale(lot.quantity);
      open = quantity.plus(open, lot.quantity);
    });
    this.#exited = scale(this.#exited);
    this.#entered = quantity.plus(this.#exited, open);
    this.#open = open;
  }

  /** The fills that opened what came without a trade. */
  entered(ids: readonly string[]): void {
    this.#entryIds = [...new Set([...this.#entryIds, ...ids])];
  }

  /** Money that comes back without a sale lowers what each lot cost; what is more than that is realised. */
  returnCapital(perShare: Fixed, step: Occasion): void {
    const { quantity } = this.#units;
    this.#reprice(step, (lot, value) => lessened(value, perShare * quantity.fine(lot.quantity), 0n));
  }

  /** Cash beside new shares: a gain is realised up to the cash, a loss is not. */
  payCash(step: StepOf<'exchange'>): void {
    const { quantity } = this.#units;
    this.#reprice(step, (lot, value) => {
      const held = quantity.fine(lot.quantity);
      const cash = step.cash * held;
      const worth = step.price === null ? 0n : step.price * ((held * step.newShares) / step.oldShares);
      const gain = worth + cash - value;
      // Whoever is short pays the cash, and realises nothing by it.
      const isRealised = this.side === 1 && step.price !== null && gain > 0n;
      return lessened(value, cash, isRealised ? (gain < cash ? gain : cash) : 0n);
    });
  }

  /** What a spin-off gives: new shares for those held, and their part of what they cost. */
  allocate(step: StepOf<'spin_off'>): OpenLot {
    const { quantity, value, fee } = this.#units;
    const given: OpenLot = { quantity: 0, value: 0, fee: 0 };
    this.lots.rescale((lot) => {
      const partValue = value.share(lot.value, step.allocation, ONE, quantity);
      const partFee = fee.share(lot.fee, step.allocation, ONE, quantity);
      const shares = quantity.share(lot.quantity, step.newShares, step.oldShares, quantity);
      lot.value = value.minus(lot.value, partValue);
      lot.fee = fee.minus(lot.fee, partFee);
      given.quantity = quantity.plus(given.quantity, shares);
      given.value = value.plus(given.value, partValue);
      given.fee = fee.plus(given.fee, partFee);
    });
    this.#openValue = value.minus(this.#openValue, given.value);
    this.#openFees = fee.minus(this.#openFees, given.fee);
    return given;
  }

  /** Takes so much out without a sale, or all where it is less: the lots that go. */
  leave(asked: Count): OpenLot[] {
    const { quantity, priced, value, fee } = this.#units;
    let left = quantity.least(asked, this.#open);
    const gone: OpenLot[] = [];
    while (!isNone(left)) {
      const lot = this.lots.next();
      const isWhole = quantity.compare(left, lot.quantity) >= 0;
      const part: OpenLot = isWhole
        ? { ...lot }
        : {
            quantity: left,
            value: value.share(lot.value, left, lot.quantity, quantity),
            fee: fee.share(lot.fee, left, lot.quantity, quantity),
          };
      if (isWhole) this.lots.drop();
      lot.quantity = quantity.minus(lot.quantity, part.quantity);
      lot.value = value.minus(lot.value, part.value);
      lot.fee = fee.minus(lot.fee, part.fee);
      left = quantity.minus(left, part.quantity);
      const itsPrice = this.pricedOf(part);
      this.#entryPriced = priced.minus(this.#entryPriced, itsPrice);
      this.#entered = quantity.minus(this.#entered, part.quantity);
      this.#open = quantity.minus(this.#open, part.quantity);
      this.#openValue = value.minus(this.#openValue, part.value);
      this.#openFees = fee.minus(this.#openFees, part.fee);
      gone.push(part);
    }
    return gone;
  }

  /** At the average price of all entries. */
  pricedOf(lot: Pick<OpenLot, 'quantity'>): Count {
    const { quantity, priced } = this.#units;
    return isNone(this.#entered)
      ? priced.product(lot.quantity, quantity, this.#averagePaid(), this.#units.price)
      : priced.share(this.#entryPriced, lot.quantity, this.#entered, quantity);
  }

  #averagePaid(): Count {
    return this.#units.price.count(this.first.price);
  }

  /** Gives each lot another value, exact in 1e-24, and realises what is left over. */
  #reprice(step: Occasion, change: (lot: OpenLot, value: bigint) => Repriced): void {
    const { value } = this.#units;
    let [open, realised] = [0n, 0n];
    this.lots.rescale((lot) => {
      const changed = change(lot, value.fine(lot.value));
      lot.value = changed.value;
      open += changed.value;
      realised += changed.realised;
    });
    this.#openValue = open;
    if (realised === 0n) return;
    this.#gross = value.plus(this.#gross, this.side === 1 ? realised : -realised);
    const fill = {
      ...this.first,
      id: step.id,
      time: step.time,
      timeKnown: !isDateOnly(step.time),
      second: step.second,
    };
    this.#record({ fills: [fill], quantity: 0 });
  }

  finish(): RoundTrip {
    const { quantity, priced, value, fee, multiplier, net } = this.#units;
    const untouched = isNone(this.#exited);
    const status = isNone(this.#open) ? 'closed' : untouched ? 'open' : 'partial';
    return {
      id: `rt-${this.first.id}`,
      account_id: this.first.account,
      instrument: this.instrument,
      direction: this.side === 1 ? 'long' : 'short',
      status,
      entry_exec_ids: this.#entryIds,
      exit_exec_ids: this.#exitIds,
      quantity: quantity.eighths(this.#entered),
      entry_avg_price: priced.average(this.#entryPriced, this.#entered, quantity),
      exit_avg_price: untouched ? null : priced.average(this.#exitPriced, this.#exited, quantity),
      gross_pnl: value.cents(this.#gross),
      commission: fee.cents(this.#fees),
      realized_pnl: net.cents(this.#units.lessFees(this.#gross, this.#fees)),
      opened_at: this.first.time,
      closed_at: status === 'closed' ? this.#last.time : null,
      open_quantity: quantity.eighths(this.#open),
      open_commission: fee.cents(this.#openFees),
      open_cost: value.cents(this.#openValue),
      multiplier: multiplier.eighths(multiplier.count(this.first.multiplier)),
      currency: this.first.currency ?? null,
      holding_period_seconds: status === 'closed' ? this.#last.second - this.first.second : null,
      asset_class: this.first.facts.asset_class,
      underlying:
        this.instrument === this.first.instrument ? this.first.facts.underlying : underlyingOf(this.instrument),
      order_id: this.first.order ?? null,
      opened_time_known: this.first.timeKnown,
      closed_time_known: this.#last.timeKnown,
      exits: this.#exits,
    };
  }
}

/** When and by what something was realised. */
type Occasion = Pick<Step, 'id' | 'time' | 'second'>;

interface Repriced {
  readonly value: bigint;
  readonly realised: bigint;
}

/** A value less what was paid, with what is realised of it; below nothing it cannot fall. */
function lessened(value: bigint, paid: bigint, realised: bigint): Repriced {
  const left = value - paid + realised;
  return left >= 0n ? { value: left, realised } : { value: 0n, realised: realised - left };
}

/** Most trips have one entry and one exit: their lists are made to measure, for a list that grows leaves room for more. */
function withIds(ids: string[], fills: readonly Fill[]): string[] {
  if (ids.length === 0) return fills.map((fill) => fill.id);
  for (const fill of fills) ids.push(fill.id);
  return ids;
}
