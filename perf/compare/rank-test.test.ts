import { expect, test } from 'vitest';
import { rankTest } from './rank-test.ts';

const of = (...values: number[]) => values.toSorted((a, b) => a - b).map((value) => [value, 1] as const);

test('fewer than three samples on a side give no result', () => {
  expect(rankTest(of(1, 2), of(1, 2, 3))).toBeNull();
});

test('the same values are no difference, and all values equal neither', () => {
  expect(rankTest(of(1, 2, 3, 4), of(1, 2, 3, 4))).toBeCloseTo(1, 5);
  expect(rankTest(of(5, 5, 5), of(5, 5, 5))).toBe(1);
});

// U = 0, n = m = 8: z = (32 - 0.5) / sqrt(8·8·17/12) = 3.308, two-sided p = 0.00094.
test('eight values all below eight others are a sure difference', () => {
  const p = rankTest(of(1, 2, 3, 4, 5, 6, 7, 8), of(11, 12, 13, 14, 15, 16, 17, 18));
  expect(p).toBeCloseTo(0.00094, 5);
});

test('counts weigh like repeated values', () => {
  expect(
    rankTest(
      [
        [1, 3],
        [2, 2],
      ],
      [
        [2, 4],
        [3, 1],
      ],
    ),
  ).toBeCloseTo(rankTest(of(1, 1, 1, 2, 2), of(2, 2, 2, 2, 3))!, 12);
});
