interface PagesAround {
  readonly seen: readonly number[];
  /** The one that a continued scroll reaches, where there is one. */
  readonly ahead: readonly number[];
}

/** The pages of the visible rows, and that of as many rows as a page has in the direction of the scroll. */
export function pagesAround(
  [first, last]: readonly [first: number, last: number],
  { total, size, isForward }: { readonly total: number; readonly size: number; readonly isForward: boolean },
): PagesAround {
  const pageOf = (row: number) => Math.floor(Math.min(Math.max(row, 0), Math.max(total - 1, 0)) / size);
  const [from, to] = [pageOf(first), pageOf(last)];
  const seen = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  const next = isForward ? pageOf(last + size) : pageOf(first - size);
  return { seen, ahead: seen.includes(next) ? [] : [next] };
}
