import { expect, it } from 'vitest';
import { categoryOf } from './category.ts';

it.each([
  ['Dividends', 'PAYR(US8888888888) Cash Dividend USD 0.30 per Share (Return of Capital)', 'other'],
  ['other', 'RETURN OF CAPITAL ON DIVIDEND', 'other'],
  ['Dividends', 'PAYR(US8888888888) Cash Dividend USD 0.30 per Share (Ordinary Dividend)', 'dividend'],
  ['div', '', 'dividend'],
  // A stated category is used as it is.
  ['dividend', 'Return of capital', 'dividend'],
])('%s: "%s" is booked as %s', (type, text, category) => {
  expect(categoryOf(type, text, 30)).toBe(category);
});
