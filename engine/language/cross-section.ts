// Many symbols side by side: what an expression says of one is compared with what it says of the others at the same time.
import type { Series } from '../candles/series.ts';
import { Frame, type Across, type Comparison } from './frame.ts';

/** The symbol's own bars, and where on the common calendar each of them lies. */
interface Bars {
  readonly series: Series;
  readonly at: Int32Array;
}

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
    this.#barAt = bars.map(({ at }) => {
      const barAt = new Int32Array(times).fill(-1);
      for (const [bar, time] of at.entries()) barAt[time] = bar;
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
    const members = new Int32Array(columns.length);
    const values = new Float64Array(columns.length);
    const results = new Float64Array(columns.length);
    for (let time = 0; time < this.#times; time++) {
      let count = 0;
      for (let k = 0; k < columns.length; k++) {
        const bar = (this.#barAt[k] as Int32Array)[time] as number;
        const column = columns[k] as Float64Array;
        const value = bar < 0 ? NaN : (column[column.length === 1 ? 0 : bar] as number);
        if (Number.isNaN(value)) continue;
        members[count] = k;
        values[count++] = value;
      }
      comparison(values.subarray(0, count), results);
      for (let m = 0; m < count; m++) {
        const k = members[m] as number;
        (out[k] as Float64Array)[(this.#barAt[k] as Int32Array)[time] as number] = results[m] as number;
      }
    }
    return out;
  }
}

/** 1 for the largest; of equal ones the symbol that was named first comes first. */
export const rankOf: Comparison = (values, out) => {
  const sorted = values.toSorted();
  for (let k = 0; k < values.length; k++) {
    const value = values[k] as number;
    // The first place behind all that are not larger.
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((sorted[middle] as number) <= value) low = middle + 1;
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
    out[k] = values.length < 2 ? NaN : deviation > 0 ? ((values[k] as number) - mean) / deviation : 0;
};
