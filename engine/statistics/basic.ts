// Sums over plain numbers, as every statistic needs them.

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

export const mean = (values: readonly number[]): number => sum(values) / values.length;

/** Sample deviation (n − 1). Values that are all the same have none, whatever rounding makes of their mean. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return NaN;
  if (values.every((value) => value === values[0])) return 0;
  const centre = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / (values.length - 1));
}

/** The value at a share of the places, from 0 to 1; between two values the share of the way. */
export function interpolatedPercentile(values: readonly number[], share: number): number {
  if (values.length === 0) return NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const low = sorted[Math.floor(at)];
  const high = sorted[Math.ceil(at)];
  return low + (high - low) * (at - Math.floor(at));
}

/** The value at a share of the number of sorted values, rounded down: nothing lies between two of them; 0 of none. */
export function flooredPercentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Below this a benchmark does not move. */
const NO_VARIANCE = 1e-30;

export function betaOf(values: readonly number[], factor: readonly number[]): number {
  const centre = mean(factor);
  const variance = mean(factor.map((value) => (value - centre) ** 2));
  if (!(variance >= NO_VARIANCE)) return NaN;
  return mean(values.map((value, i) => value * (factor[i] - centre))) / variance;
}

/** R² of a straight line through values at equal distances; 0 where they never change. */
export function straightness(values: readonly number[]): number {
  const places = values.map((_, i) => i);
  const [x, y] = [mean(places), mean(values)];
  const xx = sum(places.map((place) => (place - x) ** 2));
  const yy = sum(values.map((value) => (value - y) ** 2));
  const xy = sum(values.map((value, i) => (i - x) * (value - y)));
  return xx === 0 || yy === 0 ? 0 : xy ** 2 / (xx * yy);
}
