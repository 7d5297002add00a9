import { describe, expect, test } from 'vitest';
import { normal, randomOf } from '../test/made.ts';
import { changePointsOf, driftOf, latestPointsOf } from './change-points.ts';

const series = (seed: number, length: number, level: (i: number) => number, noise = 0.03) => {
  const random = randomOf(seed);
  return Array.from({ length }, (_, i) => level(i) * Math.exp(noise * normal(random)));
};
const seeds = Array.from({ length: 100 }, (_, i) => i + 1);

describe('change points', () => {
  test('a step of a fifth is found where it happened, in 95 of 100 series', () => {
    const found = seeds.filter((seed) => {
      const [step, ...rest] = changePointsOf(series(seed, 20, (i) => (i < 12 ? 100 : 120)));
      return step !== undefined && rest.length === 0 && Math.abs(step.index - 12) <= 1 && step.change > 0.1;
    });
    expect(found.length).toBeGreaterThanOrEqual(95);
  });

  test('a level series has none, nor a drift, in 95 of 100', () => {
    const quiet = seeds.filter((seed) => {
      const values = series(seed, 20, () => 100);
      return changePointsOf(values).length === 0 && driftOf(values) === null;
    });
    expect(quiet.length).toBeGreaterThanOrEqual(95);
  });

  test('one outlier is not a change', () => {
    const values = series(3, 20, (i) => (i === 9 ? 900 : 100));
    expect(changePointsOf(values)).toEqual([]);
  });

  test('up and down again is two changes', () => {
    const steps = changePointsOf(series(5, 30, (i) => (i >= 10 && i < 20 ? 150 : 100)));
    expect(steps.map(({ change }) => Math.sign(change))).toEqual([1, -1]);
  });
});

describe.each([7, 20])('the last of %i points', (length) => {
  test('are reported where they are a fifth higher, in 95 of 100 series', () => {
    const found = seeds.filter((seed) => {
      const latest = latestPointsOf(
        series(seed, length, (i) => (i === length - 1 ? 120 : 100), 0.02),
        0,
      );
      return latest?.points === 1 && latest.change > 0.1;
    });
    expect(found.length).toBeGreaterThanOrEqual(95);
  });

  test('are not reported in a level series, in 97 of 100', () => {
    const quiet = seeds.filter(
      (seed) =>
        latestPointsOf(
          series(seed, length, () => 100),
          0,
        ) === null,
    );
    expect(quiet.length).toBeGreaterThanOrEqual(97);
  });
});

test('two lower last points are reported as two, and an earlier higher level is not a change', () => {
  expect(latestPointsOf([100, 101, 99, 100, 102, 98, 80, 81], 0)).toMatchObject({
    points: 2,
    before: 100,
    after: 80.5,
  });
  expect(latestPointsOf([200, 201, 199, 100, 101, 99, 100, 102, 150], 3)).toMatchObject({ points: 1, after: 150 });
  expect(latestPointsOf([200, 201, 199, 100, 101, 99, 100, 102, 150], 0)).toBeNull();
});

describe('drift', () => {
  test('one per cent a release, which no single comparison would find, is found after twenty', () => {
    const drifting = seeds.map((seed) => series(seed, 20, (i) => 100 * 1.01 ** i));
    const found = drifting.filter((values) => driftOf(values) !== null || changePointsOf(values).length > 0);
    expect(found.length).toBeGreaterThanOrEqual(98);
    expect(drifting.filter((values) => (driftOf(values)?.change ?? 0) > 0.1).length).toBeGreaterThanOrEqual(85);
  });

  test('a step is not called a drift', () => {
    const drifting = seeds.filter((seed) => driftOf(series(seed, 20, (i) => (i < 10 ? 100 : 150))) !== null);
    expect(drifting.length).toBeLessThanOrEqual(2);
  });

  test('with five points nothing is reported', () => {
    expect(driftOf([1, 2, 3, 4, 5])).toBeNull();
    expect(changePointsOf([1, 1, 1, 9, 9])).toEqual([]);
  });
});
