import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeIn, Splice } from './splice.ts';

it('a column without what has gone and with what has come is the column made again', () => {
  const rising = fc.uniqueArray(fc.nat(30), { maxLength: 12 }).map((list) => list.toSorted((a, b) => a - b));
  fc.assert(
    fc.property(rising, fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), rising, (before, leaves, fresh) => {
      const gone = [...before.keys()].filter((place) => leaves[place]);
      const coming = fresh.map((value) => placeIn(before.length, (place) => (before[place] ?? 0) < value));
      const splice = new Splice(before.length, gone, coming);
      const stay = before.filter((_, place) => !leaves[place]);
      const expected = [...stay, ...fresh].toSorted((a, b) => a - b);
      expect(splice.list(before, fresh)).toEqual(expected);
      expect(splice.numbers(Int32Array.from(before), fresh)).toEqual(Int32Array.from(expected));
    }),
  );
});
