// Which rows of a long list are drawn, and by which of a fixed number of elements. Every row has its element by its place
// in the list: a step of the wheel changes what stands in a few of them, and neither makes nor removes one.

/** Drawn before and after the visible rows, so that a scroll finds them there. */
const SPARE = 10;

export interface RowWindow {
  readonly start: number;
  /** How many rows are drawn, and how many elements there are. */
  readonly size: number;
}

export interface Sight {
  /** In rows. */
  readonly first: number;
  readonly count: number;
}

export function windowOf({ first, count }: Sight, total: number): RowWindow {
  const size = Math.min(total, count + 2 * SPARE);
  return { start: Math.max(0, Math.min(first - SPARE, total - size)), size };
}

/** The row an element stands for: the one of the window that leaves its number when divided by the size. */
export const rowOfSlot = (slot: number, { start, size }: RowWindow): number =>
  start + ((((slot - start) % size) + size) % size);

export const isDrawn = (row: number, { start, size }: RowWindow): boolean => row >= start && row < start + size;

export interface ScrollPosition {
  readonly top: number;
  /** What rows are seen through: without the head, which covers its part of the list. */
  readonly height: number;
}

/** The rows that are seen, those in part among them. */
export function sightOf({ top, height }: ScrollPosition, rowHeight: number): Sight {
  // One more than fit: the first and the last may be partly visible, and the number must not change with that.
  return { first: Math.floor(Math.max(0, top) / rowHeight), count: Math.ceil(Math.max(0, height) / rowHeight) + 1 };
}

/** Where to scroll to so that all of a row is seen: no farther than needed. */
export function topShowing(row: number, { top, height }: ScrollPosition, rowHeight: number): number {
  const [from, to] = [row * rowHeight, (row + 1) * rowHeight];
  return from < top ? from : to > top + height ? to - height : top;
}
