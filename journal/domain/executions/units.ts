import { type Count, decimalsFor, type Fixed, ONE, Unit } from '../money/index.ts';
import type { Fill } from './execution.ts';

/** The units in which the fills of one position are counted: as coarse as their decimals allow. */
export class FillUnits {
  readonly quantity: Unit;
  readonly price: Unit;
  readonly multiplier: Unit;
  readonly fee: Unit;
  /** Of quantity × price. */
  readonly priced: Unit;
  /** Of quantity × price × multiplier: dollars. */
  readonly value: Unit;
  /** Of dollars with fees. */
  readonly net: Unit;

  /** `feeDecimals` are those that fees need at least: twelve where they are shared out, for a share is rounded to so many. */
  constructor(fills: readonly Fill[], feeDecimals: 0 | 12 = 0) {
    let quantity = 0;
    let price = 0;
    let multiplier = 0;
    let fee: number = feeDecimals;
    for (const fill of fills) {
      quantity = decimalsFor(fill.quantity, quantity);
      price = decimalsFor(fill.price, price);
      multiplier = decimalsFor(fill.multiplier, multiplier);
      fee = decimalsFor(fill.fee, fee);
    }
    this.quantity = new Unit(quantity);
    this.price = new Unit(price);
    this.multiplier = new Unit(multiplier);
    this.fee = new Unit(fee);
    this.priced = new Unit(quantity + price, 24);
    this.value = new Unit(quantity + price + multiplier, 24);
    this.net = new Unit(Math.max(this.value.decimals, fee), 24);
  }

  pricedOf(quantity: Count, price: Count): Count {
    return this.priced.product(quantity, this.quantity, price, this.price);
  }

  valueOf(priced: Count, multiplier: Count): Count {
    return this.value.product(priced, this.priced, multiplier, this.multiplier);
  }

  /** An amount of money as a value. */
  amount(money: Fixed): Count {
    return money * ONE;
  }

  /** Paid for a purchase. */
  withFees(value: Count, fees: Count): Count {
    return this.net.plus(this.net.convert(value, this.value), this.net.convert(fees, this.fee));
  }

  /** Received for a sale. */
  lessFees(value: Count, fees: Count): Count {
    return this.net.minus(this.net.convert(value, this.value), this.net.convert(fees, this.fee));
  }
}
