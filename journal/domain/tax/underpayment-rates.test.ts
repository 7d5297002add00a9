import { describe, expect, it } from 'vitest';
import { dayOf } from '../calendar/day.ts';
import { NO_AMOUNT, parseAmount, roundToCents } from '../money/index.ts';
import { underpaymentInterest } from './underpayment-rates.ts';

const interest = (from: readonly [number, number, number], to: readonly [number, number, number], rates = {}) => {
  const { amount, unknown } = underpaymentInterest(
    parseAmount(10_000) ?? NO_AMOUNT,
    dayOf(...from),
    dayOf(...to),
    rates,
  );
  return { amount: roundToCents(amount), unknown };
};

describe('the rate on underpayments', () => {
  it('of the first quarter continues to 15 April, where the second has another', () => {
    // 15 January to 15 April 2026: 90 days, all at 7 %, though the second quarter has 6.
    expect(interest([2026, 1, 15], [2026, 4, 15])).toEqual({ amount: 172.6, unknown: [] });
  });

  it('of the second begins on the 16th, which is where the first instalment begins', () => {
    // 15 April to 30 June 2026: 76 days at 6 %.
    expect(interest([2026, 4, 15], [2026, 6, 30])).toEqual({ amount: 124.93, unknown: [] });
  });

  it('that is not known is named', () => {
    expect(interest([2026, 6, 15], [2026, 7, 10]).unknown).toEqual(['2026Q3']);
  });
});
