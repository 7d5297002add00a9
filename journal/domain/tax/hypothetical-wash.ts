// The wash-sale rules run on lots as they would be after a sale that is only being thought about.

import type { Day } from '../calendar/day.ts';
import { parseDay } from '../calendar/day.ts';
import type { Lot } from '../lots/lot.ts';
import { type Fixed, parseFixed } from '../money/index.ts';
import type { WashSaleOptions } from '../wash/identical.ts';
import { WINDOW_DAYS } from '../wash/pool.ts';
import { washSales } from '../wash/wash-sales.ts';

export interface HypotheticalWash {
  /** By lot id. */
  readonly disallowed: ReadonlyMap<string, Fixed>;
  readonly total: Fixed;
  /** The first day on which the purchases that wash the sale now would no longer; null when none does. */
  readonly clearDay: Day | null;
}

/** `sold`: the ids of the lots the sale would close. */
export function hypotheticalWash(
  lots: readonly Lot[],
  sold: readonly string[],
  options: WashSaleOptions | undefined,
): HypotheticalWash {
  const asked = new Set(sold);
  const disallowed = new Map<string, Fixed>();
  let total = 0n;
  let clearDay: Day | null = null;
  for (const { loss_lot, disallowed_loss, replaced_on } of washSales(lots, options).wash_sales) {
    if (!asked.has(loss_lot)) continue;
    const amount = parseFixed(disallowed_loss) ?? 0n;
    disallowed.set(loss_lot, (disallowed.get(loss_lot) ?? 0n) + amount);
    total += amount;
    clearDay = Math.max(clearDay ?? -Infinity, (parseDay(replaced_on) ?? 0) + WINDOW_DAYS + 1);
  }
  return { disallowed, total, clearDay };
}
