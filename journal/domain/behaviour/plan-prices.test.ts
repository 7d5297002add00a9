import { expect, it } from 'vitest';
import type { RoundTrip } from '../trips/index.ts';
import { planPrices } from './plan-prices.ts';

const plan = { entry: 220, stop: 205, target: 250 };
const premiums = { entry: 15.5, stop: 8, target: 30 };
const entryAt = (asset_class: RoundTrip['asset_class'], entry_avg_price: number) => ({ asset_class, entry_avg_price });

it('an option planned on the chart of its underlying has no stop among its own prices', () => {
  expect(planPrices(entryAt('OPTION', 14.93), plan)).toEqual({
    entry: null,
    stop: null,
    target: null,
    on_underlying: plan,
  });
  // Sold for a credit, reported as a price below zero.
  expect(planPrices(entryAt('FUTURE_OPTION', -3.5), plan)).toHaveProperty('on_underlying');
});

it('one planned in premiums has, bought or sold', () => {
  expect(planPrices(entryAt('OPTION', 14.93), premiums)).toBe(premiums);
  expect(planPrices(entryAt('OPTION', -14.93), premiums)).toBe(premiums);
});

it('of shares and futures every price of a plan is theirs, however far the entry was', () => {
  expect(planPrices(entryAt('EQUITY', 90), plan)).toBe(plan);
  expect(planPrices(entryAt('FUTURE', 6000), plan)).toBe(plan);
});
