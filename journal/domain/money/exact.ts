// Money is a type. An amount, a quantity and a ratio are exact decimals that only the functions of this folder can make,
// read or compute with: TypeScript refuses a `number` or a `bigint` in their place, one in place of another, and every
// operator but the comparison of two of one kind. `docs/decisions/0023-money-types.md` says why, and what each is for.

import { shortText } from './short.ts';

declare const kind: unique symbol;

/** The kinds of exact decimals. */
export type Kind = 'amount' | 'quantity' | 'ratio';

/** An exact decimal of one kind. It is a bigint at run time, and code outside this folder need not know of what. */
export interface Exact<K extends Kind = Kind> {
  readonly [kind]: K;
}

/** Money, or a price, of one currency; counted in 1e-12, for a token at 0.000000012345 keeps its value a billion times. */
export type Amount = Exact<'amount'>;
/** Shares, contracts, coins; counted in 1e-18, as a coin's ledger has it. */
export type Quantity = Exact<'quantity'>;
/** A number without a unit: a multiplier, an exchange rate, a percentage, a part of a whole; counted in 1e-12. */
export type Ratio = Exact<'ratio'>;

declare const cents: unique symbol;

/** A count of whole cents: what a form can hold, exact in sums, and light enough for millions. */
export type Cents = number & { readonly [cents]: true };

/** A whole number of cents, which the caller knows to be whole. */
export function centsOf(count: number): Cents {
  return count as Cents; // a number that is known to count cents
}

/** What callers hand in: a number, or a decimal string such as "-1234.50". */
export type Num = number | string;

const PLACES = 12;
const QUANTITY_PLACES = 18;
/** The parts of one: what an amount or a ratio counts. */
export const PARTS = 10n ** BigInt(PLACES);
/** What a quantity counts. */
export const QUANTITY_PARTS = 10n ** BigInt(QUANTITY_PLACES);

const MORE_OF_QUANTITY = QUANTITY_PARTS / PARTS;

/** The count that an exact decimal is. For this folder and the ledger alone: what they count is not in the type. */
export function countOf(value: Exact): bigint {
  return value as unknown as bigint; // the only form there is
}

/** The decimal that a count of `PARTS` or `QUANTITY_PARTS` is. For this folder and the ledger alone. */
export function exactOf<K extends Kind>(count: bigint): Exact<K> {
  return count as unknown as Exact<K>; // the only form there is
}

export const NO_AMOUNT: Amount = exactOf(0n);
export const NO_QUANTITY: Quantity = exactOf(0n);
export const NO_RATIO: Ratio = exactOf(0n);
export const ONE: Ratio = exactOf(PARTS);

// --- from outside

const DECIMAL = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?\s*$/;
/** Beyond this many digits before the point a value is not an amount of anything; it also bounds the work of one parse. */
const MOST_WHOLE_DIGITS = 24;

/** The exact value of a number or decimal string, or null when it is neither (junk, NaN, infinite, "1,234"). */
export function parseAmount(value: unknown): Amount | null {
  return exactOrNull(parseCount(value, PLACES));
}

/** Below this the fifteen digits that a double holds reach beyond twelve decimals. */
const SMALL = 1e-3;

/**
 * A quantity of up to 18 decimals as text. A number is read to twelve, since what stands beyond in a double of a usual size is
 * what sums have left there; one that is small to fifteen digits.
 */
export function parseQuantity(value: unknown): Quantity | null {
  if (typeof value === 'string') return exactOrNull(parseCount(value, QUANTITY_PLACES));
  if (typeof value === 'number' && Math.abs(value) < SMALL && value !== 0)
    return exactOrNull(countOfAnyText(value.toPrecision(15), QUANTITY_PLACES));
  const count = parseCount(value, PLACES);
  return exactOrNull(count === null ? null : count * MORE_OF_QUANTITY);
}

export function parseRatio(value: unknown): Ratio | null {
  return exactOrNull(parseCount(value, PLACES));
}

function exactOrNull<K extends Kind>(count: bigint | null): Exact<K> | null {
  return count === null ? null : exactOf(count);
}

function parseCount(value: unknown, places: number): bigint | null {
  if (typeof value === 'number') return countOfNumber(value, places);
  if (typeof value === 'string') return countOfText(value, places);
  return null;
}

function countOfNumber(value: number, places: number): bigint | null {
  if (!Number.isFinite(value)) return null;
  // No text is needed when the double is exactly the double of a short decimal, as nearly every amount is.
  const counted = Math.round(value * 1e12);
  if (Math.abs(counted) < 1e15 && counted / 1e12 === value) return inPlaces(BigInt(counted), places);
  const scaled = Math.round(value * 1e8);
  if (Math.abs(scaled) < 1e15 && scaled / 1e8 === value) return inPlaces(BigInt(scaled) * 10_000n, places);
  return countOfAnyText(String(value), places);
}

/** A count of 1e-12 in as many places as are asked for. */
function inPlaces(count: bigint, places: number): bigint {
  return places === PLACES ? count : count * MORE_OF_QUANTITY;
}

function countOfText(text: string, places: number): bigint | null {
  const short = shortText(text);
  return short === null ? countOfAnyText(text, places) : countOfNumber(short, places);
}

function countOfAnyText(text: string, places: number): bigint | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole + fraction;
  const shift = places + Number(exponent) - fraction.length;
  if (digits.length > 60 || digits.replace(/^0+/, '').length + shift - places > MOST_WHOLE_DIGITS) return null;
  const counted = BigInt(digits);
  const size = shift >= 0 ? counted * 10n ** BigInt(shift) : divideRounded(counted, 10n ** BigInt(-shift));
  return sign === '-' ? -size : size;
}

/** A whole number of the currency's unit. */
export function wholeAmount(count: number): Amount {
  return exactOf(BigInt(count) * PARTS);
}

export function wholeQuantity(count: number): Quantity {
  return exactOf(BigInt(count) * QUANTITY_PARTS);
}

/** `numerator` ÷ `denominator`, whole numbers, to twelve decimals. */
export function ratioOfNumbers(numerator: number, denominator = 1): Ratio {
  return exactOf((BigInt(numerator) * PARTS) / BigInt(denominator));
}

// --- arithmetic

export function plus<T extends Exact>(a: T, b: NoInfer<T>): T {
  return exactOf(countOf(a) + countOf(b)) as T; // of the kind of both
}

export function minus<T extends Exact>(a: T, b: NoInfer<T>): T {
  return exactOf(countOf(a) - countOf(b)) as T; // of the kind of both
}

export function negate<T extends Exact>(value: T): T {
  return exactOf(-countOf(value)) as T; // of the same kind
}

export function absolute<T extends Exact>(value: T): T {
  return isNegative(value) ? negate(value) : value;
}

export function least<T extends Exact>(a: T, b: NoInfer<T>): T {
  return a < b ? a : b;
}

export function most<T extends Exact>(a: T, b: NoInfer<T>): T {
  return a > b ? a : b;
}

export function atLeastZero<T extends Exact>(value: T): T {
  return isNegative(value) ? (exactOf(0n) as T) : value; // zero is of every kind
}

/** 1 for a long side, -1 for a short one. */
export function applySide<T extends Exact>(side: 1 | -1, value: T): T {
  return side === 1 ? value : negate(value);
}

export function isZero(value: Exact): boolean {
  return countOf(value) === 0n;
}

export function isPositive(value: Exact): boolean {
  return countOf(value) > 0n;
}

export function isNegative(value: Exact): boolean {
  return countOf(value) < 0n;
}

export function sumOf(amounts: Iterable<Amount>): Amount {
  let sum = 0n;
  for (const amount of amounts) sum += countOf(amount);
  return exactOf(sum);
}

/** The value times a ratio, halves rounded away from zero. */
export function multiply<T extends Exact>(value: T, by: Ratio): T {
  return exactOf(divideRounded(countOf(value) * countOf(by), PARTS)) as T; // of the kind that is multiplied
}

/** The caller has ruled out a zero. */
export function divide<T extends Exact>(value: T, by: Ratio): T {
  return exactOf(divideRounded(countOf(value) * PARTS, countOf(by))) as T; // of the kind that is divided
}

/** `numerator` ÷ `denominator` of it, in whole numbers; what is below 1e-12 is cut off. */
export function fractionOf<T extends Exact>(value: T, numerator: number, denominator: number): T {
  return exactOf((countOf(value) * BigInt(numerator)) / BigInt(denominator)) as T; // of the same kind
}

/** A quantity at a price. */
export function valueAt(quantity: Quantity, price: Amount): Amount {
  return exactOf(divideRounded(countOf(quantity) * countOf(price), QUANTITY_PARTS));
}

/** A total for each one of a quantity, which is not zero. */
export function perUnit(total: Amount, quantity: Quantity): Amount {
  return exactOf(divideRounded(countOf(total) * QUANTITY_PARTS, countOf(quantity)));
}

/** How far along `distance` a line has come that has gone `gone` of `whole`. */
export function interpolate(gone: Amount, distance: Amount, whole: Amount): Amount {
  return exactOf(divideRounded(countOf(gone) * countOf(distance), countOf(whole)));
}

/** The sum divided by a count above zero. */
export function averageOf(sum: Amount, count: number): Amount {
  return exactOf(divideRounded(countOf(sum), BigInt(count)));
}

/** The part of an amount that belongs to `part` of `whole`. */
export function prorate(total: Amount, part: Quantity, whole: Quantity): Amount {
  return exactOf(divideRounded(countOf(total) * countOf(part), countOf(whole)));
}

/** How many times `b`, which is not zero, goes into `a`. */
export function ratioOf<T extends Exact>(a: T, b: NoInfer<T>): Ratio {
  return exactOf(divideRounded(countOf(a) * PARTS, countOf(b)));
}

/** How many whole times `b` goes into `a`. */
export function wholeTimes<T extends Exact>(a: T, b: NoInfer<T>): Quantity {
  return exactOf((countOf(a) / countOf(b)) * QUANTITY_PARTS);
}

/** How many of `each`, which is not zero, a total buys, to twelve decimals. */
export function quantityFor(total: Amount, each: Amount): Quantity {
  return exactOf(divideRounded(countOf(total) * PARTS, countOf(each)) * MORE_OF_QUANTITY);
}

/** a ÷ b with two decimals, cut off. */
export function truncateRatio<T extends Exact>(a: T, b: NoInfer<T>): number {
  return Number((countOf(a) * 100n) / countOf(b)) / 100;
}

/** The largest that goes into both without a rest. */
export function commonDivisor<T extends Exact>(a: T, b: NoInfer<T>): T {
  return isZero(b) ? a : commonDivisor(b, exactOf(countOf(a) % countOf(b)) as T); // of the kind of both
}

const PARTS_PER_CENT = PARTS / 100n;

/** Rounded to whole cents and still an amount, for a line of a form or a share of a total. */
export function roundAmountToCents(value: Amount): Amount {
  return exactOf(divideRounded(countOf(value), PARTS_PER_CENT) * PARTS_PER_CENT);
}

/** Rounded to whole dollars, halves away from zero. */
export function roundAmountToWhole(value: Amount): Amount {
  return exactOf(divideRounded(countOf(value), PARTS) * PARTS);
}

/** Rounded up to whole dollars. */
export function roundAmountUp(value: Amount): Amount {
  return exactOf(((countOf(value) + PARTS - 1n) / PARTS) * PARTS);
}

/** Simple interest for a number of days at a yearly rate; what is below 1e-12 is cut off. */
export function accrue(amount: Amount, rate: Ratio, days: number, daysInYear: number): Amount {
  return exactOf((countOf(amount) * countOf(rate) * BigInt(days)) / (BigInt(daysInYear) * PARTS));
}

/** The part of `total` that belongs to `share` of `whole`, to whole cents in one rounding. */
export function prorateToCents(total: Amount, share: Quantity, whole: Quantity): Amount {
  if (isZero(total) || countOf(share) === countOf(whole)) return total;
  const cents = divideRounded(countOf(total) * countOf(share), countOf(whole) * PARTS_PER_CENT);
  return exactOf(cents * PARTS_PER_CENT);
}

// --- as they leave

/** Dollars rounded to whole cents, halves away from zero. */
export function roundToCents(value: Amount): number {
  return decimalQuotient(countOf(value), PARTS_PER_CENT, 2);
}

/** A price or a ratio with at most eight decimals. */
export function roundToEightPlaces(value: Amount | Ratio): number {
  return decimalQuotient(countOf(value), PARTS / 10n ** 8n, 8);
}

/** A quantity with at most eight decimals. */
export function roundQuantity(value: Quantity): number {
  return decimalQuotient(countOf(value), QUANTITY_PARTS / 10n ** 8n, 8);
}

/** The double nearest to it: to compare or draw with, never to add up. */
export function toDouble(value: Amount | Ratio): number {
  return Number(countOf(value)) / 1e12;
}

/** a ÷ b as a double: to show, never to add up. */
export function ratioToDouble<T extends Exact>(a: T, b: NoInfer<T>): number {
  return Number(countOf(a)) / Number(countOf(b));
}

/** The whole part. */
export function truncate(value: Amount | Ratio): number {
  return Number(countOf(value) / PARTS);
}

/** The exact decimal as text. */
export function textOf(value: Amount | Ratio): string {
  return countText(countOf(value), PLACES);
}

export function quantityText(value: Quantity): string {
  return countText(countOf(value), QUANTITY_PLACES);
}

/** The double nearest to a quantity. */
export function quantityNumber(value: Quantity): number {
  return Number(quantityText(value));
}

/** A quantity as text where its digits are more than its number holds; null where the number says it all. */
export function quantityBeyondNumber(value: Quantity): string | null {
  const text = quantityText(value);
  const number = Number(text);
  return countOfAnyText(String(number), QUANTITY_PLACES) === countOf(value) ? null : text;
}

function countText(count: bigint, places: number): string {
  const size = (count < 0n ? -count : count).toString().padStart(places + 1, '0');
  const fraction = size.slice(-places).replace(/0+$/, '');
  return `${count < 0n ? '-' : ''}${size.slice(0, -places)}${fraction === '' ? '' : `.${fraction}`}`;
}

// --- whole numbers

/** Integer division, halves away from zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const top = dividend < 0n ? -dividend : dividend;
  const bottom = divisor < 0n ? -divisor : divisor;
  let size = top / bottom;
  if (2n * (top - size * bottom) >= bottom) size += 1n;
  return negative ? -size : size;
}

/** Up to this size a quotient of doubles is off by less than `DOUBT`, its three roundings together. */
const QUICK = 1e12;
const DOUBT = 1e-3;

/**
 * `divideRounded` as a number. In doubles, which is several times as fast, unless they leave a doubt: the quotient is large,
 * or so near a half that it might be rounded the wrong way.
 */
export function divideToNumber(dividend: bigint, divisor: bigint): number {
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
export function decimalQuotient(dividend: bigint, divisor: bigint, digits: 2 | 8): number {
  const scale = digits === 2 ? 100 : 1e8;
  const quick = quickQuotient(Number(dividend), Number(divisor));
  if (quick !== null) return quick / scale;
  const count = divideRounded(dividend, divisor);
  const asNumber = Number(count);
  // Division is exact enough while the count itself is; text when it is not.
  return Number.isSafeInteger(asNumber) ? asNumber / scale : Number(`${count}e-${digits}`);
}
