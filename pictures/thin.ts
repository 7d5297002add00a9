// A long curve with fewer points that looks the same: of every stretch its first, lowest, highest and last
// point stay, and one where it is interrupted.

/** [x, y], in order of x. */
export type Point = readonly [number, number];

const MAX_POINTS = 2000;

/** The indexes that stay; always the first, the last, and the extremes of every stretch between. */
function downsampleIndexes(values: ArrayLike<number>, most = MAX_POINTS): number[] {
  const { length } = values;
  if (length <= most) return Array.from({ length }, (_, i) => i);
  const stretches = Math.max(1, Math.floor(most / 5));
  const indexes = new Set<number>();
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * length) / stretches);
    const to = Math.floor(((stretch + 1) * length) / stretches);
    let [low, high, hole] = [from, from, from];
    for (let i = from; i < to; i++) {
      const value = values[i] ?? Number.NaN;
      if (Number.isNaN(value)) hole = i;
      // The first of the stretch may be a hole: anything is more than that.
      else if (!(value >= (values[low] ?? Number.NaN))) low = i;
      if (!Number.isNaN(value) && !(value <= (values[high] ?? Number.NaN))) high = i;
    }
    for (const i of [from, low, high, hole, to - 1]) indexes.add(i);
  }
  return [...indexes].toSorted((a, b) => a - b);
}

export function downsample(points: readonly Point[], most = MAX_POINTS): readonly Point[] {
  if (points.length <= most) return points;
  const indexes = new Set(
    downsampleIndexes(
      points.map(([, y]) => y),
      most,
    ),
  );
  return points.filter((_, i) => indexes.has(i));
}
