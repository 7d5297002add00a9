// What changed between two texts, line by line.

export interface DiffLine {
  readonly change: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Above this many cells the middle is shown as replaced: a diff of that size is not readable, and the page must not wait. */
const MOST_CELLS = 4_000_000;

/** The shortest way from one text to the other, by the longest lines they have in common. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ change: 'same', text }));
  return [
    ...same(old.slice(0, start)),
    ...middle(old.slice(start, old.length - end), now.slice(start, now.length - end)),
    ...same(old.slice(old.length - end)),
  ];
}

function middle(old: readonly string[], now: readonly string[]): DiffLine[] {
  const asRemoved = (text: string): DiffLine => ({ change: 'removed', text });
  const asAdded = (text: string): DiffLine => ({ change: 'added', text });
  if (old.length * now.length > MOST_CELLS) return [...old.map(asRemoved), ...now.map(asAdded)];
  // common[i][j]: how many lines old from i and now from j have in common.
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  const at = (i: number, j: number) => common[i]?.[j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--) {
      const row = common[i];
      if (row) row[j] = old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      lines.push({ change: 'same', text: left });
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(asRemoved(left));
      i++;
    } else if (right !== undefined) {
      lines.push(asAdded(right));
      j++;
    }
  }
  return lines;
}
