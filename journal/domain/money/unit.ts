// The fast path: exact arithmetic in plain numbers. Decimals that belong together (the prices of one position, the results of
// a list of trades) are counted in a unit small enough for all of them: cents, mostly. A sum or product of such counts is exact
// while it is a safe integer; one that is not, or a share that does not come out even, continues as a bigint of much finer units.
// Every operation takes and gives either form, so a caller need not know which one it is.

import {
  type Cents,
  centsOf,
  countOf,
  decimalQuotient,
  divideRounded,
  type Exact,
  exactOf,
  type Kind,
  PARTS,
  parseAmount,
  parseQuantity,
  quantityBeyondNumber,
  quantityNumber,
  quickQuotient,
  divideToNumber,
} from './exact.ts';
import { divideSafe, evenQuotient, isCountedIn, isShort, LARGEST_SHORT, POWERS_OF_TEN, shortText } from './short.ts';

declare const compact: unique symbol;
declare const counted: unique symbol;

/**
 * An exact decimal as it was read: a number when it is short (see `short.ts`), else the count that its kind has. Equal ones
 * are `===`.
 */
export interface Compact<K extends Kind> {
  readonly [compact]: K;
}

/** A count of units; as a bigint, a count of the unit's fine parts. */
export interface Count<K extends Kind> {
  readonly [counted]: K;
}

type Form = number | bigint;

function formOf(value: Compact<Kind> | Count<Kind>): Form {
  return value as unknown as Form; // the only forms there are
}

function compactOf<K extends Kind>(form: Form): Compact<K> {
  return form as unknown as Compact<K>; // the only forms there are
}

function countIn<K extends Kind>(form: Form): Count<K> {
  return form as unknown as Count<K>; // the only forms there are
}

const PLACES: Readonly<Record<Kind, 12 | 18>> = { amount: 12, ratio: 12, quantity: 18 };
/** Powers of ten as far as two decimals multiplied go. */
const TENS: readonly bigint[] = Array.from({ length: 49 }, (_, i) => 10n ** BigInt(i));

function powerOfTen(exponent: number): bigint {
  return TENS[exponent] ?? 10n ** BigInt(exponent);
}

/** The exact value of a number or decimal string, or null when it is neither. Never throws. */
export function parseCompact<K extends Kind>(kind: K, value: unknown): Compact<K> | null {
  if (typeof value === 'number') {
    if (isShort(value)) return compactOf(value + 0);
  } else if (typeof value === 'string') {
    const short = shortText(value);
    if (short !== null) return compactOf(short);
  }
  const exact = kind === 'quantity' ? parseQuantity(value) : parseAmount(value);
  return exact === null ? null : compactCount(countOf(exact), PLACES[kind]);
}

export function compactAmount<K extends 'amount' | 'ratio'>(exact: Exact<K>): Compact<K> {
  return compactCount(countOf(exact), 12);
}

export function compactQuantity(exact: Exact<'quantity'>): Compact<'quantity'> {
  return compactCount(countOf(exact), 18);
}

/** A number of few digits, as the size of a contract is. */
export function compactNumber<K extends Kind>(value: number): Compact<K> {
  return compactOf(value);
}

/** Only what has more than fifteen digits stays a bigint, so that one decimal has one form. */
function compactCount<K extends Kind>(count: bigint, places: 12 | 18): Compact<K> {
  let digits = count;
  let decimals: number = places;
  while (decimals > 0 && digits % 10n === 0n) {
    digits /= 10n;
    decimals -= 1;
  }
  const short = Number(digits);
  return compactOf(Math.abs(short) < LARGEST_SHORT && decimals <= 12 ? short / (POWERS_OF_TEN[decimals] ?? 1) : count);
}

export function expandAmount<K extends 'amount' | 'ratio'>(value: Compact<K>): Exact<K> {
  return exactOf(compactCountOf(value, 12));
}

export function expandQuantity(value: Compact<'quantity'>): Exact<'quantity'> {
  return exactOf(compactCountOf(value, 18));
}

function compactCountOf(value: Compact<Kind>, places: 12 | 18): bigint {
  const form = formOf(value);
  if (typeof form === 'bigint') return form;
  const exact = places === 12 ? parseAmount(form) : parseQuantity(form);
  return exact === null ? 0n : countOf(exact); // a short decimal can always be read
}

/** The double nearest to it: to compare or draw with, never to add up. */
export function approximate(value: Compact<'amount' | 'ratio'>): number {
  const form = formOf(value);
  return typeof form === 'number' ? form : Number(`${form}e-12`);
}

/** Above this money is no longer counted to the cent: a whole number of cents has no double of its own. */
export const MOST_MONEY = 9e13;

/** Whether a quantity at a price comes to more than can be counted to the cent. */
export function isBeyondCents(
  quantity: Compact<'quantity'>,
  price: Compact<'amount'>,
  multiplier: Compact<'ratio'>,
): boolean {
  const many = formOf(quantity);
  const count = typeof many === 'number' ? many : Number(many) / 1e18;
  return Math.abs(count * approximate(price) * approximate(multiplier)) > MOST_MONEY;
}

/** The number that it is, where it is a whole one. */
export function wholeNumber(value: Compact<Kind>): number | null {
  const form = formOf(value);
  return typeof form === 'number' && Number.isInteger(form) ? form : null;
}

/** What a multiplier or a rate is where there is none. */
export const PAR: Compact<'ratio'> = compactOf(1);
/** Nothing of any kind, in any unit. */
export const NONE: Compact<never> & Count<never> = 0 as unknown as Compact<never> & Count<never>; // zero is the same in every form

export function isNone(value: Compact<Kind> | Count<Kind>): boolean {
  const form = formOf(value);
  return form === 0 || form === 0n;
}

export function isAboveZero(value: Compact<Kind> | Count<Kind>): boolean {
  return formOf(value) > 0;
}

export function isBelowZero(value: Compact<Kind> | Count<Kind>): boolean {
  return formOf(value) < 0;
}

/** Converted money has this many decimals: far below what a currency knows, and a million fills still add up to the cent. */
export const CONVERTED_DECIMALS = 6;
const CONVERTED_PART = powerOfTen(12 - CONVERTED_DECIMALS);

/** An amount at a rate. */
export function atRate(amount: Compact<'amount'>, rate: Compact<'ratio'>): Compact<'amount'> {
  const money = formOf(amount);
  const factor = formOf(rate);
  if (factor === 1 || money === 0) return amount;
  if (typeof money === 'number' && typeof factor === 'number') {
    const quick = quickQuotient(money * factor * 1e6, 1);
    if (quick !== null) return compactOf(quick / 1e6);
  }
  const exact = divideRounded(compactCountOf(amount, 12) * compactCountOf(rate, 12), PARTS * CONVERTED_PART);
  return compactCount(exact * CONVERTED_PART, 12);
}

/** The decimals that all of these need, or `least` where that is more. What is not short does not count. */
export function decimalsFor(value: Compact<Kind>, least: number): number {
  const form = formOf(value);
  let decimals = least;
  if (typeof form === 'number') while (decimals < 12 && !isCountedIn(form, decimals)) decimals += 1;
  return decimals;
}

const SMALLEST_PARTS = powerOfTen(24);

/** The largest divisor whose remainders stay safe integers when they are multiplied by a million. */
const MOST_DIVISOR = 9e9;

export class Unit<K extends Kind> {
  readonly decimals: number;
  /** Fine parts are those of its kind, or those of two kinds together for a product. */
  readonly fineDecimals: number;
  /** The fine parts of one of the parts that an exact decimal of the kind counts. */
  readonly #partsOfExact: bigint;
  readonly #power: number;
  readonly #fineParts: bigint;
  /** Counts up to this size are numbers: none where the unit is finer than its fine parts. */
  readonly #most: number;

  private constructor(decimals: number, fineDecimals: number, places: number) {
    const fits = decimals <= fineDecimals && decimals < POWERS_OF_TEN.length;
    this.decimals = decimals;
    this.fineDecimals = fineDecimals;
    this.#partsOfExact = powerOfTen(fineDecimals - places);
    // Where counts do not fit numbers only zero stays one, and zero is the same in any unit.
    this.#power = fits ? (POWERS_OF_TEN[decimals] ?? 1) : 1e12;
    this.#fineParts = fits ? powerOfTen(fineDecimals - decimals) : 1n;
    this.#most = fits ? Number.MAX_SAFE_INTEGER : -1;
  }

  static of<K extends Kind>(kind: K, decimals: number): Unit<K> {
    return new Unit(decimals, PLACES[kind], PLACES[kind]);
  }

  /** Of quantities at a price, with or without a multiplier. */
  static ofValues(decimals: number): Unit<'amount'> {
    return new Unit(decimals, PLACES.quantity + PLACES.amount, PLACES.amount);
  }

  /** Of amounts, or ratios, multiplied with each other. */
  static ofSquares<K extends 'amount' | 'ratio'>(decimals: number): Unit<K> {
    return new Unit(decimals, 2 * PLACES.amount, PLACES.amount);
  }

  /** In this unit, which is one of `of`. */
  count(value: Compact<K>): Count<K> {
    const form = formOf(value);
    if (typeof form === 'bigint') return countIn(form);
    const count = Math.round(form * this.#power);
    if (Math.abs(count) < LARGEST_SHORT && count / this.#power === form) return countIn(count + 0);
    return countIn(compactCountOf(value, this.fineDecimals === 18 ? 18 : 12));
  }

  countExact(value: Exact<K>): Count<K> {
    return countIn(countOf(value) * this.#partsOfExact);
  }

  /** A count of fine parts. */
  countFine(parts: bigint): Count<K> {
    return countIn(parts);
  }

  /** The same amount in this unit, which is no coarser than the one it comes from. */
  convert(count: Count<K>, from: Unit<K>): Count<K> {
    const form = formOf(count);
    if (typeof form === 'number') {
      const converted = form * (POWERS_OF_TEN[this.decimals - from.decimals] ?? NaN);
      if (Math.abs(converted) <= this.#most) return countIn(converted);
    }
    return countIn(from.fine(count) * powerOfTen(this.fineDecimals - from.fineDecimals));
  }

  /** Money of another unit at a rate, rounded to this one. */
  atRate(count: Count<K>, from: Unit<K>, rate: Compact<'ratio'>): Count<K> {
    // A unit that was not made for it is too coarse to round to.
    if (this.decimals < CONVERTED_DECIMALS)
      return countIn(divideRounded(from.fine(count) * compactCountOf(rate, 12), PARTS));
    const form = formOf(count);
    const factor = formOf(rate);
    if (typeof form === 'number' && typeof factor === 'number') {
      const quick = quickQuotient(form * factor * (POWERS_OF_TEN[this.decimals - from.decimals] ?? NaN), 1);
      if (quick !== null && Math.abs(quick) <= this.#most) return countIn(quick);
    }
    const exact = divideRounded(from.fine(count) * compactCountOf(rate, 12), PARTS * this.#fineParts);
    const asNumber = Number(exact);
    return countIn(Math.abs(asNumber) <= this.#most ? asNumber : exact * this.#fineParts);
  }

  plus(a: Count<K>, b: Count<K>): Count<K> {
    const left = formOf(a);
    const right = formOf(b);
    if (typeof left === 'number' && typeof right === 'number') {
      const sum = left + right;
      if (Math.abs(sum) <= this.#most) return countIn(sum);
    }
    return countIn(this.fine(a) + this.fine(b));
  }

  minus(a: Count<K>, b: Count<K>): Count<K> {
    const left = formOf(a);
    const right = formOf(b);
    if (typeof left === 'number' && typeof right === 'number') {
      const difference = left - right;
      if (Math.abs(difference) <= this.#most) return countIn(difference);
    }
    return countIn(this.fine(a) - this.fine(b));
  }

  /** Negative when `a` is the smaller one, zero when they are equal. */
  compare(a: Count<K>, b: Count<K>): number {
    const left = formOf(a);
    const right = formOf(b);
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    const difference = this.fine(a) - this.fine(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  least(a: Count<K>, b: Count<K>): Count<K> {
    return this.compare(a, b) <= 0 ? a : b;
  }

  /** a × b in this unit, whose decimals are those of the two together. */
  product<A extends Kind, B extends Kind>(a: Count<A>, unitOfA: Unit<A>, b: Count<B>, unitOfB: Unit<B>): Count<K> {
    const left = formOf(a);
    const right = formOf(b);
    if (typeof left === 'number' && typeof right === 'number') {
      const product = left * right;
      if (Math.abs(product) <= this.#most) return countIn(product + 0);
    }
    const fine = unitOfA.fine(a) * unitOfB.fine(b);
    return countIn(fine / powerOfTen(unitOfA.fineDecimals + unitOfB.fineDecimals - this.fineDecimals));
  }

  /** The part of `total` that belongs to `part` of `whole`, both in `unit`; rounded to the fine part where it must be. */
  share<P extends Kind>(total: Count<K>, part: Count<P>, whole: Count<P>, unit: Unit<P>): Count<K> {
    if (part === whole) return total;
    const all = formOf(total);
    const some = formOf(part);
    const of = formOf(whole);
    if (typeof all === 'number' && typeof some === 'number' && typeof of === 'number') {
      const product = all * some;
      if (Math.abs(product) <= this.#most) {
        // A unit that is as fine as its fine parts is rounded to itself.
        const share = this.#fineParts === 1n ? divideSafe(product, of) : evenQuotient(product, of);
        if (!Number.isNaN(share)) return countIn(share + 0);
      }
    }
    const fine = divideRounded(this.fine(total) * unit.fine(part), unit.fine(whole));
    // Back to a number where it came out even after all.
    const even = this.#most > 0 && fine % this.#fineParts === 0n ? Number(fine / this.#fineParts) : NaN;
    return countIn(Math.abs(even) <= this.#most ? even : fine);
  }

  /** The part of some cents that belongs to `part` of `whole` of this unit, halves away from zero. */
  shareOfCents(total: Cents, part: Count<K>, whole: Count<K>): Cents {
    const some = formOf(part);
    const of = formOf(whole);
    if (typeof some === 'number' && typeof of === 'number') {
      const product = total * some;
      if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) return centsOf(divideSafe(product, of));
    }
    return centsOf(divideToNumber(BigInt(total) * this.fine(part), this.fine(whole)));
  }

  /** a ÷ b to twelve decimals, halves away from zero, counted in `QUOTIENTS`; b is positive. */
  quotient(a: Count<K>, b: Count<K>): Count<'ratio'> {
    const top = formOf(a);
    const by = formOf(b);
    if (typeof top === 'number' && typeof by === 'number' && by <= MOST_DIVISOR) {
      // Long division, six digits at a time, so that every step is a safe integer.
      const rest = top % by;
      const sixth = rest * 1e6;
      const last = sixth % by;
      const quotient = ((top - rest) / by) * 1e12 + ((sixth - last) / by) * 1e6 + divideSafe(last * 1e6, by);
      if (Math.abs(quotient) <= Number.MAX_SAFE_INTEGER) return countIn(quotient + 0);
    }
    return countIn(divideRounded(this.fine(a) * PARTS, this.fine(b)));
  }

  /** a ÷ b as a double: to compare or show, never to add up. */
  ratio(a: Count<K>, b: Count<K>): number {
    const top = formOf(a);
    const by = formOf(b);
    return typeof top === 'number' && typeof by === 'number' ? top / by : Number(this.fine(a)) / Number(this.fine(b));
  }

  /** In the unit's fine parts. */
  fine(count: Count<K>): bigint {
    const form = formOf(count);
    return typeof form === 'bigint' ? form : BigInt(form) * this.#fineParts;
  }

  /** As an exact decimal, where the unit is one of `of`. */
  exact(count: Count<K>): Exact<K> {
    return exactOf(this.fine(count));
  }

  /** As it leaves: dollars rounded to whole cents, halves away from zero. */
  roundToCents(count: Count<K>): number {
    const form = formOf(count);
    if (typeof form === 'bigint') return decimalQuotient(form, powerOfTen(this.fineDecimals - 2), 2);
    return this.decimals <= 2 ? form / this.#power : divideSafe(form, this.#power / 100) / 100;
  }

  /** As it leaves: a price or quantity with at most eight decimals. */
  roundToEightPlaces(count: Count<K>): number {
    const form = formOf(count);
    if (typeof form === 'bigint') return decimalQuotient(form, powerOfTen(this.fineDecimals - 8), 8);
    return this.decimals <= 8 ? form / this.#power : divideSafe(form, this.#power / 1e8) / 1e8;
  }

  /** The double nearest to it, where the unit is one of quantities. */
  toNumber(count: Count<'quantity'>): number {
    const form = formOf(count);
    return typeof form === 'number' ? form / this.#power : quantityNumber(exactOf(form));
  }

  /** As text where it has more digits than a double holds; null where the number says it all. */
  beyondNumber(count: Count<'quantity'>): string | null {
    const form = formOf(count);
    if (typeof form === 'number' && Math.abs(form) < LARGEST_SHORT) return null;
    return quantityBeyondNumber(exactOf(typeof form === 'bigint' ? form : BigInt(form) * this.#fineParts));
  }

  /** How many whole cents it comes to, halves away from zero. */
  toCents(count: Count<K>): Cents {
    const form = formOf(count);
    if (typeof form === 'number') {
      if (this.decimals >= 2) return centsOf(divideSafe(form, this.#power / 100));
      const inCents = form * (100 / this.#power);
      if (Number.isSafeInteger(inCents)) return centsOf(inCents);
    }
    return centsOf(divideToNumber(this.fine(count), powerOfTen(this.fineDecimals - 2)));
  }

  /** The same to eight digits at least: a coin of a millionth has its digits behind the eighth decimal. */
  averageInDigits<P extends Kind>(total: Count<K>, count: Count<P>, unit: Unit<P>): number {
    const each = this.average(total, count, unit);
    if (Math.abs(each) >= 0.1) return each;
    const shift = powerOfTen(this.fineDecimals - unit.fineDecimals);
    const exact = divideRounded(this.fine(total) * SMALLEST_PARTS, unit.fine(count) * shift);
    return Number(Number(`${exact}e-24`).toPrecision(8));
  }

  /** The average that a total of this unit comes to per `count` of another, with at most eight decimals. */
  average<P extends Kind>(total: Count<K>, count: Count<P>, unit: Unit<P>): number {
    const decimals = this.decimals - unit.decimals;
    const sum = formOf(total);
    const by = formOf(count);
    if (typeof sum === 'number' && typeof by === 'number' && decimals >= 0 && decimals <= 8) {
      const each = evenQuotient(sum, by);
      if (!Number.isNaN(each)) return each / (POWERS_OF_TEN[decimals] ?? 1);
      const quick = quickQuotient(sum * (POWERS_OF_TEN[8 - decimals] ?? 1), by);
      if (quick !== null) return quick / 1e8;
    }
    const eighth = powerOfTen(this.fineDecimals - unit.fineDecimals - 8);
    return decimalQuotient(this.fine(total), unit.fine(count) * eighth, 8);
  }
}

/** Nearly every result and fee is whole cents; what is finer is exact all the same. */
export const CENTS = Unit.of('amount', 2);

/** Money with up to eight decimals, as results keep it until they are added up and rounded once. */
export const RESULTS = Unit.of('amount', 8);

/** a − b of amounts that are exact to eight decimals, to the last of them. */
export function subtractDollars(a: number, b: number): number {
  return RESULTS.roundToEightPlaces(RESULTS.minus(countDollars(a), countDollars(b)));
}

/** An amount that is a number; what is none counts nothing. */
export function countDollars(amount: number): Count<'amount'> {
  const read = parseCompact('amount', amount);
  return read === null ? NONE : RESULTS.count(read);
}

/** As it leaves, with at most eight decimals. */
export function dollarsOf(count: Count<'amount'>): number {
  return RESULTS.roundToEightPlaces(count);
}

/** Amounts that are exact to eight decimals, added without losing one. */
export function addDollars(amounts: Iterable<number>): number {
  const sum = new Sum(RESULTS);
  for (const amount of amounts) sum.add(countDollars(amount));
  return RESULTS.roundToEightPlaces(sum.total);
}

/** For quantities that are exact already. */
export const QUANTITIES = Unit.of('quantity', 12);

/** What `quotient` counts in. */
export const QUOTIENTS = Unit.of('ratio', 12);

/** A sum of many counts of one unit: a number until that is full, then carried into a bigint. */
export class Sum<K extends Kind> {
  readonly #unit: Unit<K>;
  #part = 0;
  #carried = 0n;

  constructor(unit: Unit<K>) {
    this.#unit = unit;
  }

  add(count: Count<K>): void {
    const form = formOf(count);
    if (typeof form === 'bigint') {
      this.#carried += form;
      return;
    }
    const part = this.#part + form;
    if (Math.abs(part) <= Number.MAX_SAFE_INTEGER) {
      this.#part = part;
      return;
    }
    this.#carried += this.#unit.fine(countIn(this.#part));
    this.#part = form;
  }

  get total(): Count<K> {
    return this.#carried === 0n ? countIn(this.#part) : countIn(this.fine);
  }

  /** In the unit's fine parts. */
  get fine(): bigint {
    return this.#carried + this.#unit.fine(countIn(this.#part));
  }

  /** As an exact decimal, where the unit is one of `Unit.of`. */
  get exact(): Exact<K> {
    return exactOf(this.fine);
  }
}
