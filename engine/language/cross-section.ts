// Many symbols side by side: what an expression says of one is compared with what it says of the others at the same time.
import type { Series } from '../candles/series.ts';
import { Frame, type Across, type Comparison } from './frame.ts';

/** The symbol's own bars, and where on the common calendar each of them lies. */
interface Bars {
  readonly series: Series;
  readonly at: Int32Array;
}

/** The number of times compared in one pass. */
const TOGETHER = 64;

export class CrossSection implements Across {
  readonly frames: readonly Frame[];
  readonly #places: ReadonlyMap<Frame, number>;
  /** For each symbol its bar at each time of the calendar; -1 where it has none. */
  readonly #barAt: readonly Int32Array[];
  readonly #times: number;
  readonly #compared = new Map<string, readonly Float64Array[]>();

  constructor(bars: readonly Bars[], times: number, timeZone: string) {
    this.#times = times;
    this.frames = bars.map(({ series }) => new Frame(series, timeZone, this));
    this.#places = new Map(this.frames.map((frame, k) => [frame, k]));
    // Symbols that have the same bars share what is known of them.
    const known = new Map<Int32Array, Int32Array>();
    this.#barAt = bars.map(({ at }) => {
      const same = known.get(at);
      if (same !== undefined) return same;
      const barAt = new Int32Array(times).fill(-1);
      for (let bar = 0; bar < at.length; bar++) barAt[at[bar]] = bar;
      known.set(at, barAt);
      return barAt;
    });
  }

  compare(frame: Frame, key: string, of: (frame: Frame) => Float64Array, comparison: Comparison): Float64Array {
    let columns = this.#compared.get(key);
    if (columns === undefined) this.#compared.set(key, (columns = this.#compareAll(of, comparison)));
    return columns[this.#places.get(frame) ?? -1] ?? new Float64Array(frame.series.length).fill(NaN);
  }

  #compareAll(of: (frame: Frame) => Float64Array, comparison: Comparison): readonly Float64Array[] {
    const columns = this.frames.map(of);
    const out = this.frames.map(({ series }) => new Float64Array(series.length).fill(NaN));
    const width = columns.length;
    const members = new Int32Array(width);
    const values = new Float64Array(width);
    const results = new Float64Array(width);
    // Columns are read and written along their length, several times in one pass: going from column to column for each time
    // would wait for memory.
    const block = new Float64Array(TOGETHER * width);
    for (let from = 0; from < this.#times; from += TOGETHER) {
      const to = Math.min(this.#times, from + TOGETHER);
      for (let k = 0; k < width; k++) {
        const column = columns[k];
        const barAt = this.#barAt[k];
        const isConstant = column.length === 1;
        for (let time = from, at = k; time < to; time++, at += width) {
          const bar = barAt[time];
          block[at] = bar < 0 ? NaN : column[isConstant ? 0 : bar];
        }
      }
      for (let start = 0, end = (to - from) * width; start < end; start += width) {
        let count = 0;
        for (let k = 0; k < width; k++) {
          const value = block[start + k];
          if (Number.isNaN(value)) continue;
          members[count] = k;
          values[count++] = value;
        }
        comparison(count === width ? values : values.subarray(0, count), results);
        for (let m = 0; m < count; m++) block[start + members[m]] = results[m];
      }
      for (let k = 0; k < width; k++) {
        const column = out[k] as Float64Array;
        const barAt = this.#barAt[k];
        for (let time = from, at = k; time < to; time++, at += width) {
          const bar = barAt[time];
          if (bar >= 0) column[bar] = block[at];
        }
      }
    }
    return out;
  }
}

/** 1 for the largest; of equal ones the symbol that was named first comes first. */
export const rankOf: Comparison = (values, out) => {
  const sorted = values.toSorted();
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    // The first place behind all that are not larger.
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle] <= value) low = middle + 1;
      else high = middle;
    }
    let before = 0;
    if (sorted[low - 2] === value) for (let j = 0; j < k; j++) if (values[j] === value) before++;
    out[k] = sorted.length - low + 1 + before;
  }
};

/** Distance from the mean in sample deviations; not known for fewer than two, 0 where all are the same. */
export const zscoreOf: Comparison = (values, out) => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  for (let k = 0; k < values.length; k++)
    out[k] = values.length < 2 ? NaN : deviation > 0 ? (values[k] - mean) / deviation : 0;
};
