import { describe, expect, test } from 'vitest';
import { normal, query, randomOf, snapshotOf } from '../test/made.ts';
import { newLevelOf, pointsOf, type TimedValue } from './alarms.ts';

const START = Date.parse('2026-11-16T00:00:00Z');
const FIVE_MINUTES = 300_000;

/** A series of `count` values, every five minutes, with a tenth of noise. */
function series(seed: number, count: number, levelAt: (i: number) => number): TimedValue[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, i) => ({
    at: new Date(START + i * FIVE_MINUTES),
    value: levelAt(i) * Math.exp(0.1 * normal(random)),
    total_ms: 1000,
  }));
}
const level = (points: readonly TimedValue[], all = 10_000) => newLevelOf(points, 0.25, () => all);

describe('an alarm', () => {
  test('tells since when a level is higher, and by how much', () => {
    const found = level(series(1, 200, (i) => (i < 190 ? 50 : 80)));
    expect(found?.since.getTime()).toBe(START + 190 * FIVE_MINUTES);
    expect(found?.change).toBeGreaterThan(0.4);
  });

  test('waits for four values, and is not raised for a smaller change than configured, for a trifle or for a fall', () => {
    expect(level(series(2, 200, (i) => (i < 197 ? 50 : 80)))).toBeNull();
    expect(level(series(2, 200, (i) => (i < 190 ? 50 : 56)))).toBeNull();
    expect(level(series(2, 200, (i) => (i < 190 ? 0.5 : 0.9)))).toBeNull();
    expect(level(series(2, 200, (i) => (i < 190 ? 80 : 50)))).toBeNull();
    expect(
      level(
        series(1, 200, (i) => (i < 190 ? 50 : 80)),
        10_000_000,
      ),
    ).toBeNull();
  });

  test('is not raised for a level that is normal at this hour', () => {
    const morning = (i: number) => (i % 288 >= 100 ? 80 : 50);
    expect(level(series(3, 288 + 110, morning))).toBeNull();
    expect(level(series(3, 288 + 110, (i) => (i < 288 + 100 ? 50 : 80)))).not.toBeNull();
  });

  test('is not raised by chance: 200 series of noise, checked after each of their last values', () => {
    let raised = 0;
    for (let seed = 0; seed < 200; seed++) {
      const points = series(1000 + seed, 150, () => 50);
      for (let end = 141; end <= 150; end++) if (level(points.slice(0, end)) !== null) raised++;
    }
    expect(raised).toBe(0);
  });
});

test('the points of a fleet are its endpoints and classes', () => {
  const fleet = snapshotOf({ db_query_samples: [query('select a', [10, 20, 30])] });
  expect(pointsOf(fleet)).toMatchObject([{ kind: 'class', title: 'select a', value: 20, count: 3, total_ms: 60 }]);
});
