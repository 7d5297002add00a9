import { expect, test } from 'vitest';
import { isParticiple, wordFaults } from './words.ts';

const words = (file: string, text: string) => wordFaults(file, text).map(({ line, word }) => `${line} ${word}`);

test('refuses the words in names, comments, messages and pages', () => {
  expect(words('a.ts', 'const toldCommands = 1;\nconst KEPT_BARS = 2;\nconst x = { heldAgainst: 3 };\n')).toEqual([
    '1 told',
    '2 kept',
    '3 held against',
  ]);
  expect(words('a.ts', '// Whoever asks next\nfail(`nobody answers`);\n')).toEqual(['1 whoever', '2 nobody']);
  expect(words('a.md', 'The file is laid\nbeside the other.\n')).toEqual(['1 laid', '2 beside']);
});

test('finds words that a line break separates', () => {
  expect(words('a.ts', '// It runs by\n// itself.\n')).toEqual(['1 by itself']);
});

test('takes "at once" where it means simultaneously', () => {
  expect(words('a.md', 'Both at once, all at once, 8 at once.\n')).toEqual([]);
  expect(words('a.md', 'It stops at once.\n')).toEqual(['1 at once']);
});

test('takes words that only contain a refused one', () => {
  expect(words('a.ts', 'const besides = unkept + soldOut + overlaid;\n')).toEqual([]);
});

test('refuses types and functions whose whole name is one participle', () => {
  const code = 'interface Shown {}\nexport type Found = 1;\nfunction counted(x) {}\nconst listed = (a: number) => a;\n';
  expect(words('a.ts', code)).toEqual(
    ['1 Shown', '2 Found', '3 counted', '4 listed'].map((name) => `${name} (a participle as a name)`),
  );
  expect(words('a.ts', 'interface ShownRow {}\nfunction read() {}\nconst listed = rows.length;\n')).toEqual([]);
});

test.each([
  ['stored', true],
  ['Kept', true],
  ['read', false],
  ['speed', false],
  ['storedRows', false],
])('%s is one participle: %s', (name, expected) => {
  expect(isParticiple(name)).toBe(expected);
});
