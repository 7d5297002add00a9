// Shares as whole numbers for the matching: counted in the finest part any lot of the family has, so that splits are
// exact in plain numbers. Millions of pieces are too many for big integers.

import { type Cents, centsOf, divideRounded } from '../money/index.ts';

/** Quantities have at most eight decimals. */
const FINEST_DECIMALS = 8;

/** How many units one share has, for lots of these quantities (in shares of the underlying). */
export function unitsPerShare(shares: readonly number[]): number {
  let decimals = 0;
  let largest = 0;
  for (const count of shares) {
    while (decimals < FINEST_DECIMALS && !isWhole(count * 10 ** decimals)) decimals += 1;
    if (count > largest) largest = count;
  }
  // A billion tokens leave no room for eight decimals: the dust below a unit is rounded away.
  while (decimals > 0 && !Number.isSafeInteger(Math.round(largest * 10 ** decimals))) decimals -= 1;
  return 10 ** decimals;
}

/** Whole but for the last bits of a double. */
function isWhole(value: number): boolean {
  return Number.isInteger(value) || Math.abs(value - Math.round(value)) < 1e-9 * Math.max(1, Math.abs(value));
}

/** The share of some cents that belongs to `part` of `whole`, rounded half away from zero; exact at any size. */
export function shareOf(count: Cents, part: number, whole: number): Cents {
  if (count === 0 || part === whole) return count;
  const product = count * part;
  if (!Number.isSafeInteger(product))
    return centsOf(Number(divideRounded(BigInt(count) * BigInt(part), BigInt(whole))));
  const rest = product % whole;
  const below = (product - rest) / whole;
  return centsOf(2 * Math.abs(rest) < whole ? below : below + Math.sign(product));
}
