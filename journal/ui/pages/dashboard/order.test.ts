import { expect, test } from 'vitest';
import { moved, ordered } from './order.ts';

test('a chosen order holds; a part nobody has placed yet comes after it, a part that is gone is forgotten', () => {
  expect(ordered(['a', 'b', 'c'], ['c', 'gone', 'a'])).toEqual(['c', 'a', 'b']);
  expect(ordered(['a', 'b'], [])).toEqual(['a', 'b']);
  expect(ordered(['a', 'b'], ['b', 'b'])).toEqual(['b', 'a']);
});

test('a part goes one step up or down, and not out of the list', () => {
  expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 'b', 1)).toEqual(['a', 'c', 'b']);
  expect(moved(['a', 'b'], 'a', -1)).toEqual(['a', 'b']);
  expect(moved(['a', 'b'], 'gone', 1)).toEqual(['a', 'b']);
});
