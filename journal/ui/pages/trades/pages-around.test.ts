import { expect, test } from 'vitest';
import { pagesAround } from './pages-around.ts';

test.each([
  ['the beginning has nothing before it', [0, 30, 1000], [0]],
  ['past the middle of a page the next one is fetched', [90, 120, 1000], [0, 1]],
  ['over an edge both pages are in sight, and the one before stays', [190, 220, 1000], [0, 1]],
  ['just after a jump the page before is the nearer one', [400, 430, 1000], [2, 1]],
  ['the end has nothing after it', [970, 999, 1000], [4]],
  ['a list without rows has its first page', [0, 0, 0], [0]],
] as const)('%s', (_, [first, last, total], pages) => {
  expect(pagesAround(first, last, total, 200)).toEqual(pages);
});
