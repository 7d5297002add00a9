import type { Fill } from '../executions/index.ts';
import { type Fixed, ONE } from '../money/index.ts';

/** The fills of one order taken as one: bought or sold at their volume-weighted average price. */
export interface Order {
  readonly side: 1 | -1;
  readonly fills: readonly Fill[];
  readonly quantity: Fixed;
  /** Σ quantity × price, in 1e-24. */
  readonly priced: bigint;
  /** Σ quantity × price × multiplier, in 1e-24. */
  readonly value: bigint;
  readonly fee: Fixed;
}

/**
 * Sorted fills of one instrument, the fills of an order merged. Merging stops where the side changes: an order that goes on
 * after the position was traded the other way has by then become part of another story.
 */
export function mergeOrders(fills: readonly Fill[]): Order[] {
  const orders: Order[] = [];
  let start = 0;
  while (start < fills.length) {
    let end = start + 1;
    while (end < fills.length && fills[end]?.side === fills[start]?.side) end += 1;
    mergeRun(fills, start, end, orders);
    start = end;
  }
  return orders;
}

/** The fills from `start` to before `end` are all of one side. */
function mergeRun(fills: readonly Fill[], start: number, end: number, orders: Order[]): void {
  const first = fills[start];
  const second = end - start === 2 ? fills[start + 1] : undefined;
  if (first !== undefined && end - start <= 2) {
    // Most runs are this short; a map for each would cost more than the matching.
    if (second === undefined) orders.push(asOrder([first], first));
    else if (first.order !== undefined && first.order === second.order) orders.push(asOrder([first, second], first));
    else orders.push(asOrder([first], first), asOrder([second], second));
    return;
  }
  const byOrder = new Map<string | Fill, Fill[]>();
  for (const fill of fills.slice(start, end)) {
    const key = fill.order ?? fill;
    const together = byOrder.get(key);
    if (together === undefined) byOrder.set(key, [fill]);
    else together.push(fill);
  }
  for (const together of byOrder.values()) if (together[0] !== undefined) orders.push(asOrder(together, together[0]));
}

function asOrder(fills: readonly Fill[], first: Fill): Order {
  let quantity = 0n;
  let priced = 0n;
  let value = 0n;
  let fee = 0n;
  for (const fill of fills) {
    const product = fill.quantity * fill.price;
    quantity += fill.quantity;
    priced += product;
    value += fill.multiplier === ONE ? product : (product * fill.multiplier) / ONE;
    fee += fill.fee;
  }
  return { side: first.side, fills, quantity, priced, value, fee };
}
