// The law of `unit.ts`: whether an amount is counted as a number or as a bigint can be seen in no result.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  centsOf,
  type Compact,
  compactAmount,
  compactQuantity,
  type Count,
  countOf,
  decimalsFor,
  divideRounded,
  exactOf,
  expandAmount,
  expandQuantity,
  NONE,
  parseAmount,
  parseCompact,
  parseQuantity,
  quantityText,
  QUOTIENTS,
  ratioOf,
  roundQuantity,
  roundToCents,
  roundToEightPlaces,
  Sum,
  textOf,
  Unit,
} from './index.ts';

/** Cents mostly, but also amounts of twelve decimals, ones beyond the safe integers, and zero. */
const fixed = fc.oneof(
  fc.integer({ min: -1_000_000, max: 1_000_000 }).map((count) => BigInt(count) * 10n ** 10n),
  fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }),
  fc.bigInt({ min: -(10n ** 35n), max: 10n ** 35n }),
  fc.constantFrom(0n, 10n ** 27n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 53n) * 10n ** 12n),
);
const positive = fixed.map((value): bigint => (value < 0n ? -value : value + 1n));

type Amounts = Count<'amount'>;

/** A unit fit for these, and their counts in it. */
function countIn(...values: readonly bigint[]): [Unit<'amount'>, Amounts[]] {
  const amounts = values.map((value) => compactAmount(exactOf<'amount'>(value)));
  const unit = Unit.of('amount', decimalsOf(amounts));
  return [unit, amounts.map((amount) => unit.count(amount))];
}

/** The same for quantities, which are counted in 1e-18. */
function countedQuantities(...values: readonly bigint[]): [Unit<'quantity'>, Count<'quantity'>[]] {
  const quantities = values.map((value) => compactQuantity(exactOf(value)));
  const unit = Unit.of('quantity', decimalsOf(quantities));
  return [unit, quantities.map((quantity) => unit.count(quantity))];
}

function decimalsOf(values: readonly Compact<'amount' | 'quantity'>[]): number {
  return values.reduce<number>((decimals, value) => decimalsFor(value, decimals), 0);
}

describe('a compact decimal', () => {
  it('is a number exactly when that number is read back as the same decimal', () => {
    fc.assert(
      fc.property(fixed, (value) => {
        const exact = exactOf<'amount'>(value);
        const amount = compactAmount(exact);
        expect(expandAmount(amount)).toBe(exact);
        expect(parseCompact('amount', textOf(exact))).toBe(amount);
        if (typeof amount === 'number') expect(parseAmount(amount)).toBe(exact);
        const many = exactOf<'quantity'>(value);
        expect(expandQuantity(compactQuantity(many))).toBe(many);
        expect(parseCompact('quantity', quantityText(many))).toBe(compactQuantity(many));
      }),
    );
  });

  it('is read from any number as the exact one is', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        const amount = parseCompact('amount', value);
        expect(amount === null ? null : expandAmount(amount)).toBe(parseAmount(value));
        const quantity = parseCompact('quantity', value);
        expect(quantity === null ? null : expandQuantity(quantity)).toBe(parseQuantity(value));
      }),
    );
  });
});

describe('counting in a unit', () => {
  it('adds, subtracts, compares and rounds as the bigints do', () => {
    fc.assert(
      fc.property(fixed, fixed, (a, b) => {
        const [unit, [x = NONE, y = NONE]] = countIn(a, b);
        expect(unit.fine(unit.plus(x, y))).toBe(a + b);
        expect(unit.fine(unit.minus(x, y))).toBe(a - b);
        expect(Math.sign(unit.compare(x, y))).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect(unit.roundToCents(x)).toBe(roundToCents(exactOf(a)));
        expect(unit.roundToEightPlaces(x)).toBe(roundToEightPlaces(exactOf<'amount'>(a)));
      }),
    );
  });

  it('keeps an amount that its unit is too coarse for', () => {
    fc.assert(
      fc.property(fixed, fc.integer({ min: 0, max: 12 }), (value, decimals) => {
        const unit = Unit.of('amount', decimals);
        expect(unit.fine(unit.count(compactAmount(exactOf<'amount'>(value))))).toBe(value);
        const units = Unit.of('quantity', decimals);
        expect(units.fine(units.count(compactQuantity(exactOf(value))))).toBe(value);
        expect(units.roundToEightPlaces(units.count(compactQuantity(exactOf(value))))).toBe(
          roundQuantity(exactOf(value)),
        );
      }),
    );
  });

  it('multiplies exactly, and averages and rounds the product once', () => {
    fc.assert(
      fc.property(positive, fixed, (quantity, price) => {
        const [units, [count = NONE]] = countedQuantities(quantity);
        const [prices, [each = NONE]] = countIn(price);
        const products = Unit.ofValues(units.decimals + prices.decimals);
        const product = products.product(count, units, each, prices);
        expect(products.fine(product)).toBe(quantity * price);
        expect(products.roundToCents(product)).toBe(Number(`${divideRounded(quantity * price, 10n ** 28n)}e-2`));
        expect(products.toCents(product)).toBe(Number(divideRounded(quantity * price, 10n ** 28n)));
        expect(products.average(product, count, units)).toBe(roundToEightPlaces(exactOf<'amount'>(price)));
      }),
    );
  });

  it('shares to the fine part, and what it gave and what is left are the whole', () => {
    fc.assert(
      fc.property(fixed, positive, positive, (total, part, rest) => {
        const whole = part + rest;
        const [unit, [sum = NONE]] = countIn(total);
        const [units, [some = NONE, all = NONE]] = countedQuantities(part, whole);
        const share = unit.share(sum, some, all, units);
        expect(unit.fine(share)).toBe(divideRounded(total * part, whole));
        expect(unit.fine(unit.plus(share, unit.minus(sum, share)))).toBe(total);
      }),
    );
  });

  it('shares whole cents by quantity as the bigints do', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), positive, positive, (total, part, rest) => {
        const [units, [some = NONE, all = NONE]] = countedQuantities(part, part + rest);
        expect(units.shareOfCents(centsOf(total), some, all)).toBe(
          Number(divideRounded(BigInt(total) * part, part + rest)) + 0,
        );
      }),
    );
  });

  it('divides to twelve decimals as the bigints do', () => {
    fc.assert(
      fc.property(fixed, positive, (a, b) => {
        const [unit, [x = NONE, y = NONE]] = countIn(a, b);
        expect(QUOTIENTS.fine(unit.quotient(x, y))).toBe(countOf(ratioOf(exactOf<'amount'>(a), exactOf(b))));
      }),
    );
  });

  it('adds up any number of counts, past the safe integers and back', () => {
    fc.assert(
      fc.property(fc.array(fixed), (values) => {
        const [unit, counts] = countIn(...values);
        const sum = new Sum(unit);
        for (const count of counts) sum.add(count);
        expect(sum.fine).toBe(values.reduce((total, value) => total + value, 0n));
      }),
    );
  });

  it('converts to a finer unit without a change', () => {
    fc.assert(
      fc.property(fixed, fc.integer({ min: 0, max: 12 }), (value, more) => {
        const [unit, [count = NONE]] = countIn(value);
        const finer = Unit.ofValues(unit.decimals + more);
        expect(finer.fine(finer.convert(count, unit))).toBe(value * 10n ** 18n);
      }),
    );
  });
});
