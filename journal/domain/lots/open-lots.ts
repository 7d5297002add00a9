// The open lots of one account in one instrument while its executions are read in order.

import type { LotMethod } from '@zorivest/vocabulary';
import type { Day } from '../calendar/day.ts';
import type { Fill } from '../executions/index.ts';
import { type Ledger, type Shares } from '../ledger/index.ts';
import {
  addCents,
  type Cents,
  type Compact,
  expandAmount,
  isNone,
  NO_CENTS,
  type Quantity,
  subtractCents,
} from '../money/index.ts';
import { inRankedOrder, inSaleOrder, needsPrice } from './order.ts';

/** What is left of one opening execution: bought shares and their basis, or shares sold short and their proceeds. */
export interface OpenLot {
  readonly fill: Fill;
  readonly side: 1 | -1;
  readonly acquired: Day;
  readonly acquiredAt: number;
  quantity: Shares;
  /** Basis when bought, proceeds when sold short. */
  cost: Cents;
  /** The purchase it is part of, where it has left the account that made it. */
  readonly group?: string | undefined;
  /** Came in exchange for other shares: that is no purchase, so it cannot replace what was sold at a loss. */
  readonly isExchanged?: boolean;
  /** Accounts it lay in before. */
  readonly former?: readonly string[];
}

export interface TakenLotPart {
  readonly lot: OpenLot;
  readonly quantity: Shares;
  readonly cost: Cents;
}

/** How a closing execution is to be matched. */
export interface Closing {
  readonly quantity: Shares;
  readonly day: Day;
  readonly price: Compact<'amount'>;
  readonly method: LotMethod;
  /** With `specific_id`: ids of the opening executions, in order. */
  readonly named: readonly string[];
}

export class OpenLots {
  #lots: OpenLot[] = [];
  /** Lots before this are used up; first in first out then needs no copying. */
  #head = 0;
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
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

  /** Among the others by when it was acquired. */
  insert(lot: OpenLot): void {
    let at = this.#lots.length;
    while (at > this.#head && (this.#lots[at - 1]?.acquiredAt ?? 0) > lot.acquiredAt) at -= 1;
    this.#lots.splice(at, 0, lot);
  }

  /** Leaves nothing. */
  takeAll(): OpenLot[] {
    const lots = this.#lots.slice(this.#head);
    this.#lots = [];
    this.#head = 0;
    return lots;
  }

  /** A split: more or fewer shares, the same basis. */
  rescale(newShares: Quantity, oldShares: Quantity): void {
    for (const lot of this.all) lot.quantity = this.#ledger.scaleQuantity(lot.quantity, newShares, oldShares);
  }

  /** Takes up to the closing quantity; less when there is not as much. */
  take(closing: Closing): TakenLotPart[] {
    if (closing.method === 'avg_cost' && this.side === 1) this.#average();
    const ledger = this.#ledger;
    const taken: TakenLotPart[] = [];
    let wanted = closing.quantity;
    const ordered = this.#orderLots(closing);
    // First in first out walks the list itself; the other orders are copies of it.
    for (let at = ordered === this.#lots ? this.#head : 0; !isNone(wanted) && at < ordered.length; at += 1) {
      const lot = ordered[at];
      if (lot === undefined || isNone(lot.quantity)) continue;
      const quantity = ledger.least(lot.quantity, wanted);
      const cost = ledger.centsOfPart(lot.cost, quantity, lot.quantity);
      lot.quantity = ledger.minus(lot.quantity, quantity);
      lot.cost = subtractCents(lot.cost, cost);
      wanted = ledger.minus(wanted, quantity);
      taken.push({ lot, quantity, cost });
    }
    this.#tidy(ordered === this.#lots);
    return taken;
  }

  #orderLots(closing: Closing): readonly OpenLot[] {
    const { method } = closing;
    // Covering a short sale is matched first in first out; the methods are about shares owned.
    if (method === 'fifo' || method === 'avg_cost' || this.side === -1) return this.#lots;
    const open = this.all;
    if (method === 'specific_id') {
      const named = closing.named.flatMap((id) => open.filter(({ fill }) => fill.id === id));
      return [...named, ...open.filter((lot) => !named.includes(lot))];
    }
    const rankable = open.map((lot) => ({
      lot,
      acquired: lot.acquired,
      acquiredAt: lot.acquiredAt,
      quantity: this.#ledger.exactQuantity(lot.quantity),
      cost: lot.cost,
      multiplier: expandAmount(lot.fill.multiplier),
    }));
    const inOrder = needsPrice(method)
      ? inRankedOrder(rankable, method, closing.day, expandAmount(closing.price))
      : inSaleOrder(rankable, method);
    return inOrder.map(({ lot }) => lot);
  }

  /** All that is open. */
  get total(): Shares {
    return this.#ledger.total(this.all);
  }

  #average(): void {
    const ledger = this.#ledger;
    const open = this.all;
    let left = open.reduce((sum, lot) => addCents(sum, lot.cost), NO_CENTS);
    let sharesLeft = this.total;
    for (const lot of open) {
      lot.cost = ledger.centsOfPart(left, lot.quantity, sharesLeft);
      left = subtractCents(left, lot.cost);
      sharesLeft = ledger.minus(sharesLeft, lot.quantity);
    }
  }

  #tidy(inOrder: boolean): void {
    if (!inOrder) {
      this.#lots = this.#lots.slice(this.#head).filter((lot) => !isNone(lot.quantity));
      this.#head = 0;
      return;
    }
    for (let lot = this.#lots[this.#head]; lot !== undefined && isNone(lot.quantity); lot = this.#lots[this.#head])
      this.#head += 1;
    if (this.#head === this.#lots.length || this.#head > 1024) {
      this.#lots = this.#lots.slice(this.#head);
      this.#head = 0;
    }
  }
}
