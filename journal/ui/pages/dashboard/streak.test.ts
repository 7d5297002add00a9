import { expect, test } from 'vitest';
import { streakOf } from './streak.ts';

const trades = (...results: number[]) => results.map((pnl_in_period) => ({ pnl_in_period }));

test.each([
  [[], '–'],
  [[5], '1 won'],
  [[5, 3, -1, 2], '2 won'],
  [[-5, 3], '1 lost'],
  [[-5, -3], '2 or more lost'],
  [[0.001, 3], 'breakeven'],
])('after %o the streak is %s', (results, expected) => {
  expect(streakOf(trades(...results))).toBe(expected);
});
