/**
 * Two lists in order as one. The second is usually small compared with a whole book, so its places are looked up instead of
 * comparing everything with everything; what is equal to something of the first comes after it.
 */
export function mergeSorted<T>(many: readonly T[], few: readonly T[], compare: (a: T, b: T) => number): T[] {
  if (few.length === 0) return [...many];
  const pieces = new Pieces<T>();
  let from = 0;
  for (const one of few) {
    const at = placeOf(many, one, from, compare);
    pieces.add(many, from, at);
    pieces.add([one], 0, 1);
    from = at;
  }
  pieces.add(many, from, many.length);
  return pieces.together();
}

/** More than this are not handed over as arguments. */
const MOST_PIECES = 10_000;

/** Stretches of lists as one list: they are copied as blocks, where one member after another took most of a change's time. */
class Pieces<T> {
  #together: T[] = [];
  #pieces: T[][] = [];

  add(list: readonly T[], from: number, to: number): void {
    if (from < to) this.#pieces.push(list.slice(from, to));
    if (this.#pieces.length >= MOST_PIECES) this.#join();
  }

  together(): T[] {
    this.#join();
    return this.#together;
  }

  #join(): void {
    this.#together = this.#together.concat(...this.#pieces);
    this.#pieces = [];
  }
}

/** Steps that double from where the last one went, then halves: near places are found in a few comparisons. */
function placeOf<T>(list: readonly T[], one: T, from: number, compare: (a: T, b: T) => number): number {
  const isBefore = (index: number): boolean => compare(list[index] as T, one) <= 0; // below its length
  let [low, step] = [from, 1];
  while (low + step <= list.length && isBefore(low + step - 1)) {
    low += step;
    step *= 2;
  }
  let high = Math.min(list.length, low + step - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * A list in order without some of its members and with others in their place. Those that go are looked for where the
 * order says they are; in a list that is not in this order, everywhere. `same` finds them where the list holds other
 * objects than `gone` has: it must not place what is new, which may be the same thing in another place.
 */
export function replaceSorted<T>(
  list: readonly T[],
  gone: readonly T[],
  fresh: readonly T[],
  compare: (a: T, b: T) => number,
  same: (a: T, b: T) => number = compare,
): T[] {
  const places = gone.map((one) => indexOf(list, one, same)).toSorted((a, b) => a - b);
  if (places.includes(-1)) {
    const outdated = new Set(gone);
    const stay = list.filter((one) => !outdated.has(one));
    return mergeSorted(stay, fresh, compare);
  }
  // In one go: a list of a hundred thousand that lives for a moment brings the collector nearer.
  const pieces = new Pieces<T>();
  let [from, next] = [0, 0];
  const stayUpTo = (to: number): void => {
    for (let place = places[next]; place !== undefined && place < to; place = places[next]) {
      pieces.add(list, from, place);
      from = place + 1;
      next += 1;
    }
    pieces.add(list, from, to);
    from = Math.max(from, to);
  };
  for (const one of fresh) {
    stayUpTo(placeOf(list, one, from, compare));
    pieces.add([one], 0, 1);
  }
  stayUpTo(list.length);
  return pieces.together();
}

/** Whether a list in order holds this one, or one that the order says is the same. */
export function isIn<T>(list: readonly T[], one: T, compare: (a: T, b: T) => number): boolean {
  return indexOf(list, one, compare) !== -1;
}

function indexOf<T>(list: readonly T[], one: T, compare: (a: T, b: T) => number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = list[middle] as T; // below its length
    if (other === one) return middle;
    const order = compare(other, one);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return -1;
}
