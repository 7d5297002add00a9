// Exact arithmetic in plain numbers. Amounts that belong together (the prices of one position, the results of a list of
// trades) are counted in a unit small enough for all of them: cents, mostly. A sum or product of such counts is exact while
// it is a safe integer; one that is not, or a share that does not come out even, goes on as a bigint of much finer units.
// Every operation takes and gives either kind, so nobody who counts has to know which one it is.

import {
  cents,
  centsOfProduct,
  divideRounded,
  eighths,
  eighthsOfQuotient,
  type Fixed,
  ONE,
  over,
  parseFixed,
  quickQuotient,
  roundedQuotient,
} from './fixed.ts';
import { divideSafe, evenQuotient, isCountedIn, isShort, LARGEST_SHORT, POWERS_OF_TEN, shortText } from './short.ts';

const CENT = ONE / 100n;
/** The largest divisor whose remainders stay safe integers when they are multiplied by a million. */
const MOST_DIVISOR = 9e9;

/** A decimal as it was read: a number when it is short (see `short.ts`), else counted in 1e-12. Equal ones are `===`. */
export type Amount = number | bigint;

/** The exact value of a number or decimal string, or null when it is neither. Never throws. */
export function parseAmount(value: unknown): Amount | null {
  if (typeof value === 'number') {
    if (isShort(value)) return value + 0;
  } else if (typeof value === 'string') {
    const short = shortText(value);
    if (short !== null) return short;
  }
  const exact = parseFixed(value);
  return exact === null ? null : amountOf(exact);
}

/** Only what has more than fifteen digits stays a bigint, so that one decimal has one form. */
export function amountOf(exact: Fixed): Amount {
  let digits = exact;
  let decimals = 12;
  while (decimals > 0 && digits % 10n === 0n) {
    digits /= 10n;
    decimals -= 1;
  }
  const count = Number(digits);
  return Math.abs(count) < LARGEST_SHORT ? count / (POWERS_OF_TEN[decimals] ?? 1) : exact;
}

/** Converted money has this many decimals: far below what a currency knows, and a million fills still add up to the cent. */
export const CONVERTED_DECIMALS = 6;
const CONVERTED_PART = 10n ** BigInt(12 - CONVERTED_DECIMALS);

/** An amount at a rate. */
export function atRate(amount: Amount, rate: Amount): Amount {
  if (rate === 1 || amount === 0) return amount;
  if (typeof amount === 'number' && typeof rate === 'number') {
    const quick = quickQuotient(amount * rate * 1e6, 1);
    if (quick !== null) return quick / 1e6;
  }
  const exact = divideRounded(fixedOfAmount(amount) * fixedOfAmount(rate), ONE * CONVERTED_PART);
  return amountOf(exact * CONVERTED_PART);
}

export function fixedOfAmount(amount: Amount): Fixed {
  // A short decimal can always be read.
  return typeof amount === 'bigint' ? amount : (parseFixed(amount) ?? 0n);
}

/** The decimals that all of these need, or `least` where that is more. Amounts that are not short do not count. */
export function decimalsFor(amount: Amount, least: number): number {
  let decimals = least;
  if (typeof amount === 'number') while (decimals < 12 && !isCountedIn(amount, decimals)) decimals += 1;
  return decimals;
}

/** So many of a unit; as a bigint, so many of the unit's fine parts. */
export type Count = number | bigint;

export function isNone(count: Count): boolean {
  return count === 0 || count === 0n;
}

export class Unit {
  readonly decimals: number;
  /** Fine parts are 1e-12 for amounts and 1e-24 for products of two of them. */
  readonly fineDecimals: 12 | 24;
  readonly #power: number;
  readonly #fineParts: bigint;
  /** Counts up to this size are numbers: none where the unit is finer than its fine parts. */
  readonly #most: number;

  constructor(decimals: number, fineDecimals: 12 | 24 = 12) {
    const fits = decimals <= fineDecimals && decimals < POWERS_OF_TEN.length;
    this.decimals = decimals;
    this.fineDecimals = fineDecimals;
    // Where counts do not fit numbers only zero stays one, and zero is the same in any unit.
    this.#power = fits ? (POWERS_OF_TEN[decimals] ?? 1) : 1e12;
    this.#fineParts = fits ? 10n ** BigInt(fineDecimals - decimals) : 1n;
    this.#most = fits ? Number.MAX_SAFE_INTEGER : -1;
  }

  /** An amount in this unit, where `fineDecimals` is 12. */
  count(amount: Amount): Count {
    if (typeof amount === 'bigint') return amount;
    const count = Math.round(amount * this.#power);
    if (Math.abs(count) < LARGEST_SHORT && count / this.#power === amount) return count + 0;
    return fixedOfAmount(amount);
  }

  /** The same amount in this unit, which is no coarser than the one it comes from. */
  convert(count: Count, from: Unit): Count {
    if (typeof count === 'number') {
      const converted = count * (POWERS_OF_TEN[this.decimals - from.decimals] ?? NaN);
      if (Math.abs(converted) <= this.#most) return converted;
    }
    const fine = from.fine(count);
    return this.fineDecimals === from.fineDecimals ? fine : fine * ONE;
  }

  /** Money of another unit at a rate, rounded to this one. */
  atRate(count: Count, from: Unit, rate: Amount): Count {
    // A unit that was not made for it is too coarse to round to.
    if (this.decimals < CONVERTED_DECIMALS) return divideRounded(from.fine(count) * fixedOfAmount(rate), ONE);
    if (typeof count === 'number' && typeof rate === 'number') {
      const quick = quickQuotient(count * rate * (POWERS_OF_TEN[this.decimals - from.decimals] ?? NaN), 1);
      if (quick !== null && Math.abs(quick) <= this.#most) return quick;
    }
    const exact = divideRounded(from.fine(count) * fixedOfAmount(rate), ONE * this.#fineParts);
    const asNumber = Number(exact);
    return Math.abs(asNumber) <= this.#most ? asNumber : exact * this.#fineParts;
  }

  plus(a: Count, b: Count): Count {
    if (typeof a === 'number' && typeof b === 'number') {
      const sum = a + b;
      if (Math.abs(sum) <= this.#most) return sum;
    }
    return this.fine(a) + this.fine(b);
  }

  minus(a: Count, b: Count): Count {
    if (typeof a === 'number' && typeof b === 'number') {
      const difference = a - b;
      if (Math.abs(difference) <= this.#most) return difference;
    }
    return this.fine(a) - this.fine(b);
  }

  /** Negative when `a` is the smaller one, zero when they are equal. */
  compare(a: Count, b: Count): number {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    const difference = this.fine(a) - this.fine(b);
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }

  least(a: Count, b: Count): Count {
    return this.compare(a, b) <= 0 ? a : b;
  }

  /** a × b in this unit, whose decimals are those of the two together. */
  product(a: Count, unitOfA: Unit, b: Count, unitOfB: Unit): Count {
    if (typeof a === 'number' && typeof b === 'number') {
      const product = a * b;
      if (Math.abs(product) <= this.#most) return product + 0;
    }
    const fine = unitOfA.fine(a) * unitOfB.fine(b);
    const surplus = unitOfA.fineDecimals + unitOfB.fineDecimals - this.fineDecimals;
    return surplus === 0 ? fine : fine / (surplus === 12 ? ONE : ONE * ONE);
  }

  /** The part of `total` that belongs to `part` of `whole`, both in `unit`; rounded to the fine part where it must be. */
  share(total: Count, part: Count, whole: Count, unit: Unit): Count {
    if (part === whole) return total;
    if (typeof total === 'number' && typeof part === 'number' && typeof whole === 'number') {
      const product = total * part;
      if (Math.abs(product) <= this.#most) {
        // A unit that is as fine as its fine parts is rounded to itself.
        const share = this.#fineParts === 1n ? divideSafe(product, whole) : evenQuotient(product, whole);
        if (!Number.isNaN(share)) return share + 0;
      }
    }
    const fine = divideRounded(this.fine(total) * unit.fine(part), unit.fine(whole));
    // Back to a number where it came out even after all.
    const even = this.#most > 0 && fine % this.#fineParts === 0n ? Number(fine / this.#fineParts) : NaN;
    return Math.abs(even) <= this.#most ? even : fine;
  }

  /** The part of a whole number of anything that belongs to `part` of `whole` of this unit, halves away from zero. */
  shareOf(total: number, part: Count, whole: Count): number {
    if (typeof part === 'number' && typeof whole === 'number') {
      const product = total * part;
      if (Math.abs(product) <= Number.MAX_SAFE_INTEGER) return divideSafe(product, whole);
    }
    return roundedQuotient(BigInt(total) * this.fine(part), this.fine(whole));
  }

  /** a ÷ b to twelve decimals, halves away from zero, counted in `QUOTIENTS`; b is positive. */
  quotient(a: Count, b: Count): Count {
    if (typeof a === 'number' && typeof b === 'number' && b <= MOST_DIVISOR) {
      // Long division, six digits at a time, so that every step is a safe integer.
      const rest = a % b;
      const sixth = rest * 1e6;
      const last = sixth % b;
      const quotient = ((a - rest) / b) * 1e12 + ((sixth - last) / b) * 1e6 + divideSafe(last * 1e6, b);
      if (Math.abs(quotient) <= Number.MAX_SAFE_INTEGER) return quotient + 0;
    }
    return over(this.fine(a), this.fine(b));
  }

  /** a ÷ b as a double: to compare or show, never to add up. */
  ratio(a: Count, b: Count): number {
    return typeof a === 'number' && typeof b === 'number' ? a / b : Number(this.fine(a)) / Number(this.fine(b));
  }

  /** In the unit's fine parts. */
  fine(count: Count): bigint {
    return typeof count === 'bigint' ? count : BigInt(count) * this.#fineParts;
  }

  /** As it leaves: dollars rounded to whole cents, halves away from zero. */
  cents(count: Count): number {
    if (typeof count === 'bigint') return this.fineDecimals === 12 ? cents(count) : centsOfProduct(count);
    return this.decimals <= 2 ? count / this.#power : divideSafe(count, this.#power / 100) / 100;
  }

  /** As it leaves: a price or quantity with at most eight decimals. For units of amounts, not of products. */
  eighths(count: Count): number {
    if (typeof count === 'bigint') return eighths(count);
    return this.decimals <= 8 ? count / this.#power : divideSafe(count, this.#power / 1e8) / 1e8;
  }

  /** How many whole cents it comes to, halves away from zero. */
  wholeCents(count: Count): number {
    if (typeof count === 'number') {
      if (this.decimals >= 2) return divideSafe(count, this.#power / 100);
      const inCents = count * (100 / this.#power);
      if (Number.isSafeInteger(inCents)) return inCents;
    }
    return roundedQuotient(this.fine(count), this.fineDecimals === 12 ? CENT : CENT * ONE);
  }

  /** The average that a total of this unit comes to per `count` of another, with at most eight decimals. */
  average(total: Count, count: Count, unit: Unit): number {
    const decimals = this.decimals - unit.decimals;
    if (typeof total === 'number' && typeof count === 'number' && decimals >= 0 && decimals <= 8) {
      const each = evenQuotient(total, count);
      if (!Number.isNaN(each)) return each / (POWERS_OF_TEN[decimals] ?? 1);
      const quick = quickQuotient(total * (POWERS_OF_TEN[8 - decimals] ?? 1), count);
      if (quick !== null) return quick / 1e8;
    }
    return eighthsOfQuotient(this.fine(total), unit.fine(count));
  }
}

/** What `quotient` counts in. */
export const QUOTIENTS = new Unit(12);

/** A sum of many counts of one unit: a number until that is full, then carried into a bigint. */
export class Sum {
  readonly #unit: Unit;
  #part = 0;
  #carried = 0n;

  constructor(unit: Unit) {
    this.#unit = unit;
  }

  add(count: Count): void {
    if (typeof count === 'bigint') {
      this.#carried += count;
      return;
    }
    const part = this.#part + count;
    if (Math.abs(part) <= Number.MAX_SAFE_INTEGER) {
      this.#part = part;
      return;
    }
    this.#carried += this.#unit.fine(this.#part);
    this.#part = count;
  }

  get total(): Count {
    return this.#carried === 0n ? this.#part : this.#carried + this.#unit.fine(this.#part);
  }

  /** In the unit's fine parts. */
  get fine(): bigint {
    return this.#unit.fine(this.total);
  }
}
