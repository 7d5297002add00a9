// Amounts of lots as whole cents in plain numbers.

import {
  type Amount,
  type Cents,
  centsOf,
  countOf,
  exactOf,
  PARTS,
  parseAmount,
  type Quantity,
  QUANTITY_PARTS,
  divideToNumber,
} from './exact.ts';
import { type Count, NONE, type Unit } from './unit.ts';

const CENT = PARTS / 100n;
const LARGEST = Number.MAX_SAFE_INTEGER / 4;

export const NO_CENTS: Cents = centsOf(0);

/** A number or decimal string in cents, rounded half away from zero; null when it is neither. */
export function parseCents(value: unknown): Cents | null {
  if (typeof value === 'number') {
    // Nearly every amount is a number of whole cents already.
    const count = Math.round(value * 100);
    if (Math.abs(count) < LARGEST && count / 100 === value) return centsOf(count + 0);
  }
  const exact = parseAmount(value);
  return exact === null ? null : amountToCents(exact);
}

export function amountToCents(amount: Amount): Cents {
  return centsOf(divideToNumber(countOf(amount), CENT));
}

/** What a quantity comes to at a price, in one rounding. */
export function valueInCents(quantity: Quantity, price: Amount): Cents {
  return centsOf(divideToNumber(countOf(quantity) * countOf(price), QUANTITY_PARTS * CENT));
}

/** The exact amount. */
export function centsToAmount(count: Cents): Amount {
  return exactOf(BigInt(count) * CENT);
}

/** As it leaves: dollars. */
export function centsToDollars(count: Cents): number {
  return count / 100;
}

export function addCents(a: Cents, b: Cents): Cents {
  return centsOf(a + b);
}

export function subtractCents(a: Cents, b: Cents): Cents {
  return centsOf(a - b);
}

/** The part of an amount that belongs to `part` of `whole`, to the cent. */
export function shareOfCents<K extends 'quantity' | 'ratio'>(
  count: Cents,
  part: Count<K>,
  whole: Count<K>,
  unit: Unit<K>,
): Cents {
  return count === 0 || part === whole ? count : unit.shareOfCents(count, part, whole);
}

/** Hands out a total piece by piece, to the cent, so that all pieces together are exactly the total. */
export class RunningShare {
  readonly #total: Cents;
  readonly #whole: Count<'quantity'>;
  readonly #unit: Unit<'quantity'>;
  #parts: Count<'quantity'> = NONE;
  #handedOut = NO_CENTS;

  constructor(total: Cents, whole: Count<'quantity'>, unit: Unit<'quantity'>) {
    this.#total = total;
    this.#whole = whole;
    this.#unit = unit;
  }

  of(part: Count<'quantity'>): Cents {
    this.#parts = this.#unit.plus(this.#parts, part);
    const due = shareOfCents(this.#total, this.#parts, this.#whole, this.#unit);
    const share = subtractCents(due, this.#handedOut);
    this.#handedOut = due;
    return share;
  }
}
