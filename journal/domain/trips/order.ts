import type { Fill } from '../executions/index.ts';
import type { Ledger, Parcel, Tally } from '../ledger/index.ts';

/** The fills of one order taken as one: bought or sold at their volume-weighted average price. */
export interface Order extends Parcel, Tally {
  readonly side: 1 | -1;
  readonly fills: readonly Fill[];
}

/**
 * Sorted fills of one instrument, the fills of an order merged. Merging stops where the side changes: an order that continues
 * after the position was traded the other way has by then become part of another story.
 */
export function mergeOrders(fills: readonly Fill[], ledger: Ledger): Order[] {
  const orders: Order[] = [];
  let start = 0;
  while (start < fills.length) {
    let end = start + 1;
    while (end < fills.length && fills[end]?.side === fills[start]?.side) end += 1;
    mergeRun(fills, start, end, ledger, orders);
    start = end;
  }
  return orders;
}

/** The fills from `start` to before `end` are all of one side. */
function mergeRun(fills: readonly Fill[], start: number, end: number, ledger: Ledger, orders: Order[]): void {
  const first = fills[start];
  const second = end - start === 2 ? fills[start + 1] : undefined;
  if (first !== undefined && end - start <= 2) {
    // Most runs are this short; a map for each would cost more than the matching.
    if (second === undefined) orders.push(orderOf([first], ledger));
    else if (first.order !== undefined && first.order === second.order) orders.push(orderOf([first, second], ledger));
    else orders.push(orderOf([first], ledger), orderOf([second], ledger));
    return;
  }
  const byOrder = new Map<string | Fill, Fill[]>();
  for (const fill of fills.slice(start, end)) {
    const key = fill.order ?? fill;
    const together = byOrder.get(key);
    if (together === undefined) byOrder.set(key, [fill]);
    else together.push(fill);
  }
  for (const together of byOrder.values()) orders.push(orderOf(together, ledger));
}

/** There is at least one fill. */
export function orderOf(fills: readonly Fill[], ledger: Ledger): Order {
  const { quantity, priced, value, fee } = ledger.parcelOf(fills);
  return { side: fills[0]?.side ?? 1, fills, quantity, priced, value, fee };
}
