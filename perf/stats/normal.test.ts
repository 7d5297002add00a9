import { expect, test } from 'vitest';
import { upperTail } from './normal.ts';

test.each([
  [0, 0.5],
  [0.5, 0.3085375387259869],
  [1.959963984540054, 0.025],
  [2.999, 0.0013543365337271066],
  [3.090232306167813, 0.001],
  [5, 2.866515718791939e-7],
  [8, 6.220960574271785e-16],
])('the share beyond %s is %s', (z, share) => {
  expect(Math.abs(upperTail(z) / share - 1)).toBeLessThan(1e-11);
});

test('nothing lies beyond infinity', () => {
  expect(upperTail(Infinity)).toBe(0);
});
