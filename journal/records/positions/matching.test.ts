import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchPositions, rematchPositions } from './matching.ts';
import { mergeSorted, replaceSorted } from './merged.ts';
import type { BookExecution } from '../trades/columns.ts';
import { AS_OF, executionSet, choices, edit, applyEdit, EVENTS, inOrder, plainFill } from './testing.ts';

function describePositions({ executions, trips, structures, problems, currencies }: ReturnType<typeof matchPositions>) {
  const described = problems.map(({ code, message, ids = [] }) => `${code} ${message} ${ids.toSorted().join()}`);
  return { executions, trips, structures, problems: described.toSorted(), currencies: [...currencies].toSorted() };
}

it('a book matched again after trades were added, changed and removed is the book matched from the start', () => {
  fc.assert(
    fc.property(executionSet, fc.array(edit, { minLength: 1, maxLength: 3 }), choices, (before, edits, chosen) => {
      let rows = inOrder(before);
      let again = matchPositions(rows, EVENTS, AS_OF, chosen);
      for (const one of edits) {
        rows = applyEdit(rows, one);
        again = rematchPositions(again, one.changed, one.rows);
        expect(describePositions(again)).toEqual(describePositions(matchPositions(rows, EVENTS, AS_OF, chosen)));
      }
    }),
  );
});

/** Every second closes the one before it. */
function aFill(n: number, price: string): BookExecution {
  const action = n % 2 === 0 ? 'BOT' : 'SLD';
  return { ...plainFill, exec_id: `f${n}`, time: `2026-01-0${n + 2}T15:00:00.000Z`, action, price };
}

it('a fill whose rate changed makes its trade new, though the trade itself says nothing of rates', () => {
  const fills = ['5', '6', '8', '9'].map((price, n) => aFill(n, price));
  const before = matchPositions(inOrder(fills), [], AS_OF);
  const again = rematchPositions(before, new Set(['f3']), [{ ...aFill(3, '9'), fx_rate: '0.8', fx_currency: 'EUR' }]);
  expect(again.trips).toEqual(before.trips);
  expect(again.trips[1]).not.toBe(before.trips[1]);
  expect(again.structures[1]).not.toBe(before.structures[1]);
});

it('a changed fill changes its own trade: the others of its instrument are the objects they were', () => {
  const fills = ['5', '6', '8', '9'].map((price, n) => aFill(n, price));
  const before = matchPositions(inOrder(fills), [], AS_OF);
  expect(before.trips).toHaveLength(2);
  const again = rematchPositions(before, new Set(['f2']), [aFill(2, '7')]);
  expect(again.trips[0]).toBe(before.trips[0]);
  expect(again.structures[0]).toBe(before.structures[0]);
  expect(again.trips[1]).not.toEqual(before.trips[1]);
  expect(again.changes.since(before.changes.state, 'trips')).toEqual({
    gone: [before.trips[1]],
    fresh: [again.trips[1]],
  });
});

it('lists that were not read for a while are the lists of their state, and those of earlier states stay theirs', () => {
  fc.assert(
    fc.property(
      executionSet,
      fc.array(fc.tuple(edit, fc.boolean()), { minLength: 2, maxLength: 5 }),
      choices,
      (before, edits, chosen) => {
        let rows = inOrder(before);
        const states = [{ rows, positions: matchPositions(rows, EVENTS, AS_OF, chosen) }];
        for (const [one, isLookedAt] of edits) {
          rows = applyEdit(rows, one);
          const { positions } = states.at(-1) ?? expect.fail();
          const again = rematchPositions(positions, one.changed, one.rows);
          if (isLookedAt) describePositions(again);
          states.push({ rows, positions: again });
        }
        for (const { rows: own, positions } of states.toReversed())
          expect(describePositions(positions)).toEqual(describePositions(matchPositions(own, EVENTS, AS_OF, chosen)));
      },
    ),
  );
});

it('what has gone and what is new since any earlier state leads from the one to the other', () => {
  fc.assert(
    fc.property(executionSet, fc.array(edit, { minLength: 1, maxLength: 4 }), choices, (before, edits, chosen) => {
      const states = [matchPositions(inOrder(before), EVENTS, AS_OF, chosen)];
      for (const { changed, rows } of edits)
        states.push(rematchPositions(states.at(-1) ?? expect.fail(), changed, rows));
      const now = states.at(-1) ?? expect.fail();
      for (const earlier of states)
        for (const kind of ['trips', 'structures'] as const) {
          const change = now.changes.since(earlier.changes.state, kind) ?? expect.fail();
          const stay = new Set<unknown>(earlier[kind]);
          for (const one of change.gone) expect(stay.delete(one)).toBe(true);
          for (const one of change.fresh) stay.add(one);
          expect(stay).toEqual(new Set(now[kind]));
        }
    }),
  );
});

it('a state that is too far back is not known', () => {
  const first = matchPositions([], EVENTS, AS_OF);
  let now = first;
  for (let step = 0; step < 70; step += 1) now = rematchPositions(now, new Set(['e1']), []);
  expect(now.changes.since(first.changes.state, 'trips')).toBeNull();
});

it('members of a list are replaced whether it is in their order or not', () => {
  const list = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { maxLength: 40 });
  fc.assert(
    fc.property(list, list, fc.boolean(), (numbers, few, isSorted) => {
      const byValue = (a: number, b: number): number => a - b;
      const many = isSorted ? numbers.toSorted(byValue) : numbers;
      const gone = many.filter((_, index) => index % 3 === 0);
      const now = replaceSorted(many, gone, few.toSorted(byValue), byValue);
      const expected = [...many.filter((one) => !gone.includes(one)), ...few];
      expect(now.toSorted(byValue)).toEqual(expected.toSorted(byValue));
      if (isSorted) expect(now).toEqual(now.toSorted(byValue));
    }),
  );
});

it('two lists are merged in order, equal ones of the second behind those of the first', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });
  fc.assert(
    fc.property(numbers, numbers, (many, few) => {
      const tag = (list: readonly number[], from: string) =>
        list.toSorted((a, b) => a - b).map((value) => ({ value, from }));
      const all = [...tag(many, 'first'), ...tag(few, 'second')];
      const together = mergeSorted(tag(many, 'first'), tag(few, 'second'), (a, b) => a.value - b.value);
      expect(together).toEqual(all.toSorted((a, b) => a.value - b.value));
    }),
  );
});

it('a member that moved stands where it is now, not where the one it takes the place of was', () => {
  const [a, b, c] = [
    { id: 'a', at: 1 },
    { id: 'b', at: 2 },
    { id: 'c', at: 3 },
  ];
  const byTime = (x: { at: number }, y: { at: number }) => x.at - y.at;
  const moved = { id: 'c', at: 1.5 };
  // The list holds other objects than those that go, as a converted one does.
  const gone = [{ ...c }];
  const same = (x: typeof moved, y: typeof moved) => (x.id === y.id ? 0 : byTime(x, y));
  expect(replaceSorted([a, b, c], gone, [moved], byTime, same)).toEqual([a, moved, b]);
});
