/** The pages of what is in sight, and the nearest one besides: who scrolls on finds it there. */
export function pagesAround(first: number, last: number, total: number, size: number): number[] {
  const [from, to] = [Math.floor(first / size), Math.floor(Math.max(first, last) / size)];
  const inSight = Array.from({ length: to - from + 1 }, (_, i) => from + i);
  // The one whose edge is nearer; fetching both sides of a jump would take the service from what was asked for.
  const isNearEnd = last % size >= size / 2;
  const ahead = isNearEnd ? to + 1 : from - 1;
  const exists = ahead >= 0 && ahead * size < total;
  return exists ? [...inSight, ahead] : inSight;
}
