// Amounts of lots as whole cents in plain numbers: what a form can hold, exact in sums, and light enough for millions.

import { type Count, type Fixed, ONE, parseFixed, roundedQuotient, Unit } from './index.ts';

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

/** Quantities that are `Fixed` are counted in this. */
const FIXED = new Unit(12);

/** The part of an amount that belongs to `part` of `whole` shares, to the cent. */
export function shareOfCents(count: Cents, part: Count, whole: Count, unit: Unit = FIXED): Cents {
  return count === 0 || part === whole ? count : unit.shareOf(count, part, whole);
}

/** Hands out a total piece by piece, to the cent, so that all pieces together are exactly the total. */
export class RunningShare {
  readonly #total: Cents;
  readonly #whole: Count;
  readonly #unit: Unit;
  #parts: Count = 0;
  #handedOut: Cents = 0;

  constructor(total: Cents, whole: Count, unit: Unit = FIXED) {
    this.#total = total;
    this.#whole = whole;
    this.#unit = unit;
  }

  of(part: Count): Cents {
    this.#parts = this.#unit.plus(this.#parts, part);
    const due = shareOfCents(this.#total, this.#parts, this.#whole, this.#unit);
    const share = due - this.#handedOut;
    this.#handedOut = due;
    return share;
  }
}
