// What TypeScript refuses about money. Each line below would be a wrong sum that looks right; should one compile again, the
// type check names it as an `@ts-expect-error` that expects nothing. The values only show that nothing here is computed.

import { describe, expect, it } from 'vitest';
import {
  addCents,
  type Amount,
  type Cents,
  CENTS,
  centsToAmount,
  centsToDollars,
  type Compact,
  compactAmount,
  type Count,
  expandAmount,
  minus,
  multiply,
  NO_AMOUNT,
  NO_CENTS,
  NO_QUANTITY,
  NONE,
  ONE,
  parseAmount,
  perUnit,
  plus,
  type Quantity,
  QUANTITIES,
  ratioOf,
  roundToCents,
  valueAt,
} from './index.ts';

const refuse = (..._wrong: readonly unknown[]): void => undefined;

/** Never called: it has to be read by the compiler alone. */
export function refuseMixedTypes(amount: Amount, quantity: Quantity, cents: Cents, count: Count<'amount'>): void {
  // A plain number or bigint is no money.
  // @ts-expect-error
  refuse(plus(amount, 5));
  // @ts-expect-error
  refuse(plus(amount, 5n));
  // @ts-expect-error
  refuse(roundToCents(5));
  // @ts-expect-error
  refuse(centsToDollars(500));
  // @ts-expect-error
  refuse(addCents(cents, 1));
  // @ts-expect-error
  const typed: Amount = 5n;
  // @ts-expect-error
  const quantified: Quantity = 5;
  // @ts-expect-error
  const counted: Count<'amount'> = 5;
  // @ts-expect-error
  const inCents: Cents = 500;
  // Nor is money a plain number or bigint.
  // @ts-expect-error
  const asNumber: number = amount;
  // @ts-expect-error
  const asBigint: bigint = quantity;
  // Amounts, quantities and counts are not each other.
  // @ts-expect-error
  refuse(plus(amount, quantity));
  // @ts-expect-error
  refuse(plus(quantity, ONE));
  // @ts-expect-error
  refuse(roundToCents(quantity));
  // @ts-expect-error
  refuse(valueAt(amount, quantity));
  // @ts-expect-error
  refuse(perUnit(amount, ONE));
  // @ts-expect-error
  refuse(multiply(amount, amount));
  // @ts-expect-error
  refuse(ratioOf(amount, quantity));
  // @ts-expect-error
  refuse(roundToCents(cents));
  // @ts-expect-error
  refuse(minus(amount, cents));
  // @ts-expect-error
  refuse(centsToDollars(count));
  // @ts-expect-error
  refuse(CENTS.plus(count, QUANTITIES.countExact(quantity)));
  // @ts-expect-error
  refuse(CENTS.plus(count, cents));
  // @ts-expect-error
  const compact: Compact<'quantity'> = compactAmount(amount);
  // No operator works on them but the comparison of two of one kind.
  // @ts-expect-error
  refuse(amount + amount);
  // @ts-expect-error
  refuse(amount * 2n);
  // @ts-expect-error
  refuse(amount < quantity);
  // @ts-expect-error
  refuse(amount > 0n);
  // @ts-expect-error
  refuse(quantity === ONE);
  // The sum of two counts of cents is asserted to be one.
  // @ts-expect-error
  const sum: Cents = cents + cents;
  refuse(typed, quantified, counted, inCents, asNumber, asBigint, compact, sum);
}

describe('money as a type', () => {
  it('lets through what is meant', () => {
    const price = parseAmount('2.50') ?? NO_AMOUNT;
    expect(roundToCents(plus(price, expandAmount(compactAmount(price))))).toBe(5);
    expect(price > NO_AMOUNT).toBe(true);
    expect(roundToCents(valueAt(NO_QUANTITY, price))).toBe(0);
    expect(centsToDollars(addCents(NO_CENTS, CENTS.toCents(NONE)))).toBe(0);
    expect(centsToAmount(NO_CENTS)).toBe(NO_AMOUNT);
    refuse();
  });
});
