import { expect, it } from 'vitest';
import { splitRatio } from './split-ratio.ts';

it.each([
  ['100', 300, { new_shares: 4, old_shares: 1 }],
  ['12.5', 12.5, { new_shares: 2, old_shares: 1 }],
  ['200', 100, { new_shares: 3, old_shares: 2 }],
  ['1000', -900, { new_shares: 1, old_shares: 10 }],
])('%s shares and %d more are a split', (held, added, ratio) => {
  expect(splitRatio(held, added)).toEqual(ratio);
});

it.each([
  ['0', 300],
  ['-100', -300],
  ['70', 300],
  ['100', -100],
  ['100', 0],
])('%s shares and %d more tell no ratio', (held, added) => {
  expect(splitRatio(held, added)).toBeNull();
});
