import { expect, it } from 'vitest';
import { EditedList } from './edited-list.ts';

interface Member {
  readonly at: number;
  readonly name: string;
}

const byPlace = (a: Member, b: Member): number => a.at - b.at;

it('more changes than are noted, without a read in between, make the same list', () => {
  const members = Array.from({ length: 50 }, (_, at): Member => ({ at, name: 'first' }));
  let list = new EditedList(members, byPlace);
  let expected = members;
  for (let n = 0; n < 2000; n += 1) {
    const at = (n * 7) % 50;
    const gone = expected.filter((one) => one.at === at);
    // Every third change takes a member away, and a later one brings it back.
    const fresh = n % 3 === 0 ? [] : [{ at, name: `change ${n}` }];
    list = list.with({ gone, fresh });
    expected = [...expected.filter((one) => one.at !== at), ...fresh].toSorted(byPlace);
  }
  expect(list.all).toEqual(expected);
});

it('a member is known again by its place where the order says so, whatever object it is', () => {
  const before = new EditedList([{ at: 1, name: 'first' }], byPlace);
  const changed = before.with({ gone: [{ at: 1, name: 'first' }], fresh: [{ at: 2, name: 'second' }] });
  // It came since, and goes before anybody has looked.
  const after = changed.with({ gone: [{ at: 2, name: 'read again' }], fresh: [{ at: 3, name: 'third' }] });
  expect(after.all).toEqual([{ at: 3, name: 'third' }]);
  expect(changed.all).toEqual([{ at: 2, name: 'second' }]);
});

it('is put together once, and a change leaves the list it began from as it was', () => {
  const [a, b, c] = [1, 2, 3].map((at): Member => ({ at, name: 'first' })) as [Member, Member, Member];
  const before = new EditedList([a, b, c], byPlace);
  const moved = { at: 2.5, name: 'moved' };
  const after = before.with({ gone: [a], fresh: [moved] });
  expect(after.all).toEqual([b, moved, c]);
  expect(after.all).toBe(after.all);
  expect(before.all).toEqual([a, b, c]);
  expect(after.with({ gone: [], fresh: [] })).toBe(after);
});
