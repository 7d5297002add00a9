import type { Fill, FillUnits } from '../executions/index.ts';
import type { Count } from '../money/index.ts';

/** The fills of one order taken as one: bought or sold at their volume-weighted average price. */
export interface Order {
  readonly side: 1 | -1;
  readonly fills: readonly Fill[];
  readonly quantity: Count;
  /** Σ quantity × price. */
  readonly priced: Count;
  /** Σ quantity × price × multiplier. */
  readonly value: Count;
  readonly fee: Count;
}

/**
 * Sorted fills of one instrument, the fills of an order merged. Merging stops where the side changes: an order that goes on
 * after the position was traded the other way has by then become part of another story.
 */
export function mergeOrders(fills: readonly Fill[], units: FillUnits): Order[] {
  const orders: Order[] = [];
  let start = 0;
  while (start < fills.length) {
    let end = start + 1;
    while (end < fills.length && fills[end]?.side === fills[start]?.side) end += 1;
    mergeRun(fills, start, end, units, orders);
    start = end;
  }
  return orders;
}

/** The fills from `start` to before `end` are all of one side. */
function mergeRun(fills: readonly Fill[], start: number, end: number, units: FillUnits, orders: Order[]): void {
  const first = fills[start];
  const second = end - start === 2 ? fills[start + 1] : undefined;
  if (first !== undefined && end - start <= 2) {
    // Most runs are this short; a map for each would cost more than the matching.
    if (second === undefined) orders.push(orderOf([first], units));
    else if (first.order !== undefined && first.order === second.order) orders.push(orderOf([first, second], units));
    else orders.push(orderOf([first], units), orderOf([second], units));
    return;
  }
  const byOrder = new Map<string | Fill, Fill[]>();
  for (const fill of fills.slice(start, end)) {
    const key = fill.order ?? fill;
    const together = byOrder.get(key);
    if (together === undefined) byOrder.set(key, [fill]);
    else together.push(fill);
  }
  for (const together of byOrder.values()) orders.push(orderOf(together, units));
}

/** There is at least one fill. */
export function orderOf(fills: readonly Fill[], units: FillUnits): Order {
  let quantity: Count = 0;
  let priced: Count = 0;
  let value: Count = 0;
  let fee: Count = 0;
  for (const fill of fills) {
    const filled = units.quantity.count(fill.quantity);
    const product = units.pricedOf(filled, units.price.count(fill.price));
    quantity = units.quantity.plus(quantity, filled);
    priced = units.priced.plus(priced, product);
    value = units.value.plus(value, units.valueOf(product, units.multiplier.count(fill.multiplier)));
    fee = units.fee.plus(fee, units.fee.count(fill.fee));
  }
  return { side: fills[0]?.side ?? 1, fills, quantity, priced, value, fee };
}
