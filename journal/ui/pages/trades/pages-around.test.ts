import { expect, test } from 'vitest';
import { pagesAround } from './pages-around.ts';

test.each([
  ['the beginning has nothing before it, and the next page is fetched', [0, 30], 1000, 'down', [0], [1]],
  ['who scrolls down finds the next page there', [90, 120], 1000, 'down', [0], [1]],
  ['across an edge both pages are visible, and the one after them comes', [190, 220], 1000, 'down', [0, 1], [2]],
  ['who scrolls up finds the page before', [400, 430], 1000, 'up', [2], [1]],
  ['at the top there is none before', [20, 50], 1000, 'up', [0], []],
  ['the end has nothing after it', [970, 999], 1000, 'down', [4], []],
  ['a list without rows has its first page', [0, 0], 0, 'down', [0], []],
  ['a list that has become shorter has its last page', [400, 430], 150, 'down', [0], []],
] as const)('%s', (_, rows, total, direction, seen, ahead) => {
  expect(pagesAround(rows, { total, size: 200, isForward: direction === 'down' })).toEqual({ seen, ahead });
});
