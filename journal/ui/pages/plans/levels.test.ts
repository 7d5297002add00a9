import { expect, test } from 'vitest';
import { faultsOf, rewardToRisk, riskPerShare } from './levels.ts';

const long = { direction: 'BOT', entry: 100, stop: 98, target: 106 };

test('a long plan risks what lies down to its stop and wants what lies up to its target', () => {
  expect([riskPerShare(long), rewardToRisk(long), faultsOf(long)]).toEqual([2, 3, []]);
});

test('a short plan does so the other way round', () => {
  const short = { direction: 'SLD', entry: 100, stop: 104, target: 90 };
  expect([riskPerShare(short), rewardToRisk(short), faultsOf(short)]).toEqual([4, 2.5, []]);
});

test('a level that is not typed yet has no remark', () => {
  const half = { ...long, stop: null };
  expect([riskPerShare(half), rewardToRisk(half), faultsOf(half)]).toEqual([null, null, []]);
  expect(faultsOf({ ...long, entry: null })).toEqual([]);
});

test('levels on the wrong side are named, and a stop at the entry risks nothing that could be divided by', () => {
  expect(faultsOf({ ...long, stop: 101, target: 99 })).toEqual([
    'The stop of a long plan stands below its entry.',
    'The target of a long plan stands above its entry.',
  ]);
  expect(faultsOf({ ...long, direction: 'SLD' })).toHaveLength(2);
  expect(rewardToRisk({ ...long, stop: 100 })).toBeNull();
  expect(faultsOf({ ...long, stop: 100 })).toHaveLength(1);
});
