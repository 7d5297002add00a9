// Percentiles of many values whose other order does not matter: putting a few in their places takes a fraction of sorting all.

export interface Percentiles {
  readonly p5: number;
  readonly p25: number;
  readonly p50: number;
  readonly p75: number;
  readonly p95: number;
}

const SHARES = [0.05, 0.25, 0.5, 0.75, 0.95];

/**
 * Between two values the share of the way; in units of `unit`, which is positive. The values are put into another order,
 * unless they are sorted already.
 */
export function percentiles(values: Float64Array, unit = 1): Percentiles {
  const places = SHARES.flatMap((share) => {
    const place = share * (values.length - 1);
    return [Math.floor(place), Math.ceil(place)];
  });
  putInPlace(values, places, 0, values.length - 1);
  const [p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = SHARES.map((share) =>
    interpolatedPercentile(values, share, unit),
  );
  return { p5, p25, p50, p75, p95 };
}

function interpolatedPercentile(placed: Float64Array, share: number, unit: number): number {
  if (placed.length === 0) return 0;
  const place = share * (placed.length - 1);
  const below = (placed[Math.floor(place)] ?? 0) / unit;
  const above = (placed[Math.ceil(place)] ?? 0) / unit;
  return below + (above - below) * (place - Math.floor(place));
}

/** At each of these places stands what would stand there in the sorted list. They rise, and no value is NaN. */
function putInPlace(values: Float64Array, places: readonly number[], from: number, high: number): void {
  let low = from;
  let wanted = places;
  while (low < high && wanted.length > 0) {
    const pivot = values[(low + high) >> 1] ?? 0;
    let [left, right] = [low, high];
    while (left <= right) {
      while ((values[left] ?? pivot) < pivot) left += 1;
      while ((values[right] ?? pivot) > pivot) right -= 1;
      if (left > right) break;
      const other = values[left] ?? 0;
      values[left] = values[right] ?? 0;
      values[right] = other;
      left += 1;
      right -= 1;
    }
    // What lies between the two is in its place; the side behind is done here, the one before in a call of its own.
    const [before, behind] = [right, left];
    putInPlace(
      values,
      wanted.filter((place) => place <= before),
      low,
      before,
    );
    wanted = wanted.filter((place) => place >= behind);
    low = behind;
  }
}
