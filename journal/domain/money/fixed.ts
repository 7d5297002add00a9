// Exact sums: a decimal as a bigint counting 1e-12. Twelve digits, because prices and quantities are shown with eight
// and a token at 0.000000012345 must keep its value when a billion of them are bought.

import { shortText } from './short.ts';

/** A decimal number counted in units of 1e-12. */
export type Fixed = bigint;

/** What callers hand in: a number, or a decimal string such as "-1234.50". */
export type Num = number | string;

const DIGITS = 12;
export const ONE: Fixed = 10n ** BigInt(DIGITS);

const DECIMAL = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/;
/** Beyond this many digits before the point a value is not an amount of anything; it also bounds the work of one parse. */
const MOST_WHOLE_DIGITS = 24;

/** The exact value of a number or decimal string, or null when it is neither (junk, NaN, infinite, "1,234"). */
export function parseFixed(value: unknown): Fixed | null {
  if (typeof value === 'number') return fromNumber(value);
  if (typeof value === 'string') return fromText(value);
  return null;
}

function fromNumber(value: number): Fixed | null {
  if (!Number.isFinite(value)) return null;
  // No text is needed when the double is exactly the double of a short decimal, as nearly every amount is.
  const counted = Math.round(value * 1e12);
  if (Math.abs(counted) < 1e15 && counted / 1e12 === value) return BigInt(counted);
  const scaled = Math.round(value * 1e8);
  if (Math.abs(scaled) < 1e15 && scaled / 1e8 === value) return BigInt(scaled) * 10_000n;
  return anyText(String(value));
}

function fromText(text: string): Fixed | null {
  const short = shortText(text);
  return short === null ? anyText(text) : fromNumber(short);
}

function anyText(text: string): Fixed | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole + fraction;
  const shift = DIGITS + Number(exponent) - fraction.length;
  if (digits.length > 60 || digits.replace(/^0+/, '').length + shift - DIGITS > MOST_WHOLE_DIGITS) return null;
  const counted = BigInt(digits);
  const size = shift >= 0 ? counted * 10n ** BigInt(shift) : divideRounded(counted, 10n ** BigInt(-shift));
  return sign === '-' ? -size : size;
}

/** Integer division, halves away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  let size = top / bottom;
  if (2n * (top - size * bottom) >= bottom) size += 1n;
  return negative ? -size : size;
}

export function times(a: Fixed, b: Fixed): Fixed {
  return divideRounded(a * b, ONE);
}

/** a ÷ b; the caller has ruled out b = 0. */
export function over(a: Fixed, b: Fixed): Fixed {
  return divideRounded(a * ONE, b);
}

export function absolute(value: Fixed): Fixed {
  return value < 0n ? -value : value;
}

export function least(a: Fixed, b: Fixed): Fixed {
  return a < b ? a : b;
}

export function most(a: Fixed, b: Fixed): Fixed {
  return a > b ? a : b;
}

const UNITS_PER_CENT = 10n ** BigInt(DIGITS - 2);
const UNITS_PER_EIGHTH = 10n ** BigInt(DIGITS - 8);
const UNITS_PER_CENT_OF_PRODUCT = ONE * UNITS_PER_CENT;

/** The amount as it leaves: a number rounded to whole cents, halves away from zero. */
export function cents(value: Fixed): number {
  return decimalQuotient(value, UNITS_PER_CENT, 2);
}

/** A price or quantity as it leaves: a number with at most eight decimals. */
export function eighths(value: Fixed): number {
  return decimalQuotient(value, UNITS_PER_EIGHTH, 8);
}

/** Rounded to whole cents and still exact, for a line of a form or a share of a total. */
export function wholeCents(value: Fixed): Fixed {
  return divideRounded(value, UNITS_PER_CENT) * UNITS_PER_CENT;
}

/** `cents` of a product of two fixed-point numbers that was never scaled back: one rounding instead of two. */
export function centsOfProduct(product: bigint): number {
  return decimalQuotient(product, UNITS_PER_CENT_OF_PRODUCT, 2);
}

/** `eighths` of a product divided by one of its factors, such as an average price: one rounding instead of two. */
export function eighthsOfQuotient(product: bigint, factor: Fixed): number {
  return decimalQuotient(product, factor * UNITS_PER_EIGHTH, 8);
}

/** The part of `total` that belongs to `share` of `whole`, to whole cents in one rounding. */
export function prorateCents(total: Fixed, share: Fixed, whole: Fixed): Fixed {
  if (total === 0n || share === whole) return total;
  return divideRounded(total * share, whole * UNITS_PER_CENT) * UNITS_PER_CENT;
}

/** Up to this size a quotient of doubles is off by less than `DOUBT`, its three roundings together. */
const QUICK = 1e12;
const DOUBT = 1e-3;

/**
 * `divideRounded` as a number. In doubles, which is several times as fast, unless they leave a doubt: the quotient is large,
 * or so near a half that it might be rounded the wrong way.
 */
export function roundedQuotient(dividend: bigint, divisor: bigint): number {
  return quickQuotient(Number(dividend), Number(divisor)) ?? Number(divideRounded(dividend, divisor));
}

/** The rounded quotient of two doubles near the exact numbers meant; null where it leaves a doubt. */
export function quickQuotient(dividend: number, divisor: number): number | null {
  const quotient = dividend / divisor;
  const size = Math.abs(quotient);
  const whole = Math.floor(size);
  const fraction = size - whole;
  if (!(size < QUICK) || Math.abs(fraction - 0.5) < DOUBT) return null;
  const rounded = fraction < 0.5 ? whole : whole + 1;
  // Not -0, which is a number of its own to a test for equality.
  return quotient < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The double nearest to the rounded quotient ÷ 10^digits. */
function decimalQuotient(dividend: bigint, divisor: bigint, digits: 2 | 8): number {
  const scale = digits === 2 ? 100 : 1e8;
  const quick = quickQuotient(Number(dividend), Number(divisor));
  if (quick !== null) return quick / scale;
  const count = divideRounded(dividend, divisor);
  const asNumber = Number(count);
  // Division is exact enough while the count itself is; text when it is not.
  return Number.isSafeInteger(asNumber) ? asNumber / scale : Number(`${count}e-${digits}`);
}

/** The exact decimal as text, for `Decimal` and for messages. */
export function fixedText(value: Fixed): string {
  const size = absolute(value)
    .toString()
    .padStart(DIGITS + 1, '0');
  const fraction = size.slice(-DIGITS).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size.slice(0, -DIGITS)}${fraction === '' ? '' : `.${fraction}`}`;
}
