// The lots that can still be sold, with the basis and holding period wash sales have given them.

import { isOpen, type Lot } from '../lots/lot.ts';
import { isRetirement, type WashSaleOptions } from '../wash/identical.ts';
import { type WashedLot, washSales } from '../wash/wash-sales.ts';
import type { Problem } from '../money/index.ts';

/** A washed piece as a plain lot: its adjusted basis and date are what a sale from now on counts with. */
export function adjustedLots(
  lots: readonly Lot[],
  options: WashSaleOptions | undefined,
): { lots: WashedLot[]; problems: Problem[] } {
  const washed = washSales(lots, options);
  return {
    lots: washed.lots.map((lot) => ({
      ...lot,
      cost_basis: lot.adjusted_basis,
      acquired: lot.adjusted_acquired,
      lot_group: lot.lot_group ?? lot.from,
    })),
    problems: washed.problems,
  };
}

export function isOpenTaxable(lot: Lot): boolean {
  return isOpen(lot) && !isRetirement(lot);
}
