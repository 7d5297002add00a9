import { expect, test } from 'vitest';
import { fisher, tailsOf } from './tail.ts';

const weigh = (times: readonly number[]) => times.toSorted((a, b) => a - b).map((ms) => [ms, 1] as const);
const steady = (n: number) => Array.from({ length: n }, (_, i) => 100 + (i % 7));

test("Fisher's tea taster: four of four right has probability 1 in 70", () => {
  expect(fisher(0, 4, 4, 4)).toBeCloseTo(1 / 70, 9);
  expect(fisher(5, 500, 5, 500)).toBeGreaterThan(0.5);
});

test('nine of twenty requests twenty times slower is found, though the median did not move', () => {
  const after = steady(20).map((ms, i) => (i % 20 < 9 ? ms * 20 : ms));
  expect(tailsOf(weigh(steady(20)), weigh(after), 0)).toMatchObject([{ quantile: 0.95, worse: true }]);
});

test('one slow request among twenty is not reported', () => {
  const after = steady(20).map((ms, i) => (i === 3 ? ms * 20 : ms));
  expect(tailsOf(weigh(steady(20)), weigh(after), 0)).toMatchObject([{ worse: false }]);
});

test('of thousands of requests two in a hundred that got slow are found by p99', () => {
  const after = steady(2000).map((ms, i) => (i % 50 === 0 ? ms * 10 : ms));
  const tails = tailsOf(weigh(steady(2000)), weigh(after), 0);
  expect(tails.map(({ quantile }) => quantile)).toEqual([0.95, 0.99]);
  expect(tails.at(-1)).toMatchObject({ worse: true });
});

test('with fewer than five samples nothing is reported', () => {
  expect(tailsOf(weigh([1, 1, 1]), weigh([9, 9, 9]), 0)).toEqual([]);
});
