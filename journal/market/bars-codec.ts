// The bars of a day as bytes. Most prices have a few decimals and fit whole numbers of 32 bits: a day of minutes takes a third of
// its JSON, and is read without making an object of each bar. What does not fit is kept as doubles.
import type { Bar } from './model.ts';

/** Bars in columns, oldest first. */
export interface BarSeries {
  /** When each begins, in milliseconds since 1970. */
  readonly at: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
}

const COLUMNS = ['at', 'open', 'high', 'low', 'close', 'volume'] as const;
const PRICES = ['open', 'high', 'low', 'close'] as const;
const LARGEST = 2 ** 31 - 1;
/** Decimals that are tried; the byte that says none of them fit. */
const MOST_PLACES = 6;
const DOUBLES = 255;

/** The first byte says how many decimals prices have, or that they are doubles; then one column after the other. */
export function encodeBars(series: BarSeries): Uint8Array {
  const { length } = series.at;
  if (length === 0) return new Uint8Array(0);
  const places = placesOf(series);
  if (places === null) {
    const bytes = new DataView(new ArrayBuffer(1 + length * COLUMNS.length * 8));
    bytes.setUint8(0, DOUBLES);
    COLUMNS.forEach((column, c) =>
      series[column].forEach((value, i) => bytes.setFloat64(1 + (c * length + i) * 8, value, true)),
    );
    return new Uint8Array(bytes.buffer);
  }
  // Seconds since the first, four prices, volume; the first time as a double.
  const bytes = new DataView(new ArrayBuffer(9 + length * COLUMNS.length * 4));
  bytes.setUint8(0, places);
  const first = series.at[0] ?? 0;
  bytes.setFloat64(1, first, true);
  const scale = 10 ** places;
  COLUMNS.forEach((column, c) =>
    series[column].forEach((value, i) => {
      const whole = column === 'at' ? (value - first) / 1000 : column === 'volume' ? value : Math.round(value * scale);
      bytes.setInt32(9 + (c * length + i) * 4, whole, true);
    }),
  );
  return new Uint8Array(bytes.buffer);
}

export function decodeBars(stored: Uint8Array): BarSeries {
  if (stored.length === 0) return emptySeries(0);
  const bytes = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const places = bytes.getUint8(0);
  if (places === DOUBLES) {
    const length = (stored.length - 1) / (COLUMNS.length * 8);
    const series = emptySeries(length);
    COLUMNS.forEach((column, c) => {
      for (let i = 0; i < length; i += 1) series[column][i] = bytes.getFloat64(1 + (c * length + i) * 8, true);
    });
    return series;
  }
  const length = (stored.length - 9) / (COLUMNS.length * 4);
  // Copied, so that they begin where 32 bits may begin.
  const copy = new Uint8Array(stored.length - 9);
  copy.set(stored.subarray(9));
  const whole = new Int32Array(copy.buffer);
  const first = bytes.getFloat64(1, true);
  const scale = 10 ** places;
  const price = (place: number): Float64Array => {
    const values = new Float64Array(length);
    for (let i = 0, at = place * length; i < length; i += 1, at += 1) values[i] = (whole[at] ?? 0) / scale;
    return values;
  };
  const time = (): Float64Array => {
    const values = new Float64Array(length);
    for (let i = 0; i < length; i += 1) values[i] = first + (whole[i] ?? 0) * 1000;
    return values;
  };
  const made: { -readonly [K in keyof BarSeries]?: Float64Array } = {};
  // Whoever looks at ten thousand trades needs two or three columns of each day: the others are not made.
  return {
    get at() {
      return (made.at ??= time());
    },
    get open() {
      return (made.open ??= price(1));
    },
    get high() {
      return (made.high ??= price(2));
    },
    get low() {
      return (made.low ??= price(3));
    },
    get close() {
      return (made.close ??= price(4));
    },
    get volume() {
      return (made.volume ??= Float64Array.from(whole.subarray(5 * length)));
    },
  };
}

/** One piece of memory for all columns: making six of them took longer than filling them. */
export function emptySeries(length: number): BarSeries {
  const all = new Float64Array(length * COLUMNS.length);
  const column = (place: number): Float64Array => all.subarray(place * length, (place + 1) * length);
  return { at: column(0), open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5) };
}

/** How many decimals all prices have, where they and the rest fit; null where not. */
function placesOf(series: BarSeries): number | null {
  const first = series.at[0] ?? 0;
  for (const at of series.at) if ((at - first) % 1000 !== 0 || at < first || (at - first) / 1000 > LARGEST) return null;
  for (const volume of series.volume) if (!Number.isInteger(volume) || volume < 0 || volume > LARGEST) return null;
  for (let places = 0; places <= MOST_PLACES; places += 1) {
    const scale = 10 ** places;
    const fits = (price: number): boolean =>
      Math.round(price * scale) / scale === price && Math.abs(price * scale) <= LARGEST;
    if (PRICES.every((column) => series[column].every(fits))) return places;
  }
  return null;
}

/** Each moment once; of two bars of one moment the later in the list counts. */
export function seriesOf(bars: readonly Bar[]): BarSeries {
  const byTime = new Map<number, Bar>();
  for (const bar of bars) byTime.set(Date.parse(bar.timestamp), bar);
  const inOrder = [...byTime].toSorted(([a], [b]) => a - b);
  const series = emptySeries(inOrder.length);
  inOrder.forEach(([at, bar], i) => {
    series.at[i] = at;
    for (const column of PRICES) series[column][i] = bar[column];
    series.volume[i] = bar.volume;
  });
  return series;
}

/** Both; where a moment is in both, the newer one's bar. */
export function mergeSeries(older: BarSeries, newer: BarSeries): BarSeries {
  if (older.at.length === 0) return newer;
  const rows = new Map<number, readonly [BarSeries, number]>();
  for (const series of [older, newer]) series.at.forEach((at, i) => rows.set(at, [series, i]));
  const inOrder = [...rows].toSorted(([a], [b]) => a - b);
  const merged = emptySeries(inOrder.length);
  inOrder.forEach(([, [series, from]], i) => {
    for (const column of COLUMNS) merged[column][i] = series[column][from] ?? 0;
  });
  return merged;
}

/** Those from one place up to another, without copying. */
export function cutSeries(series: BarSeries, from: number, to: number): BarSeries {
  const cut = (column: Float64Array): Float64Array => column.subarray(from, to);
  const { at, open, high, low, close, volume } = series;
  return { at: cut(at), open: cut(open), high: cut(high), low: cut(low), close: cut(close), volume: cut(volume) };
}

/** One after the other. */
export function joinSeries(parts: readonly BarSeries[]): BarSeries {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const joined = emptySeries(parts.reduce((sum, { at }) => sum + at.length, 0));
  let from = 0;
  for (const part of parts) {
    for (const column of COLUMNS) joined[column].set(part[column], from);
    from += part.at.length;
  }
  return joined;
}

/** As a provider would have told them. */
export function barsOf(ticker: string, series: BarSeries): Bar[] {
  return Array.from(series.at, (at, i) => ({
    ticker,
    timestamp: new Date(at).toISOString(),
    open: series.open[i] ?? 0,
    high: series.high[i] ?? 0,
    low: series.low[i] ?? 0,
    close: series.close[i] ?? 0,
    volume: series.volume[i] ?? 0,
    adj_close: null,
    vwap: null,
    trade_count: null,
  }));
}
