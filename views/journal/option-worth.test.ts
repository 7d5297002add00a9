import { expect, it } from 'vitest';
import { worthToday } from './_option-worth.ts';

const now = Date.parse('2026-11-19T15:00:00Z');
const leg = (right: string, strike: number, quantity: number, price: number, expiry = '2026-12-18') => ({
  right,
  strike,
  expiry,
  quantity,
  price,
});

it('at the price of today it is worth what its legs are quoted at, and far away what it pays at expiry', () => {
  const legs = [leg('call', 100, 1, 4), leg('call', 110, -1, 1)];
  const today = worthToday(legs, [6.5, 1.75], { spot: 104, now, unit: 100 });
  expect(today?.(104)).toBeCloseTo(100 * (6.5 - 4 - (1.75 - 1)), 3);
  expect(today?.(40)).toBeCloseTo(-300, 1);
  expect(today?.(400)).toBeCloseTo(700, 1);
  // Between its strikes a spread is worth less than at expiry.
  expect(today?.(110)).toBeLessThan(700);
});

it('shares held with options count by their price', () => {
  const covered = [{ right: 'stock', strike: null, expiry: null, quantity: 100, price: 50 }, leg('call', 55, -1, 1)];
  const today = worthToday(covered, [undefined, 0.8], { spot: 51, now, unit: 100 });
  expect(today?.(51)).toBeCloseTo(100 + 20, 3);
});

it('without a price of today, after its last day, and at a price no volatility gives, there is none', () => {
  const [call, over] = [leg('call', 100, 1, 4), leg('call', 100, 1, 4, '2026-10-02')];
  expect(worthToday([call], [undefined], { spot: 104, now, unit: 100 })).toBeUndefined();
  expect(worthToday([over], [4], { spot: 104, now, unit: 100 })).toBeUndefined();
  expect(worthToday([call], [2], { spot: 104, now, unit: 100 })).toBeUndefined();
  expect(worthToday([call], [110], { spot: 104, now, unit: 100 })).toBeUndefined();
});
