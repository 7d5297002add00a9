// Decimals for everything that is not a plain sum: ratios, square roots, brackets, interest.

import { Decimal as Base } from 'decimal.js';
import { type Fixed, fixedText } from './fixed.ts';

/** Our own constructor: 40 digits, halves away from zero, whatever another user of decimal.js may have set. */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 });
export type Decimal = Base;

export function decimalOf(value: Fixed): Decimal {
  return new Decimal(fixedText(value));
}

/** Rounded to `places` decimals, halves away from zero, as a plain number (never -0). */
export function rounded(value: Decimal, places: number): number {
  return value.toDecimalPlaces(places).toNumber() + 0;
}
