import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useFirstRows } from './first-rows.ts';

/** How many rows the first drawing of a table has. */
function firstDrawn(count: number): number {
  const rows = Array.from({ length: count }, (_, i) => i);
  return Number(renderToStaticMarkup(createElement(() => useFirstRows(rows).length)));
}

test('a page with a long table does not wait for its last row', () => {
  expect(firstDrawn(40)).toBe(40);
  expect(firstDrawn(5000)).toBe(40);
});
