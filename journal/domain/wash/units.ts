// Whole numbers for the matching. Amounts are counted in cents and shares in the finest part any lot of the family has,
// so that sums and splits are exact in plain numbers: millions of pieces are too many for big integers.

import { cents, divideRounded, eighths, type Fixed, ONE } from '../money/index.ts';

const CENT = ONE / 100n;
/** Quantities have at most eight decimals. */
const FINEST_DECIMALS = 8;

export function inCents(amount: Fixed): number {
  return Math.round(cents(amount) * 100);
}

/** The exact amount of a count of cents. */
export function fixedOf(count: number): Fixed {
  return BigInt(count) * CENT;
}

export function fromCents(count: number): number {
  return count / 100;
}

/** How many units one share has, for lots of these quantities (in shares of the underlying). */
export function unitsPerShare(quantities: readonly Fixed[]): number {
  let decimals = 0;
  for (const quantity of quantities)
    while (decimals < FINEST_DECIMALS && quantity % (ONE / 10n ** BigInt(decimals)) !== 0n) decimals += 1;
  return 10 ** decimals;
}

export function inUnits(quantity: Fixed, perShare: number): number {
  return Math.round(eighths(quantity) * perShare);
}

/** The share of a count that belongs to `part` of `whole`, rounded half away from zero; exact at any size. */
export function shareOf(count: number, part: number, whole: number): number {
  if (count === 0 || part === whole) return count;
  const product = count * part;
  if (!Number.isSafeInteger(product)) return Number(divideRounded(BigInt(count) * BigInt(part), BigInt(whole)));
  const rest = product % whole;
  const below = (product - rest) / whole;
  return 2 * Math.abs(rest) < whole ? below : below + Math.sign(product);
}
