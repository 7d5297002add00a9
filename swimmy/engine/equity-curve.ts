// A curve of a million bars as the few points that a chart can show or a client can read.

const MOST_POINTS = 1000;

/**
 * [time, equity] of every bar, or of some: the first, the last, the lowest and highest of each stretch of bars, and the
 * peak and bottom of the deepest drawdown, so that the drawdown read off the points is the drawdown of the run.
 */
export function thinned(time: Float64Array, equity: Float64Array): [number, number][] {
  const bars = equity.length;
  const point = (i: number): [number, number] => [time[i] as number, equity[i] as number];
  if (bars <= MOST_POINTS) return Array.from({ length: bars }, (_, i) => point(i));
  const kept = new Set([0, bars - 1, ...deepestFall(equity)]);
  const stretches = (MOST_POINTS - kept.size) >> 1;
  for (let k = 0; k < stretches; k++) {
    const to = Math.floor(((k + 1) * bars) / stretches);
    let low = Math.floor((k * bars) / stretches);
    let high = low;
    for (let i = low; i < to; i++) {
      if ((equity[i] as number) < (equity[low] as number)) low = i;
      if ((equity[i] as number) > (equity[high] as number)) high = i;
    }
    kept.add(low).add(high);
  }
  return [...kept].toSorted((a, b) => a - b).map(point);
}

/** Where the deepest drawdown began and where it was deepest. */
export function deepestFall(values: Float64Array): [number, number] {
  let peak = 0;
  let found: [number, number] = [0, 0];
  let worst = 0;
  for (let i = 1; i < values.length; i++) {
    if ((values[i] as number) >= (values[peak] as number)) {
      peak = i;
      continue;
    }
    const fall = 1 - (values[i] as number) / (values[peak] as number);
    if (fall > worst) {
      worst = fall;
      found = [peak, i];
    }
  }
  return found;
}
