// The bars of a day as bytes. Prices of a day lie close together and have a few decimals: as offsets from the lowest of them they fit 16
// bits, and a day of minutes takes a quarter of its doubles. Of a book that is encrypted page by page that is most of what reading
// bars costs. Values that are not whole numbers are stored as doubles.
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
/** Decimals that are tried; the first byte of a narrow day is this and how many there are. */
const MOST_PLACES = 6;
const NARROW = 16;
/** The first byte where none of them fit. */
const DOUBLES = 255;
/** Format, widths of times, prices and volumes, seconds between times, the first time, the lowest price, how many. */
const HEADER = 24;

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
  const scale = 10 ** places;
  const first = series.at[0] ?? 0;
  const seconds = series.at.map((at) => (at - first) / 1000);
  const unit = seconds.reduce(greatestDivisor, 0) || 1;
  const times = seconds.map((since) => since / unit);
  const prices = PRICES.map((column) => series[column].map((price) => Math.round(price * scale)));
  const lowest = prices.reduce((least, column) => column.reduce((a, b) => Math.min(a, b), least), Infinity);
  const offsets = prices.map((column) => column.map((price) => price - lowest));
  const priceWidth = Math.max(...offsets.map(widthOf));
  const columns = [
    { values: times, width: times.every((value, i) => value === i) ? 0 : widthOf(times) },
    ...offsets.map((values) => ({ values, width: priceWidth })),
    { values: series.volume, width: widthOf(series.volume) },
  ];
  const bytes = new DataView(new ArrayBuffer(HEADER + columns.reduce((sum, { width }) => sum + width * length, 0)));
  bytes.setUint8(0, NARROW + places);
  [columns[0], columns[1], columns[5]].forEach((column, i) => bytes.setUint8(1 + i, column?.width ?? 0));
  bytes.setUint32(4, unit, true);
  bytes.setFloat64(8, first, true);
  bytes.setInt32(16, lowest, true);
  bytes.setUint32(20, length, true);
  let from = HEADER;
  for (const { values, width } of columns) {
    if (width > 0) values.forEach((value, i) => setWhole(bytes, from + i * width, width, value));
    from += width * length;
  }
  return new Uint8Array(bytes.buffer);
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}

/** Bytes that hold each of these, none of which is negative. */
function widthOf(values: Float64Array): number {
  const largest = values.reduce((a, b) => Math.max(a, b), 0);
  return largest < 2 ** 8 ? 1 : largest < 2 ** 16 ? 2 : 4;
}

function setWhole(bytes: DataView, at: number, width: number, value: number): void {
  if (width === 1) bytes.setUint8(at, value);
  else if (width === 2) bytes.setUint16(at, value, true);
  else bytes.setUint32(at, value, true);
}

export function decodeBars(stored: Uint8Array): BarSeries {
  if (stored.length === 0) return emptySeries(0);
  const bytes = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const format = bytes.getUint8(0);
  if (format === DOUBLES) {
    const length = (stored.length - 1) / (COLUMNS.length * 8);
    const series = emptySeries(length);
    COLUMNS.forEach((column, c) => {
      for (let i = 0; i < length; i += 1) series[column][i] = bytes.getFloat64(1 + (c * length + i) * 8, true);
    });
    return series;
  }
  return new PackedSeries(stored, format >= NARROW ? narrowLayout(bytes) : wideLayout(bytes));
}

interface Layout {
  readonly length: number;
  /** Where times begin; the other columns follow. */
  readonly header: number;
  /** Bytes of each value; times without any are one unit apart. */
  readonly timeWidth: number;
  readonly priceWidth: number;
  readonly volumeWidth: number;
  readonly isSigned: boolean;
  readonly first: number;
  readonly unitMs: number;
  readonly base: number;
  readonly scale: number;
}

function narrowLayout(bytes: DataView): Layout {
  return {
    length: bytes.getUint32(20, true),
    header: HEADER,
    timeWidth: bytes.getUint8(1),
    priceWidth: bytes.getUint8(2),
    volumeWidth: bytes.getUint8(3),
    isSigned: false,
    first: bytes.getFloat64(8, true),
    unitMs: bytes.getUint32(4, true) * 1000,
    base: bytes.getInt32(16, true),
    scale: 10 ** (bytes.getUint8(0) - NARROW),
  };
}

/** Days stored before the narrow layout existed: decimals in the first byte, the first time, then 32 bits for each value. */
function wideLayout(bytes: DataView): Layout {
  const header = 9;
  return {
    length: (bytes.byteLength - header) / (COLUMNS.length * 4),
    header,
    timeWidth: 4,
    priceWidth: 4,
    volumeWidth: 4,
    isSigned: true,
    first: bytes.getFloat64(1, true),
    unitMs: 1000,
    base: 0,
    scale: 10 ** bytes.getUint8(0),
  };
}

/** A page over ten thousand trades needs two or three columns of each day: the others are not decoded. */
class PackedSeries implements BarSeries {
  readonly #stored: Uint8Array;
  readonly #layout: Layout;
  #at: Float64Array | undefined;
  #open: Float64Array | undefined;
  #high: Float64Array | undefined;
  #low: Float64Array | undefined;
  #close: Float64Array | undefined;
  #volume: Float64Array | undefined;

  constructor(stored: Uint8Array, layout: Layout) {
    this.#stored = stored;
    this.#layout = layout;
  }

  get at(): Float64Array {
    return (this.#at ??= this.#times());
  }
  get open(): Float64Array {
    return (this.#open ??= this.#prices(0));
  }
  get high(): Float64Array {
    return (this.#high ??= this.#prices(1));
  }
  get low(): Float64Array {
    return (this.#low ??= this.#prices(2));
  }
  get close(): Float64Array {
    return (this.#close ??= this.#prices(3));
  }
  get volume(): Float64Array {
    const { timeWidth, priceWidth, volumeWidth } = this.#layout;
    return (this.#volume ??= this.#whole(timeWidth + PRICES.length * priceWidth, volumeWidth));
  }

  #times(): Float64Array {
    const { timeWidth, first, unitMs } = this.#layout;
    const values = this.#whole(0, timeWidth);
    for (let i = 0; i < values.length; i += 1) values[i] = first + (values[i] ?? 0) * unitMs;
    return values;
  }

  #prices(place: number): Float64Array {
    const { timeWidth, priceWidth, base, scale } = this.#layout;
    const values = this.#whole(timeWidth + place * priceWidth, priceWidth);
    for (let i = 0; i < values.length; i += 1) values[i] = (base + (values[i] ?? 0)) / scale;
    return values;
  }

  /** A column, given the bytes per bar of the columns before it. Byte by byte: a view of wider numbers would need an aligned copy. */
  #whole(before: number, width: number): Float64Array {
    const { header, length, isSigned } = this.#layout;
    const stored = this.#stored;
    const values = new Float64Array(length);
    const from = header + before * length;
    for (let i = 0; i < length; i += 1) {
      const at = from + i * width;
      if (width === 0) values[i] = i;
      else if (width === 1) values[i] = stored[at] ?? 0;
      else if (width === 2) values[i] = (stored[at] ?? 0) | ((stored[at + 1] ?? 0) << 8);
      else {
        const low = (stored[at] ?? 0) | ((stored[at + 1] ?? 0) << 8) | ((stored[at + 2] ?? 0) << 16);
        const whole = low | ((stored[at + 3] ?? 0) << 24);
        values[i] = isSigned ? whole : whole >>> 0;
      }
    }
    return values;
  }
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

/** The bars in the form in which a provider delivers them. */
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
