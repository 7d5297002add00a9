import { expect, test } from 'vitest';
import { keysOf, NONE } from './option-keys.ts';

const options = (...values: string[]) => values.map((value) => [value, value] as const);

test('a grade has its own letter, a word a digit, none is 0', () => {
  expect([...keysOf(options('A', 'F'))]).toEqual([
    ['a', 'A'],
    ['f', 'F'],
  ]);
  expect([...keysOf(options(NONE, 'early exit', 'no stop'))]).toEqual([
    ['0', NONE],
    ['1', 'early exit'],
    ['2', 'no stop'],
  ]);
});

test('no key is given twice, however many answers there are', () => {
  const many = options(NONE, ...Array.from({ length: 30 }, (_, i) => `answer ${i}`));
  expect(keysOf(many).size).toBe(31);
});
