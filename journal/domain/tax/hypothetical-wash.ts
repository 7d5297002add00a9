// The wash-sale rules run on lots as they would be after a sale that is only being thought about.

import type { Day } from '../calendar/day.ts';
import { parseMoment } from '../calendar/trade-date.ts';
import type { Lot } from '../lots/lot.ts';
import { type Amount, isPositive, NO_AMOUNT, parseAmount, plus } from '../money/index.ts';
import type { WashSaleOptions } from '../wash/identical.ts';
import { WINDOW_DAYS } from '../wash/pool.ts';
import { washSales } from '../wash/wash-sales.ts';

/** What closes the lots of a sale that has not been made: they are sold together, so none of them replaces another. */
export const THE_SALE = 'the sale asked about';

export const LATER_PURCHASES =
  'From its clear date on the purchases known now would leave nothing of the loss disallowed; ' +
  'buying the same security up to 30 days after the sale, in any account, may still wash it.';

export interface HypotheticalWash {
  /** By lot id. */
  readonly disallowed: ReadonlyMap<string, Amount>;
  readonly total: Amount;
}

/** `sold`: the ids of the lots the sale would close. */
export function hypotheticalWash(
  lots: readonly Lot[],
  sold: readonly string[],
  options: WashSaleOptions | undefined,
): HypotheticalWash {
  const asked = new Set(sold);
  const disallowed = new Map<string, Amount>();
  let total = NO_AMOUNT;
  for (const { loss_lot, disallowed_loss } of washSales(lots, options).wash_sales) {
    if (!asked.has(loss_lot)) continue;
    const amount = parseAmount(disallowed_loss) ?? NO_AMOUNT;
    disallowed.set(loss_lot, plus(disallowed.get(loss_lot) ?? NO_AMOUNT, amount));
    total = plus(total, amount);
  }
  return { disallowed, total };
}

/**
 * The first day after `day` on which the sale would lose nothing to a wash sale. `disallowedOn` makes the sale again on each
 * day, since other lots may be sold and others replace them; a window after the last thing known nothing is left to.
 */
export function clearDay(day: Day, family: readonly Lot[], disallowedOn: (day: Day) => Amount): Day {
  let last = day;
  for (const { acquired, sold } of family)
    for (const text of [acquired, sold]) last = Math.max(last, parseMoment(text)?.day ?? last);
  const end = last + WINDOW_DAYS + 1;
  let next = day + 1;
  while (next < end && isPositive(disallowedOn(next))) next += 1;
  return next;
}
