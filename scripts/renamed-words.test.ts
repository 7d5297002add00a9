import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRenamedWords, renamedWordsPage } from './renamed-words.ts';

const folder = join(import.meta.dirname, '../docs/decisions');

it('the page of renamed names is current', () => {
  expect(readFileSync(join(folder, '0080-words.md'), 'utf8'), 'run "npm run docs"').toBe(renamedWordsPage());
});

it('no row appears twice, and no name replaces itself', () => {
  const rows = readRenamedWords(readFileSync(join(folder, '0080-words.tsv'), 'utf8'));
  expect(rows.filter(({ before, now }) => before === now)).toEqual([]);
  const keys = rows.map((row) => Object.values(row).join(' '));
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
});

it('a row with a missing column is refused with its number', () => {
  expect(() => readRenamedWords('told\treported\ttexts\nkept\tstored\n')).toThrow('row 2');
});
