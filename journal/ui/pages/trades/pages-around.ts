/** The pages of what is in sight, and then those of as many rows as a page has in the direction of the scroll. */
export function pagesAround(
  [first, last]: readonly [first: number, last: number],
  { total, size, isForward }: { readonly total: number; readonly size: number; readonly isForward: boolean },
): number[] {
  const pageOf = (row: number) => Math.floor(Math.min(Math.max(row, 0), Math.max(total - 1, 0)) / size);
  const [from, to] = [pageOf(first), pageOf(last)];
  const inSight = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const ahead = isForward ? pageOf(last + size) : pageOf(first - size);
  return inSight.includes(ahead) ? inSight : [...inSight, ahead];
}
