// The arithmetic of positions that belong together: shares, what they cost, fees. It alone knows how they are counted
// (in the coarsest unit their decimals allow, as whole numbers); to everyone else a quantity or an amount is something to
// add, take from and compare.

import {
  type Amount,
  approximate,
  type Cents,
  type Compact,
  compactAmount,
  compactQuantity,
  CONVERTED_DECIMALS,
  type Count,
  countOf,
  decimalsFor,
  divideRounded,
  expandAmount,
  multiply,
  NONE,
  ONE,
  PAR,
  PARTS,
  type Quantity,
  QUOTIENTS,
  type Ratio,
  RunningShare,
  shareOfCents,
  subtractDollars,
  Unit,
  valueInCents,
} from '../money/index.ts';
import type { Fill } from '../executions/index.ts';

/** Shares or contracts. */
export type Shares = Count<'quantity'>;
/** Money: what shares cost or brought, or fees. */
export type Money = Count<'amount'>;

/** Shares with what was paid or received for them. */
export interface Parcel {
  quantity: Shares;
  /** Quantity × price × multiplier, at the rate of its day. */
  value: Money;
  fee: Money;
}

/** How much was traded, and at which prices: for averages. */
export interface Tally {
  quantity: Shares;
  /** Quantity × price. */
  priced: Money;
}

/** What exits have brought so far. */
export interface Result {
  /** Before fees. */
  gross: Money;
  fees: Money;
}

/** How finely amounts leave: as they are shown, or so that what is added up later is rounded once, there. */
export type Places = 'cents' | 'exact';

/** A result as it leaves, in dollars. */
export interface SettledResult {
  readonly gross: number;
  readonly costs: number;
  readonly net: number;
}

export class Ledger {
  readonly #quantity: Unit<'quantity'>;
  readonly #price: Unit<'amount'>;
  readonly #multiplier: Unit<'ratio'>;
  readonly #fee: Unit<'amount'>;
  /** Of quantity × price. */
  readonly #priced: Unit<'amount'>;
  /** Of quantity × price × multiplier: money of the instrument's currency. */
  readonly #native: Unit<'amount'>;
  /** Money of the result's currency; the same where nothing is converted. */
  readonly #value: Unit<'amount'>;
  /** Of that money with fees. */
  readonly #net: Unit<'amount'>;

  /** `feeDecimals` are those that fees need at least: twelve where they are shared out, for a share is rounded to twelve decimals. */
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
      isConverted ||= fill.rate !== PAR;
    }
    this.#quantity = Unit.of('quantity', quantity);
    this.#price = Unit.of('amount', price);
    this.#multiplier = Unit.of('ratio', multiplier);
    this.#fee = Unit.of('amount', fee);
    this.#priced = Unit.ofValues(quantity + price);
    this.#native = Unit.ofValues(quantity + price + multiplier);
    this.#value = isConverted ? Unit.ofValues(Math.max(this.#native.decimals, CONVERTED_DECIMALS)) : this.#native;
    this.#net = Unit.ofValues(Math.max(this.#value.decimals, fee));
  }

  // --- parcels

  nothing(): Parcel {
    return { quantity: NONE, value: NONE, fee: NONE };
  }

  /** All of these fills together. */
  parcelOf(fills: readonly Fill[]): Parcel & Tally {
    let quantity: Shares = NONE;
    let priced: Money = NONE;
    let value: Money = NONE;
    let fee: Money = NONE;
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
    quantity: Shares,
    terms: { price: Amount; multiplier: Compact<'ratio'>; rate: Compact<'ratio'>; total: Amount | null; fee: Amount },
  ): Parcel & Tally {
    const fee = this.#fee.count(compactAmount(terms.fee));
    if (terms.total !== null)
      return {
        quantity,
        priced: this.#priced.countExact(terms.total),
        value: this.#value.countExact(multiply(terms.total, expandAmount(terms.rate))),
        fee,
      };
    const price = this.#price.count(compactAmount(terms.price));
    const priced = this.#priced.product(quantity, this.#quantity, price, this.#price);
    return { quantity, priced, value: this.#worth(priced, terms), fee };
  }

  #worth(priced: Money, { multiplier, rate }: Pick<Fill, 'multiplier' | 'rate'>): Money {
    const native = this.#native.product(priced, this.#priced, this.#multiplier.count(multiplier), this.#multiplier);
    if (rate !== PAR) return this.#value.atRate(native, this.#native, rate);
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
  take(from: Parcel, quantity: Shares): Parcel {
    const part: Parcel = {
      quantity,
      value: this.#value.share(from.value, quantity, from.quantity, this.#quantity),
      fee: this.#fee.share(from.fee, quantity, from.quantity, this.#quantity),
    };
    this.remove(from, part);
    return part;
  }

  /** New shares for old, for the same money. */
  rescale(parcel: { quantity: Shares }, newShares: Quantity, oldShares: Quantity): void {
    parcel.quantity = this.scaleQuantity(parcel.quantity, newShares, oldShares);
  }

  /** New shares in addition to the old ones, with a fraction of what those cost. */
  spinOff(from: Parcel, fraction: Ratio, newShares: Quantity, oldShares: Quantity): Parcel {
    const [part, whole] = [QUOTIENTS.countExact(fraction), QUOTIENTS.countExact(ONE)];
    const value = this.#value.share(from.value, part, whole, QUOTIENTS);
    const fee = this.#fee.share(from.fee, part, whole, QUOTIENTS);
    from.value = this.#value.minus(from.value, value);
    from.fee = this.#fee.minus(from.fee, fee);
    return { quantity: this.scaleQuantity(from.quantity, newShares, oldShares), value, fee };
  }

  /**
   * Money paid out lowers what the shares cost; what is realised by it. With `worth`, what is left is worth so much a
   * share, and a gain is realised up to the money paid; without it only what exceeds the cost.
   */
  payOut(parcel: Parcel, perShare: Amount, worth: Amount | null): Money {
    const held = this.#quantity.fine(parcel.quantity);
    const cost = this.#value.fine(parcel.value);
    const paid = countOf(perShare) * held;
    const gain = worth === null ? 0n : countOf(worth) * held + paid - cost;
    const realised = gain <= 0n ? 0n : gain < paid ? gain : paid;
    const left = cost - paid + realised;
    parcel.value = this.#value.countFine(left > 0n ? left : 0n);
    return this.#value.countFine(left >= 0n ? realised : realised - left);
  }

  // --- tallies

  count(tally: Tally, traded: Tally): void {
    tally.quantity = this.#quantity.plus(tally.quantity, traded.quantity);
    tally.priced = this.#priced.plus(tally.priced, traded.priced);
  }

  /** Takes a part out, at the average price. */
  takeAtAverage(from: Tally, quantity: Shares): Tally {
    const priced = this.#priced.share(from.priced, quantity, from.quantity, this.#quantity);
    from.quantity = this.#quantity.minus(from.quantity, quantity);
    from.priced = this.#priced.minus(from.priced, priced);
    return { quantity, priced };
  }

  // --- quantities

  quantityOf(amount: Compact<'quantity'>): Shares {
    return this.#quantity.count(amount);
  }

  plus(a: Shares, b: Shares): Shares {
    return this.#quantity.plus(a, b);
  }

  minus(a: Shares, b: Shares): Shares {
    return this.#quantity.minus(a, b);
  }

  /** Negative when `a` is the smaller one, zero when they are equal. */
  compare(a: Shares, b: Shares): number {
    return this.#quantity.compare(a, b);
  }

  least(a: Shares, b: Shares): Shares {
    return this.#quantity.least(a, b);
  }

  total(parts: Iterable<{ readonly quantity: Shares }>): Shares {
    let sum: Shares = NONE;
    for (const { quantity } of parts) sum = this.#quantity.plus(sum, quantity);
    return sum;
  }

  /** The two are a ratio, whatever they are counted in. */
  scaleQuantity(quantity: Shares, newShares: Quantity, oldShares: Quantity): Shares {
    const [part, whole] = [this.#quantity.countExact(newShares), this.#quantity.countExact(oldShares)];
    return this.#quantity.share(quantity, part, whole, this.#quantity);
  }

  compactQuantity(quantity: Shares): Compact<'quantity'> {
    return compactQuantity(this.#quantity.exact(quantity));
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

  /** A cost that no fill had. */
  charge(result: Result, amount: Amount): void {
    result.fees = this.#fee.plus(result.fees, this.#fee.count(compactAmount(amount)));
  }

  /** In whole cents, after fees. */
  centsOf(result: Result): Cents {
    return this.#net.toCents(this.#lessFees(result.gross, result.fees));
  }

  /** Paid for a purchase, or received for a sale, fees included, in whole cents. */
  centsOfFill(fill: Fill): Cents {
    const quantity = this.#quantity.count(fill.quantity);
    const priced = this.#priced.product(quantity, this.#quantity, this.#price.count(fill.price), this.#price);
    const [value, fee] = [this.#worth(priced, fill), this.#fee.count(fill.fee)];
    return this.#net.toCents(fill.side === 1 ? this.#withFees(value, fee) : this.#lessFees(value, fee));
  }

  /** The same of a parcel that closes a position of this side. */
  centsOfClosing({ value, fee }: Parcel, side: 1 | -1): Cents {
    return this.#net.toCents(side === 1 ? this.#lessFees(value, fee) : this.#withFees(value, fee));
  }

  /** So much a share, in whole cents. */
  centsFor(quantity: Shares, perShare: Amount): Cents {
    return valueInCents(this.#quantity.exact(quantity), perShare);
  }

  /** The part of an amount in cents that belongs to `part` of `whole`. */
  centsOfPart(cents: Cents, part: Shares, whole: Shares): Cents {
    return shareOfCents(cents, part, whole, this.#quantity);
  }

  /** Hands out cents by quantity so that all parts together are the total. */
  sharing(total: Cents, whole: Shares): RunningShare {
    return new RunningShare(total, whole, this.#quantity);
  }

  #withFees(value: Money, fees: Money): Money {
    return this.#net.plus(this.#net.convert(value, this.#value), this.#net.convert(fees, this.#fee));
  }

  #lessFees(value: Money, fees: Money): Money {
    return this.#net.minus(this.#net.convert(value, this.#value), this.#net.convert(fees, this.#fee));
  }

  // --- as they leave

  /** With at most eight decimals, or as exactly as a number can. */
  shares(quantity: Shares, places: Places = 'cents'): number {
    return places === 'cents' ? this.#quantity.roundToEightPlaces(quantity) : this.#quantity.toNumber(quantity);
  }

  /** As text where it has more digits than a number holds. */
  sharesText(quantity: Shares): string | null {
    return this.#quantity.beyondNumber(quantity);
  }

  averagePrice({ priced, quantity }: Tally, places: Places = 'cents'): number {
    return places === 'cents'
      ? this.#priced.average(priced, quantity, this.#quantity)
      : this.#priced.averageInDigits(priced, quantity, this.#quantity);
  }

  /** What each one cost or brought, its multiplier included. */
  costEach({ value, quantity }: Parcel): number {
    return this.#value.averageInDigits(value, quantity, this.#quantity);
  }

  /** In whole cents, or with up to eight decimals. */
  dollars(value: Money, places: Places): number {
    return places === 'cents' ? this.#value.roundToCents(value) : this.#value.roundToEightPlaces(value);
  }

  fees(fee: Money, places: Places): number {
    return places === 'cents' ? this.#fee.roundToCents(fee) : this.#fee.roundToEightPlaces(fee);
  }

  /** What leaves of a result. With eight decimals the net is the gross less the costs, to the last of them. */
  settle(result: Result, places: Places): SettledResult {
    const gross = this.dollars(result.gross, places);
    const costs = this.fees(result.fees, places);
    const net =
      places === 'cents'
        ? this.#net.roundToCents(this.#lessFees(result.gross, result.fees))
        : subtractDollars(gross, costs);
    return { gross, costs, net };
  }

  rate(rate: Compact<'ratio'>): number {
    return approximate(rate);
  }

  perPoint(multiplier: Compact<'ratio'>): number {
    return this.#multiplier.roundToEightPlaces(this.#multiplier.count(multiplier));
  }

  /** What one share cost: to compare with others, and for nothing else. */
  unitCost({ value, quantity }: Parcel): bigint {
    return divideRounded(this.#value.fine(value) * PARTS, this.#quantity.fine(quantity));
  }

  /** For an order of lots by price. */
  exactQuantity(quantity: Shares): Quantity {
    return this.#quantity.exact(quantity);
  }
}
