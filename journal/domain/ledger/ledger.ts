// The arithmetic of positions that belong together: shares, what they cost, fees. It alone knows how they are counted
// (in the coarsest unit their decimals allow, as whole numbers); to everyone else a quantity or an amount is something to
// add, take from and compare.

import {
  type Amount,
  amountOf,
  CONVERTED_DECIMALS,
  type Count,
  decimalsFor,
  type Fixed,
  fixedOfAmount,
  isNone,
  ONE,
  over,
  times,
  Unit,
} from '../money/index.ts';
import { type Cents, productInCents, RunningShare, shareOfCents } from '../money/cents.ts';
import type { Fill } from '../executions/index.ts';

/** Shares or contracts. */
export type Quantity = Count;
/** Money: what shares cost or brought, or fees. */
export type Money = Count;

/** Shares with what was paid or received for them. */
export interface Parcel {
  quantity: Quantity;
  /** Quantity × price × multiplier, at the rate of its day. */
  value: Money;
  fee: Money;
}

/** How much was traded, and at which prices: for averages. */
export interface Tally {
  quantity: Quantity;
  /** Quantity × price. */
  priced: Money;
}

/** What exits have brought so far. */
export interface Result {
  /** Before fees. */
  gross: Money;
  fees: Money;
}

export class Ledger {
  readonly #quantity: Unit;
  readonly #price: Unit;
  readonly #multiplier: Unit;
  readonly #fee: Unit;
  /** Of quantity × price. */
  readonly #priced: Unit;
  /** Of quantity × price × multiplier: money of the instrument's currency. */
  readonly #native: Unit;
  /** Money of the result's currency; the same where nothing is converted. */
  readonly #value: Unit;
  /** Of that money with fees. */
  readonly #net: Unit;

  /** `feeDecimals` are those that fees need at least: twelve where they are shared out, for a share is rounded to so many. */
  constructor(fills: readonly Fill[], feeDecimals: 0 | 12 = 0) {
    let quantity = 0;
    let price = 0;
    let multiplier = 0;
    let fee: number = feeDecimals;
    let isConverted = false;
    for (const fill of fills) {
      quantity = decimalsFor(fill.quantity, quantity);
      price = decimalsFor(fill.price, price);
      multiplier = decimalsFor(fill.multiplier, multiplier);
      fee = decimalsFor(fill.fee, fee);
      isConverted ||= fill.rate !== 1;
    }
    this.#quantity = new Unit(quantity);
    this.#price = new Unit(price);
    this.#multiplier = new Unit(multiplier);
    this.#fee = new Unit(fee);
    this.#priced = new Unit(quantity + price, 24);
    this.#native = new Unit(quantity + price + multiplier, 24);
    this.#value = isConverted ? new Unit(Math.max(this.#native.decimals, CONVERTED_DECIMALS), 24) : this.#native;
    this.#net = new Unit(Math.max(this.#value.decimals, fee), 24);
  }

  // --- parcels

  nothing(): Parcel {
    return { quantity: 0, value: 0, fee: 0 };
  }

  /** All of these fills together. */
  parcelOf(fills: readonly Fill[]): Parcel & Tally {
    let [quantity, priced, value, fee]: [Quantity, Money, Money, Money] = [0, 0, 0, 0];
    for (const fill of fills) {
      const filled = this.#quantity.count(fill.quantity);
      const product = this.#priced.product(filled, this.#quantity, this.#price.count(fill.price), this.#price);
      quantity = this.#quantity.plus(quantity, filled);
      priced = this.#priced.plus(priced, product);
      value = this.#value.plus(value, this.#worth(product, fill));
      fee = this.#fee.plus(fee, this.#fee.count(fill.fee));
    }
    return { quantity, priced, value, fee };
  }

  /** So much at a price, or for a total in its place. */
  parcelAt(
    quantity: Quantity,
    terms: { price: Fixed; multiplier: Amount; rate: Amount; total: Fixed | null; fee: Fixed },
  ): Parcel & Tally {
    const fee = this.#fee.count(amountOf(terms.fee));
    if (terms.total !== null)
      return { quantity, priced: terms.total * ONE, value: times(terms.total, fixedOfAmount(terms.rate)) * ONE, fee };
    const price = this.#price.count(amountOf(terms.price));
    const priced = this.#priced.product(quantity, this.#quantity, price, this.#price);
    return { quantity, priced, value: this.#worth(priced, terms), fee };
  }

  #worth(priced: Money, { multiplier, rate }: Pick<Fill, 'multiplier' | 'rate'>): Money {
    const native = this.#native.product(priced, this.#priced, this.#multiplier.count(multiplier), this.#multiplier);
    if (rate !== 1) return this.#value.atRate(native, this.#native, rate);
    return this.#value === this.#native ? native : this.#value.convert(native, this.#native);
  }

  add(to: Parcel, part: Parcel): void {
    to.quantity = this.#quantity.plus(to.quantity, part.quantity);
    to.value = this.#value.plus(to.value, part.value);
    to.fee = this.#fee.plus(to.fee, part.fee);
  }

  remove(from: Parcel, part: Parcel): void {
    from.quantity = this.#quantity.minus(from.quantity, part.quantity);
    from.value = this.#value.minus(from.value, part.value);
    from.fee = this.#fee.minus(from.fee, part.fee);
  }

  /** Takes a part out, with its share of everything; the quantity is no more than there is. */
  take(from: Parcel, quantity: Quantity): Parcel {
    const part: Parcel = {
      quantity,
      value: this.#value.share(from.value, quantity, from.quantity, this.#quantity),
      fee: this.#fee.share(from.fee, quantity, from.quantity, this.#quantity),
    };
    this.remove(from, part);
    return part;
  }

  /** New shares for old, for the same money. */
  rescale(parcel: { quantity: Quantity }, newShares: Fixed, oldShares: Fixed): void {
    parcel.quantity = this.scaled(parcel.quantity, newShares, oldShares);
  }

  /** New shares beside the old ones, with a fraction of what those cost. */
  spinOff(from: Parcel, fraction: Fixed, newShares: Fixed, oldShares: Fixed): Parcel {
    const value = this.#value.share(from.value, fraction, ONE, this.#quantity);
    const fee = this.#fee.share(from.fee, fraction, ONE, this.#quantity);
    from.value = this.#value.minus(from.value, value);
    from.fee = this.#fee.minus(from.fee, fee);
    return { quantity: this.scaled(from.quantity, newShares, oldShares), value, fee };
  }

  /**
   * Money paid out lowers what the shares cost; what is realised by it. With `worth`, what is left is worth so much a
   * share, and a gain is realised up to the money paid; without it only what exceeds the cost.
   */
  payOut(parcel: Parcel, perShare: Fixed, worth: Fixed | null): Money {
    const held = this.#quantity.fine(parcel.quantity);
    const cost = this.#value.fine(parcel.value);
    const paid = perShare * held;
    const gain = worth === null ? 0n : worth * held + paid - cost;
    const realised = gain <= 0n ? 0n : gain < paid ? gain : paid;
    const left = cost - paid + realised;
    parcel.value = left > 0n ? left : 0n;
    return left >= 0n ? realised : realised - left;
  }

  // --- tallies

  count(tally: Tally, traded: Tally): void {
    tally.quantity = this.#quantity.plus(tally.quantity, traded.quantity);
    tally.priced = this.#priced.plus(tally.priced, traded.priced);
  }

  /** Takes a part out, at the average price. */
  takeAtAverage(from: Tally, quantity: Quantity): Tally {
    const priced = this.#priced.share(from.priced, quantity, from.quantity, this.#quantity);
    from.quantity = this.#quantity.minus(from.quantity, quantity);
    from.priced = this.#priced.minus(from.priced, priced);
    return { quantity, priced };
  }

  // --- quantities

  quantityOf(amount: Amount): Quantity {
    return this.#quantity.count(amount);
  }

  plus(a: Quantity, b: Quantity): Quantity {
    return this.#quantity.plus(a, b);
  }

  minus(a: Quantity, b: Quantity): Quantity {
    return this.#quantity.minus(a, b);
  }

  /** Negative when `a` is the smaller one, zero when they are equal. */
  compare(a: Quantity, b: Quantity): number {
    return this.#quantity.compare(a, b);
  }

  least(a: Quantity, b: Quantity): Quantity {
    return this.#quantity.least(a, b);
  }

  total(parts: Iterable<{ readonly quantity: Quantity }>): Quantity {
    let sum: Quantity = 0;
    for (const { quantity } of parts) sum = this.#quantity.plus(sum, quantity);
    return sum;
  }

  /** The two are a ratio, whatever they are counted in. */
  scaled(quantity: Quantity, newShares: Fixed, oldShares: Fixed): Quantity {
    return this.#quantity.share(quantity, newShares, oldShares, this.#quantity);
  }

  /** As an amount again. */
  amountOf(quantity: Quantity): Amount {
    return amountOf(this.#quantity.fine(quantity));
  }

  // --- results

  /** What closing a part realised: `opened` is what was entered with, `closed` what was left with. */
  realise(result: Result, side: 1 | -1, opened: Parcel, closed: Parcel): void {
    const [more, less] = side === 1 ? [closed, opened] : [opened, closed];
    result.gross = this.#value.plus(result.gross, this.#value.minus(more.value, less.value));
    result.fees = this.#fee.plus(result.fees, this.#fee.plus(closed.fee, opened.fee));
  }

  /** Money that was realised without closing anything. */
  gain(result: Result, side: 1 | -1, amount: Money): void {
    result.gross = side === 1 ? this.#value.plus(result.gross, amount) : this.#value.minus(result.gross, amount);
  }

  /** In whole cents, after fees. */
  centsOf(result: Result): number {
    return this.#net.wholeCents(this.#lessFees(result.gross, result.fees));
  }

  /** Paid for a purchase, or received for a sale, fees included, in whole cents. */
  centsOfFill(fill: Fill): Cents {
    const quantity = this.#quantity.count(fill.quantity);
    const priced = this.#priced.product(quantity, this.#quantity, this.#price.count(fill.price), this.#price);
    const [value, fee] = [this.#worth(priced, fill), this.#fee.count(fill.fee)];
    return this.#net.wholeCents(fill.side === 1 ? this.#withFees(value, fee) : this.#lessFees(value, fee));
  }

  /** The same of a parcel that closes a position of this side. */
  centsOfClosing({ value, fee }: Parcel, side: 1 | -1): Cents {
    return this.#net.wholeCents(side === 1 ? this.#lessFees(value, fee) : this.#withFees(value, fee));
  }

  /** So much a share, in whole cents. */
  centsFor(quantity: Quantity, perShare: Fixed): Cents {
    return productInCents(perShare * this.#quantity.fine(quantity));
  }

  /** The part of an amount in cents that belongs to `part` of `whole`. */
  centsOfPart(cents: Cents, part: Quantity, whole: Quantity): Cents {
    return shareOfCents(cents, part, whole, this.#quantity);
  }

  /** Hands out cents by quantity so that all parts together are the total. */
  sharing(total: Cents, whole: Quantity): RunningShare {
    return new RunningShare(total, whole, this.#quantity);
  }

  #withFees(value: Money, fees: Money): Money {
    return this.#net.plus(this.#net.convert(value, this.#value), this.#net.convert(fees, this.#fee));
  }

  #lessFees(value: Money, fees: Money): Money {
    return this.#net.minus(this.#net.convert(value, this.#value), this.#net.convert(fees, this.#fee));
  }

  // --- as they leave

  shares(quantity: Quantity): number {
    return this.#quantity.eighths(quantity);
  }

  averagePrice({ priced, quantity }: Tally): number {
    return this.#priced.average(priced, quantity, this.#quantity);
  }

  dollars(value: Money): number {
    return this.#value.cents(value);
  }

  fees(fee: Money): number {
    return this.#fee.cents(fee);
  }

  net(result: Result): number {
    return this.#net.cents(this.#lessFees(result.gross, result.fees));
  }

  rate(rate: Amount): number {
    return typeof rate === 'number' ? rate : Number(rate) / Number(ONE);
  }

  perPoint(multiplier: Amount): number {
    return this.#multiplier.eighths(this.#multiplier.count(multiplier));
  }

  /** What one share cost, to compare with others. */
  unitCost({ value, quantity }: Parcel): Fixed {
    return over(this.#value.fine(value), this.#quantity.fine(quantity));
  }

  /** For an order of lots by price. */
  exactQuantity(quantity: Quantity): Fixed {
    return this.#quantity.fine(quantity);
  }
}

export function isZero(quantity: Quantity): boolean {
  return isNone(quantity);
}
