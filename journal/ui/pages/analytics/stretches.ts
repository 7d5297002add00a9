export interface Stretch {
  readonly from: string;
  /** When it was deepest, and how deep. */
  readonly at: string;
  readonly depth: number;
  /** When it was made up; null while it is not. */
  readonly to: string | null;
  readonly days: number;
}

const DAY_MS = 86_400_000;

/** Every time the curve was below its best, the deepest first. `depths` are zero or negative. */
export function worstStretches(times: readonly string[], depths: readonly number[]): Stretch[] {
  const found: Stretch[] = [];
  let begun: { from: string; at: string; depth: number } | null = null;
  const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
  for (const [i, time] of times.entries()) {
    const depth = depths[i] ?? 0;
    if (depth < 0) {
      begun ??= { from: times[i - 1] ?? time, at: time, depth };
      if (depth < begun.depth) begun = { ...begun, at: time, depth };
    } else if (begun !== null) {
      found.push({ ...begun, to: time, days: daysBetween(begun.from, time) });
      begun = null;
    }
  }
  const last = times.at(-1);
  if (begun !== null && last !== undefined) found.push({ ...begun, to: null, days: daysBetween(begun.from, last) });
  return found.toSorted((a, b) => a.depth - b.depth);
}
