// Candles in columns. Columns sit in shared memory, so every thread of a sweep reads the same bytes.

export interface Series {
  readonly length: number;
  /** Start of each bar, Unix seconds, ascending. */
  readonly t: Float64Array;
  readonly o: Float64Array;
  readonly h: Float64Array;
  readonly l: Float64Array;
  readonly c: Float64Array;
  readonly v: Float64Array;
}

export const COLUMNS = ['t', 'o', 'h', 'l', 'c', 'v'] as const;

export function emptySeries(length: number): Series {
  const column = () => new Float64Array(new SharedArrayBuffer(length * 8));
  return { length, t: column(), o: column(), h: column(), l: column(), c: column(), v: column() };
}

/** Bars `from` (inclusive) to `to` (exclusive), without copying. */
export function slice({ t, o, h, l, c, v }: Series, from: number, to: number): Series {
  return {
    length: to - from,
    t: t.subarray(from, to),
    o: o.subarray(from, to),
    h: h.subarray(from, to),
    l: l.subarray(from, to),
    c: c.subarray(from, to),
    v: v.subarray(from, to),
  };
}

/** The bars whose time is within [start, end], both inclusive and optional. */
export function between(series: Series, start: number | undefined, end: number | undefined): Series {
  if (start === undefined && end === undefined) return series;
  const from = start === undefined ? 0 : firstAtOrAfter(series.t, start);
  const to = end === undefined ? series.length : firstAtOrAfter(series.t, end + 1);
  return slice(series, from, Math.max(from, to));
}

/** Index of the first value >= wanted in an ascending column. */
export function firstAtOrAfter(column: Float64Array, wanted: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same from a place on, for what is not far: steps double until it is passed. */
export function nextAtOrAfter(column: Float64Array, wanted: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < column.length && column[low + step] < wanted) {
    low += step;
    step *= 2;
  }
  let high = Math.min(column.length, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (column[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

export interface Candle {
  readonly t: number;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

export function seriesOf(candles: readonly Candle[]): Series {
  const series = emptySeries(candles.length);
  for (const [i, candle] of candles.entries()) for (const key of COLUMNS) series[key][i] = candle[key];
  return series;
}
