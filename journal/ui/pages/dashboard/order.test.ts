import { expect, test } from 'vitest';
import { moveBy, orderBy } from './order.ts';

test('a saved order is used; a part without a place comes after it, a part that is gone is forgotten', () => {
  expect(orderBy(['a', 'b', 'c'], ['c', 'gone', 'a'])).toEqual(['c', 'a', 'b']);
  expect(orderBy(['a', 'b'], [])).toEqual(['a', 'b']);
  expect(orderBy(['a', 'b'], ['b', 'b'])).toEqual(['b', 'a']);
});

test('a part goes one step up or down, and not out of the list', () => {
  expect(moveBy(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moveBy(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(moveBy(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  expect(moveBy(['a', 'b'], 'gone', 1)).toEqual(['a', 'b']);
});
