// What is worked out of one holding is cached for as long as that holding exists: after a changed trade only the holdings of its own
// family are new, and of all others nothing has to be computed again.
import type { Day } from '../calendar/day.ts';
import type { DayOf } from '../time/index.ts';
import type { HeldPosition } from './held-position.ts';

/** The last that was made of each, and what else it was made of. */
export class PerHoldingCache<T> {
  readonly #cache = new WeakMap<HeldPosition, { readonly by: readonly unknown[]; readonly value: T }>();

  of(held: HeldPosition, by: readonly unknown[], make: () => T): T {
    const known = this.#cache.get(held);
    if (known !== undefined && known.by.length === by.length && known.by.every((one, i) => one === by[i]))
      return known.value;
    const value = make();
    this.#cache.set(held, { by, value });
    return value;
  }
}

const days = new PerHoldingCache<readonly Day[]>();

/** The days of its changes: reading a time takes longer than most that is done with its day. */
export function daysOf(held: HeldPosition, dayOf: DayOf): readonly Day[] {
  return days.of(held, [dayOf], () => held.changes.map(({ time, timeKnown }) => dayOf(time, timeKnown) ?? 0));
}

/** In the order of their days, those of one day as they came. Days are few compared with what happens on them, so none is compared. */
export function sortByDay<T extends { readonly day: Day }>(list: readonly T[]): T[] {
  let isInOrder = true;
  let [first, last] = [Infinity, -Infinity];
  let before = -Infinity;
  for (const { day } of list) {
    if (day < before) isInOrder = false;
    before = day;
    if (day < first) first = day;
    if (day > last) last = day;
  }
  if (isInOrder) return [...list];
  if (last - first > MOST_DAYS) return list.toSorted((a, b) => a.day - b.day);
  const places = new Int32Array(last - first + 2);
  for (const { day } of list) places[day - first + 1] = (places[day - first + 1] ?? 0) + 1;
  for (let i = 1; i < places.length; i++) places[i] = (places[i] ?? 0) + (places[i - 1] ?? 0);
  const sorted: T[] = [...list];
  for (const one of list) {
    const at = places[one.day - first] ?? 0;
    sorted[at] = one;
    places[one.day - first] = at + 1;
  }
  return sorted;
}

/** Two hundred years: what lies farther apart is a slip of the pen, and no reason for a list of that length. */
const MOST_DAYS = 73_000;
