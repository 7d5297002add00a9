// The open lots of one position, in the order a closing fill takes them.

import type { LotMethod } from '@zorivest/vocabulary';
import type { Ledger, Parcel } from '../ledger/index.ts';

export const TRIP_METHODS = ['fifo', 'lifo', 'hifo'] as const satisfies readonly LotMethod[];
export type TripMethod = (typeof TRIP_METHODS)[number];

/** What one opening order still holds. */
export type OpenLot = Parcel;

export interface LotQueue {
  readonly size: number;
  add(lot: OpenLot): void;
  /** The lot to take from next; the queue is not empty. */
  next(): OpenLot;
  /** The next lot is used up. */
  drop(): void;
  /** All lots are used up. */
  clear(): void;
  /** A split changes every lot's quantity and leaves the value alone. */
  rescale(change: (lot: OpenLot) => void): void;
}

export function lotQueue(method: TripMethod, ledger: Ledger): LotQueue {
  return method === 'fifo' ? new FirstIn() : method === 'lifo' ? new LastIn() : new HighestIn(ledger);
}

class FirstIn implements LotQueue {
  #lots: OpenLot[] = [];
  #head = 0;

  get size(): number {
    return this.#lots.length - this.#head;
  }
  add(lot: OpenLot): void {
    this.#lots.push(lot);
  }
  next(): OpenLot {
    return requireLot(this.#lots[this.#head]);
  }
  drop(): void {
    this.#head += 1;
    if (this.#head === this.#lots.length) this.#lots.length = 0;
    else if (this.#head > 1024) this.#lots = this.#lots.slice(this.#head);
    else return;
    this.#head = 0;
  }
  clear(): void {
    this.#lots.length = 0;
    this.#head = 0;
  }
  rescale(change: (lot: OpenLot) => void): void {
    for (let i = this.#head; i < this.#lots.length; i += 1) change(requireLot(this.#lots[i]));
  }
}

class LastIn implements LotQueue {
  readonly #lots: OpenLot[] = [];

  get size(): number {
    return this.#lots.length;
  }
  add(lot: OpenLot): void {
    this.#lots.push(lot);
  }
  next(): OpenLot {
    return requireLot(this.#lots.at(-1));
  }
  drop(): void {
    this.#lots.pop();
  }
  clear(): void {
    this.#lots.length = 0;
  }
  rescale(change: (lot: OpenLot) => void): void {
    for (const lot of this.#lots) change(lot);
  }
}

interface RankedLot {
  readonly lot: OpenLot;
  /** Of one share. */
  readonly price: bigint;
  readonly arrival: number;
}

/** A binary heap: highest price first, the older lot among equals. */
class HighestIn implements LotQueue {
  readonly #ledger: Ledger;
  #heap: RankedLot[] = [];
  #arrivals = 0;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  get size(): number {
    return this.#heap.length;
  }
  add(lot: OpenLot): void {
    this.#heap.push({ lot, price: this.#ledger.unitCost(lot), arrival: this.#arrivals });
    this.#arrivals += 1;
    let at = this.#heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#before(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }
  next(): OpenLot {
    return requireLot(this.#heap[0]).lot;
  }
  drop(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      let first = at;
      if (left < this.#heap.length && this.#before(left, first)) first = left;
      if (left + 1 < this.#heap.length && this.#before(left + 1, first)) first = left + 1;
      if (first === at) return;
      this.#swap(at, first);
      at = first;
    }
  }
  clear(): void {
    this.#heap.length = 0;
  }
  rescale(change: (lot: OpenLot) => void): void {
    // One ratio for all lots: their order by price stays as it is, so the heap does too.
    this.#heap = this.#heap.map(({ lot, arrival }) => {
      change(lot);
      return { lot, price: this.#ledger.unitCost(lot), arrival };
    });
  }
  #before(i: number, j: number): boolean {
    const a = requireLot(this.#heap[i]);
    const b = requireLot(this.#heap[j]);
    return a.price > b.price || (a.price === b.price && a.arrival < b.arrival);
  }
  #swap(i: number, j: number): void {
    const a = requireLot(this.#heap[i]);
    this.#heap[i] = requireLot(this.#heap[j]);
    this.#heap[j] = a;
  }
}

/** An index the queue itself keeps inside its bounds. */
function requireLot<T>(value: T | undefined): T {
  if (value === undefined) throw new RangeError('the lot queue is empty');
  return value;
}
