// A curve of a million bars as the few points that a chart can show or a client can read.

const MOST_POINTS = 1000;

/**
 * [time, equity] of every bar, or of some: the first, the last, the lowest and highest of each stretch of bars, and the
 * peak and bottom of the deepest drawdown, so that the drawdown read off the points is the drawdown of the run.
 */
export function thinCurve(time: Float64Array, equity: Float64Array): [number, number][] {
  const bars = equity.length;
  const point = (i: number): [number, number] => [time[i], equity[i]];
  if (bars <= MOST_POINTS) return Array.from({ length: bars }, (_, i) => point(i));
  const chosen = new Set([0, bars - 1, ...deepestFall(equity)]);
  const stretches = (MOST_POINTS - chosen.size) >> 1;
  for (let k = 0; k < stretches; k++) {
    const to = Math.floor(((k + 1) * bars) / stretches);
    let low = Math.floor((k * bars) / stretches);
    let high = low;
    for (let i = low; i < to; i++) {
      if (equity[i] < equity[low]) low = i;
      if (equity[i] > equity[high]) high = i;
    }
    chosen.add(low).add(high);
  }
  return [...chosen].toSorted((a, b) => a - b).map(point);
}

/** Where the deepest drawdown began and where it was deepest. */
export function deepestFall(values: Float64Array): [number, number] {
  let peak = 0;
  let top = values[0] ?? 0;
  let found: [number, number] = [0, 0];
  let lowest = 1; // the smallest share of its peak that any value had
  let bar = top; // what a value must be below to be a deeper fall
  for (let i = 1; i < values.length; i++) {
    const value = values[i];
    if (value >= top) {
      top = value;
      peak = i;
      bar = top * lowest;
    } else if (value < bar) {
      lowest = value / top;
      bar = value;
      found = [peak, i];
    }
  }
  return found;
}
