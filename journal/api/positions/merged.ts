/**
 * Two lists in order as one. The second is usually a handful beside a whole book, so its places are looked for instead of
 * comparing everything with everything; what is equal to something of the first comes after it.
 */
export function merged<T>(many: readonly T[], few: readonly T[], compare: (a: T, b: T) => number): T[] {
  if (few.length === 0) return [...many];
  const all: T[] = [];
  let from = 0;
  for (const one of few) {
    const at = placeOf(many, one, from, compare);
    for (; from < at; from += 1) all.push(many[from] as T); // below its length
    all.push(one);
  }
  for (; from < many.length; from += 1) all.push(many[from] as T); // below its length
  return all;
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
