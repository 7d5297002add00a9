import { expect, test } from 'vitest';
import { milliseconds, plural } from './format.ts';

test.for([
  [null, 'n/a'],
  [0, '0 ms'],
  [0.0152, '0.015 ms'],
  [4.26, '4.3 ms'],
  [219.4, '219 ms'],
  [1500, '1.50 s'],
  [45_000, '45.0 s'],
  [1_440_000, '24.0 min'],
  [14_400_000, '4.0 h'],
] as const)('%s is written as %s', ([value, text]) => {
  expect(milliseconds(value)).toBe(text);
});

test.for([
  [0, '0 runs, 0 classes'],
  [1, '1 run, 1 class'],
  [2, '2 runs, 2 classes'],
] as const)('%s is counted as %s', ([value, text]) => {
  expect(`${value} ${plural(value, 'run')}, ${value} ${plural(value, 'class', 'classes')}`).toBe(text);
});
