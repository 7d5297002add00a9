// Decimals for everything that is not a plain sum: ratios, square roots, brackets, interest.

import { Decimal as Base } from 'decimal.js';
import { type Fixed, fixedText, parseFixed } from './fixed.ts';

/** Our own constructor: 40 digits, halves away from zero, whatever another user of decimal.js may have set. */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 });
export type Decimal = Base;

/** The exact value of a number or decimal string, or null when it is neither. Never throws. */
export function parseDecimal(value: unknown): Decimal | null {
  if (parseFixed(value) === null) return null;
  // parseFixed has just shown that it is a finite number or a decimal string.
  return new Decimal(typeof value === 'string' ? value.trim() : (value as number));
}

export function decimalOf(value: Fixed): Decimal {
  return new Decimal(fixedText(value));
}

/** Rounded to `places` decimals, halves away from zero, as a plain number (never -0). */
export function rounded(value: Decimal, places: number): number {
  return value.toDecimalPlaces(places).toNumber() + 0;
}
