// The law of `unit.ts`: whether an amount is counted as a number or as a bigint can be seen in no result.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountOf,
  cents,
  centsOfProduct,
  type Count,
  decimalsFor,
  divideRounded,
  eighths,
  eighthsOfQuotient,
  type Fixed,
  fixedOfAmount,
  fixedText,
  over,
  parseAmount,
  parseFixed,
  QUOTIENTS,
  Sum,
  Unit,
} from './index.ts';

/** Cents mostly, but also amounts of twelve decimals, ones beyond the safe integers, and zero. */
const fixed = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((count) => BigInt(count) * 10n ** 10n),
  fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
  fc.bigInt({ min: -(10n ** 35n), max: 10n ** 35n }),
  fc.constantFrom(0n, 10n ** 27n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) * 10n ** 12n),
);
const positive = fixed.map((value): Fixed => (value < 0n ? -value : value + 1n));

/** A unit fit for these, and their counts in it. */
function counted(...values: readonly Fixed[]): [Unit, Count[]] {
  const amounts = values.map(amountOf);
  const unit = new Unit(amounts.reduce<number>((decimals, amount) => decimalsFor(amount, decimals), 0));
  return [unit, amounts.map((amount) => unit.count(amount))];
}

describe('an amount', () => {
  it('is a number exactly when that number is read back as the same decimal', () => {
    fc.assert(
      fc.property(fixed, (value) => {
        const amount = amountOf(value);
        expect(fixedOfAmount(amount)).toBe(value);
        expect(parseAmount(fixedText(value))).toBe(amount);
        if (typeof amount === 'number') expect(parseFixed(amount)).toBe(value);
      }),
    );
  });

  it('is read from any number as parseFixed reads it', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const amount = parseAmount(value);
        expect(amount === null ? null : fixedOfAmount(amount)).toBe(parseFixed(value));
      }),
    );
  });
});

describe('counting in a unit', () => {
  it('adds, subtracts, compares and rounds as the bigints do', () => {
    fc.assert(
      fc.property(fixed, fixed, (a, b) => {
        const [unit, [x = 0, y = 0]] = counted(a, b);
        expect(unit.fine(unit.plus(x, y))).toBe(a + b);
        expect(unit.fine(unit.minus(x, y))).toBe(a - b);
        expect(Math.sign(unit.compare(x, y))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(unit.cents(x)).toBe(cents(a));
        expect(unit.eighths(x)).toBe(eighths(a));
      }),
    );
  });

  it('keeps an amount that its unit is too coarse for', () => {
    fc.assert(
      fc.property(fixed, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const unit = new Unit(decimals);
        expect(unit.fine(unit.count(amountOf(value)))).toBe(value);
      }),
    );
  });

  it('multiplies exactly, and averages and rounds the product once', () => {
    fc.assert(
      fc.property(positive, fixed, (quantity, price) => {
        const [units, [count = 0]] = counted(quantity);
        const [prices, [each = 0]] = counted(price);
        const products = new Unit(units.decimals + prices.decimals, 24);
        const product = products.product(count, units, each, prices);
        expect(products.fine(product)).toBe(quantity * price);
        expect(products.cents(product)).toBe(centsOfProduct(quantity * price));
        expect(products.wholeCents(product)).toBe(Number(divideRounded(quantity * price, 10n ** 22n)));
        expect(products.average(product, count, units)).toBe(eighthsOfQuotient(quantity * price, quantity));
      }),
    );
  });

  it('shares to the fine part, and what it gave and what is left are the whole', () => {
    fc.assert(
      fc.property(fixed, positive, positive, (total, part, rest) => {
        const whole = part + rest;
        const [unit, [sum = 0]] = counted(total);
        const [units, [some = 0, all = 0]] = counted(part, whole);
        const share = unit.share(sum, some, all, units);
        expect(unit.fine(share)).toBe(divideRounded(total * part, whole));
        expect(unit.fine(unit.plus(share, unit.minus(sum, share)))).toBe(total);
      }),
    );
  });

  it('shares whole cents by quantity as the bigints do', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), positive, positive, (total, part, rest) => {
        const [units, [some = 0, all = 0]] = counted(part, part + rest);
        expect(units.shareOf(total, some, all)).toBe(Number(divideRounded(BigInt(total) * part, part + rest)) + 0);
      }),
    );
  });

  it('divides to twelve decimals as the bigints do', () => {
    fc.assert(
      fc.property(fixed, positive, (a, b) => {
        const [unit, [x = 0, y = 1]] = counted(a, b);
        expect(QUOTIENTS.fine(unit.quotient(x, y))).toBe(over(a, b));
      }),
    );
  });

  it('adds up any number of counts, past the safe integers and back', () => {
    fc.assert(
      fc.property(fc.array(fixed), (values) => {
        const [unit, counts] = counted(...values);
        const sum = new Sum(unit);
        for (const count of counts) sum.add(count);
        expect(sum.fine).toBe(values.reduce((total, value) => total + value, 0n));
      }),
    );
  });

  it('converts to a finer unit without a change', () => {
    fc.assert(
      fc.property(fixed, fc.integer({ min: 0, max: 12 }), (value, more) => {
        const [unit, [count = 0]] = counted(value);
        const finer = new Unit(unit.decimals + more, 24);
        expect(finer.fine(finer.convert(count, unit))).toBe(value * 10n ** 12n);
      }),
    );
  });
});
