import type { AssetClass, Direction, TripStatus } from '@zorivest/words';
import type { Fill, FillUnits } from '../executions/index.ts';
import { underlyingOf } from '../instruments/index.ts';
import { type Count, type Fixed, isNone } from '../money/index.ts';
import type { LotQueue } from './lot-queue.ts';
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
  #record(order: Order): void {
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

/** Most trips have one entry and one exit: their lists are made to measure, for a list that grows leaves room for more. */
function withIds(ids: string[], fills: readonly Fill[]): string[] {
  if (ids.length === 0) return fills.map((fill) => fill.id);
  for (const fill of fills) ids.push(fill.id);
  return ids;
}
