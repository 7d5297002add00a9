import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { percentiles } from './percentiles.ts';

/** As it is defined: on the sorted list. */
function bySorting(values: Float64Array, share: number): number {
  const sorted = values.toSorted();
  if (sorted.length === 0) return 0;
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? 0;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

const expectedPercentiles = (values: Float64Array) => ({
  p5: bySorting(values, 0.05),
  p25: bySorting(values, 0.25),
  p50: bySorting(values, 0.5),
  p75: bySorting(values, 0.75),
  p95: bySorting(values, 0.95),
});

it('are those of the sorted values to the last digit, however many are alike', () => {
  const number = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.double({ noNaN: true, min: -1e6, max: 1e6 }));
  fc.assert(
    fc.property(fc.array(number, { maxLength: 300 }), (list) => {
      const values = Float64Array.from(list, (each) => each + 0);
      expect(percentiles(values.slice())).toEqual(expectedPercentiles(values));
    }),
  );
});

it('in another unit they are those of values divided by it', () => {
  const values = Float64Array.from({ length: 333 }, (_, i) => (i * 7919) % 1000);
  expect(percentiles(values.slice(), 3)).toEqual(expectedPercentiles(values.map((each) => each / 3)));
});

it('of values that rise, fall or are all the same', () => {
  const rising = Float64Array.from({ length: 2000 }, (_, i) => i);
  for (const values of [rising, rising.toReversed(), rising.map(() => 7)])
    expect(percentiles(values.slice())).toEqual(expectedPercentiles(values));
});

it('of sorted values leave them sorted', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 300 }), (list) => {
      const sorted = Float64Array.from(list).toSorted();
      const before = sorted.slice();
      percentiles(sorted);
      expect(sorted).toEqual(before);
    }),
  );
});
