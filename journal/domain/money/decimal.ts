// Decimals for everything that is not a plain sum: ratios, square roots, brackets, interest.

import { Decimal as Base } from 'decimal.js';
import { type Amount, quantityText, type Quantity, type Ratio, textOf } from './exact.ts';

/** Our own constructor: 40 digits, halves away from zero, whatever another user of decimal.js may have set. */
export const Decimal = Base.clone({ precision: 40, rounding: Base.ROUND_HALF_UP, toExpNeg: -40, toExpPos: 40 });
export type Decimal = Base;

export function decimalOf(value: Amount | Ratio): Decimal {
  return new Decimal(textOf(value));
}

export function quantityDecimal(value: Quantity): Decimal {
  return new Decimal(quantityText(value));
}

/** Rounded to `places` decimals, halves away from zero, as a plain number (never -0). */
export function roundDecimal(value: Decimal, places: number): number {
  return value.toDecimalPlaces(places).toNumber() + 0;
}
