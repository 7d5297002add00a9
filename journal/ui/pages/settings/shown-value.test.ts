import { expect, test } from 'vitest';
import { shownValue } from './shown-value.ts';

test.each([
  [true, 'on'],
  [false, 'off'],
  ['', 'none'],
  [[], 'none'],
  ['de-DE', 'de-DE'],
  [30, '30'],
  [['pnl', 'r'], '["pnl","r"]'],
])('the value %j reads as %s', (value, text) => {
  expect(shownValue(value)).toBe(text);
});
