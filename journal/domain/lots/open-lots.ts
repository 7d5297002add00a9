// The open lots of one account in one instrument while its executions are read in order.

import type { Fill } from '../executions/index.ts';
import { type Fixed, least, prorate } from '../money/index.ts';
import { type Cents, shareOfCents } from './cents.ts';
import { inRankedOrder, inSaleOrder, type LotMethod, needsPrice, type Rankable } from './order.ts';

/** What is left of one opening execution: bought shares and their basis, or shares sold short and their proceeds. */
export interface OpenLot extends Rankable {
  readonly fill: Fill;
  readonly side: 1 | -1;
  quantity: Fixed;
  /** Basis when bought, proceeds when sold short. */
  cost: Cents;
}

export interface TakenPart {
  readonly lot: OpenLot;
  readonly quantity: Fixed;
  readonly cost: Cents;
}

/** How a closing execution is to be matched. */
export interface Closing {
  readonly quantity: Fixed;
  readonly day: number;
  readonly price: Fixed;
  /** With `specific_id`: ids of the opening executions, in order. */
  readonly named: readonly string[];
}

export class OpenLots {
  #lots: OpenLot[] = [];
  /** Lots before this are used up; first in first out then needs no copying. */
  #head = 0;
  readonly #method: LotMethod;

  constructor(method: LotMethod) {
    this.#method = method;
  }

  /** +1 while long, −1 while short, 0 when flat. */
  get side(): 1 | -1 | 0 {
    return this.#lots[this.#head]?.side ?? 0;
  }

  get all(): readonly OpenLot[] {
    return this.#lots.slice(this.#head);
  }

  add(lot: OpenLot): void {
    this.#lots.push(lot);
  }

  /** A split: more or fewer shares, the same basis. */
  rescale(newShares: Fixed, oldShares: Fixed): void {
    for (const lot of this.all) lot.quantity = prorate(lot.quantity, newShares, oldShares);
  }

  /** Takes up to the closing quantity; less when there is not as much. */
  take(closing: Closing): TakenPart[] {
    if (this.#method === 'avg_cost' && this.side === 1) this.#average();
    const taken: TakenPart[] = [];
    let wanted = closing.quantity;
    const ordered = this.#ordered(closing);
    // First in first out walks the list itself; the other orders are copies of it.
    for (let at = ordered === this.#lots ? this.#head : 0; wanted > 0n && at < ordered.length; at += 1) {
      const lot = ordered[at];
      if (lot === undefined || lot.quantity === 0n) continue;
      const quantity = least(lot.quantity, wanted);
      const cost = shareOfCents(lot.cost, quantity, lot.quantity);
      lot.quantity -= quantity;
      lot.cost -= cost;
      wanted -= quantity;
      taken.push({ lot, quantity, cost });
    }
    this.#tidy(ordered === this.#lots);
    return taken;
  }

  #ordered(closing: Closing): readonly OpenLot[] {
    // Covering a short sale is matched first in first out; the methods are about shares owned.
    if (this.#method === 'fifo' || this.#method === 'avg_cost' || this.side === -1) return this.#lots;
    const open = this.all;
    if (this.#method === 'specific_id') {
      const named = closing.named.flatMap((id) => open.filter(({ fill }) => fill.id === id));
      return [...named, ...open.filter((lot) => !named.includes(lot))];
    }
    return needsPrice(this.#method)
      ? inRankedOrder(open, this.#method, closing.day, closing.price)
      : inSaleOrder(open, this.#method);
  }

  #average(): void {
    const open = this.all;
    const shares = open.reduce((sum, lot) => sum + lot.quantity, 0n);
    let left = open.reduce((sum, lot) => sum + lot.cost, 0);
    let sharesLeft = shares;
    for (const lot of open) {
      lot.cost = shareOfCents(left, lot.quantity, sharesLeft);
      left -= lot.cost;
      sharesLeft -= lot.quantity;
    }
  }

  #tidy(inOrder: boolean): void {
    if (!inOrder) {
      this.#lots = this.#lots.slice(this.#head).filter((lot) => lot.quantity > 0n);
      this.#head = 0;
      return;
    }
    while (this.#lots[this.#head]?.quantity === 0n) this.#head += 1;
    if (this.#head === this.#lots.length || this.#head > 1024) {
      this.#lots = this.#lots.slice(this.#head);
      this.#head = 0;
    }
  }
}
