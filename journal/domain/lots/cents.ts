// Amounts of lots as whole cents in plain numbers: what a form can hold, exact in sums, and light enough for millions.

import { type Fixed, ONE, parseFixed, roundedQuotient } from '../money/index.ts';

/** A count of cents. */
export type Cents = number;

const CENT = ONE / 100n;
const CENT_OF_PRODUCT = ONE * CENT;
const LARGEST = Number.MAX_SAFE_INTEGER / 4;

/** A number or decimal string in cents, rounded half away from zero; null when it is neither. */
export function parseCents(value: unknown): Cents | null {
  if (typeof value === 'number') {
    // Nearly every amount is a number of whole cents already.
    const count = Math.round(value * 100);
    if (Math.abs(count) < LARGEST && count / 100 === value) return count + 0;
  }
  const exact = parseFixed(value);
  return exact === null ? null : inCents(exact);
}

export function inCents(amount: Fixed): Cents {
  return roundedQuotient(amount, CENT);
}

/** Cents of a product of two fixed-point numbers that was never scaled back. */
export function productInCents(product: bigint): Cents {
  return roundedQuotient(product, CENT_OF_PRODUCT);
}

/** The exact amount. */
export function fixedOf(count: Cents): Fixed {
  return BigInt(count) * CENT;
}

/** As it leaves: dollars. */
export function fromCents(count: Cents): number {
  return count / 100;
}

/** The part of an amount that belongs to `part` of `whole` shares, to the cent. */
export function shareOfCents(count: Cents, part: Fixed, whole: Fixed): Cents {
  return count === 0 || part === whole ? count : roundedQuotient(BigInt(count) * part, whole);
}

/** Hands out a total piece by piece, to the cent, so that all pieces together are exactly the total. */
export function runningShare(total: Cents, whole: Fixed): (part: Fixed) => Cents {
  let parts = 0n;
  let given = 0;
  return (part) => {
    parts += part;
    const due = shareOfCents(total, parts, whole);
    const share = due - given;
    given = due;
    return share;
  };
}
