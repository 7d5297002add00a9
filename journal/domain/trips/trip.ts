import type { Fill } from '../executions/index.ts';
import {
  cents,
  centsOfProduct,
  divideRounded,
  eighths,
  eighthsOfQuotient,
  type Fixed,
  least,
  ONE,
  prorate,
} from '../money/index.ts';
import type { LotQueue } from './lot-queue.ts';
import type { Order } from './order.ts';

/** A position from the first fill that opened it to the one that brought it back to nothing. */
export interface RoundTrip {
  readonly id: string;
  readonly account_id: string;
  readonly instrument: string;
  readonly direction: 'long' | 'short';
  readonly status: 'open' | 'closed' | 'partial';
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
}

/** A trip being built. Values are exact; rounding happens in `finish`. */
export class OpenTrip {
  instrument: string;
  readonly side: 1 | -1;
  readonly first: Fill;
  readonly lots: LotQueue;
  readonly #entryIds: string[] = [];
  readonly #exitIds: string[] = [];
  #entered: Fixed = 0n;
  #entryPriced = 0n;
  #exited: Fixed = 0n;
  #exitPriced = 0n;
  #gross = 0n;
  #fees: Fixed = 0n;
  #openFees: Fixed = 0n;
  #openValue = 0n;
  #last: { readonly time: string; readonly second: number };

  /** `lots` is an empty queue: the one of the position that was closed before, or a new one. */
  constructor(opener: Order, first: Fill, lots: LotQueue) {
    this.instrument = first.instrument;
    this.side = opener.side;
    this.first = first;
    this.#last = first;
    this.lots = lots;
  }

  get open(): Fixed {
    return this.#entered - this.#exited;
  }

  /** The fills that opened it, to name in a problem. */
  get entryIds(): readonly string[] {
    return this.#entryIds;
  }

  enter(order: Order): void {
    this.lots.add({ quantity: order.quantity, value: order.value, fee: order.fee });
    this.#entered += order.quantity;
    this.#entryPriced += order.priced;
    this.#openFees += order.fee;
    this.#openValue += order.value;
    for (const fill of order.fills) this.#entryIds.push(fill.id);
  }

  /** The order's quantity is at most what is open. */
  exit(order: Order): void {
    let left = order.quantity;
    let taken = 0n;
    let fees = order.fee;
    while (left > 0n) {
      const lot = this.lots.next();
      const part = least(left, lot.quantity);
      if (part === lot.quantity) {
        taken += lot.value;
        fees += lot.fee;
        this.#openFees -= lot.fee;
        this.lots.drop();
      } else {
        const value = prorate(lot.value, part, lot.quantity);
        const fee = prorate(lot.fee, part, lot.quantity);
        taken += value;
        fees += fee;
        this.#openFees -= fee;
        lot.quantity -= part;
        lot.value -= value;
        lot.fee -= fee;
      }
      left -= part;
    }
    this.#openValue -= taken;
    this.#gross += this.side === 1 ? order.value - taken : taken - order.value;
    this.#fees += fees;
    this.#exited += order.quantity;
    this.#exitPriced += order.priced;
    for (const fill of order.fills) {
      this.#exitIds.push(fill.id);
      if (fill.second >= this.#last.second) this.#last = fill;
    }
  }

  rescale(newShares: Fixed, oldShares: Fixed): void {
    const scale = (quantity: Fixed): Fixed => divideRounded(quantity * newShares, oldShares);
    let left = 0n;
    this.lots.rescale((lot) => {
      lot.quantity = scale(lot.quantity);
      left += lot.quantity;
    });
    this.#exited = scale(this.#exited);
    this.#entered = this.#exited + left;
  }

  finish(): RoundTrip {
    const open = this.open;
    const status = open === 0n ? 'closed' : this.#exited === 0n ? 'open' : 'partial';
    return {
      id: `rt-${this.first.id}`,
      account_id: this.first.account,
      instrument: this.instrument,
      direction: this.side === 1 ? 'long' : 'short',
      status,
      entry_exec_ids: this.#entryIds,
      exit_exec_ids: this.#exitIds,
      quantity: eighths(this.#entered),
      entry_avg_price: eighthsOfQuotient(this.#entryPriced, this.#entered),
      exit_avg_price: this.#exited === 0n ? null : eighthsOfQuotient(this.#exitPriced, this.#exited),
      gross_pnl: centsOfProduct(this.#gross),
      commission: cents(this.#fees),
      realized_pnl: centsOfProduct(this.#gross - this.#fees * ONE),
      opened_at: this.first.time,
      closed_at: status === 'closed' ? this.#last.time : null,
      open_quantity: eighths(open),
      open_commission: cents(this.#openFees),
      open_cost: centsOfProduct(this.#openValue),
      multiplier: eighths(this.first.multiplier),
      currency: this.first.currency ?? null,
      holding_period_seconds: status === 'closed' ? this.#last.second - this.first.second : null,
    };
  }
}
