// The bars an expression is evaluated on, with every column that was computed for them: the same part of two
// expressions, or of two runs of a sweep, is computed once.
import { resampleByCalendar, type CalendarBars, type OffsetAt } from '../candles/resample.ts';
import type { Series } from '../candles/series.ts';
import { localTime, offsetsOf, type TimeName } from './clock.ts';

type Column = Float64Array | Uint8Array;

const DAY = 86_400;

/** The size of the column cache; beyond it the least recently used columns are discarded. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Which bar of a higher timeframe is the last complete one at each close. */
export interface HigherTimeframe {
  readonly frame: Frame;
  /** -1 where none is complete yet. */
  readonly lastClosed: Int32Array;
}

/** What the values of one time become, each written to its place; those that are not known are left out before. */
export type Comparison = (values: Float64Array, out: Float64Array) => void;

/** The other symbols of a portfolio, next to the one whose bars a frame holds. */
export interface Across {
  compare(frame: Frame, key: string, of: (frame: Frame) => Float64Array, comparison: Comparison): Float64Array;
}

export class Frame {
  readonly series: Series;
  readonly timeZone: string;
  readonly across: Across | undefined;
  readonly #columns = new Map<string, Column>();
  readonly #higher = new Map<number, HigherTimeframe>();
  #bytes = 0;

  constructor(series: Series, timeZone: string, across?: Across) {
    this.series = series;
    this.timeZone = timeZone;
    this.across = across;
  }

  numbers(key: string, compute: () => Float64Array): Float64Array {
    return this.#cachedColumn(key, compute) as Float64Array; // a key names one expression, and that has one type
  }

  conditions(key: string, compute: () => Uint8Array): Uint8Array {
    return this.#cachedColumn(key, compute) as Uint8Array; // as above
  }

  time(name: TimeName): Float64Array {
    return this.numbers(name, () => localTime(this.series.t, name, isDated(this.series) ? 'UTC' : this.timeZone));
  }

  higher(minutes: number): HigherTimeframe {
    let known = this.#higher.get(minutes);
    if (known === undefined) {
      const barSeconds = shortestStep(this.series);
      if (barSeconds > minutes * 60)
        throw new Error(
          `tf(${minutes}, …): the bars themselves last ${barSeconds / 60} minutes; take a higher timeframe`,
        );
      const { bars, ends } = calendarBars(this.series, minutes, this.timeZone);
      known = { frame: new Frame(bars, this.timeZone), lastClosed: lastClosedBars(this.series, barSeconds, ends) };
      this.#higher.set(minutes, known);
    }
    return known;
  }

  #cachedColumn(key: string, compute: () => Column): Column {
    let column = this.#columns.get(key);
    if (column !== undefined) this.#columns.delete(key);
    else {
      column = compute();
      this.#bytes += column.byteLength;
    }
    this.#columns.set(key, column); // behind the others: used last
    for (const [oldest, old] of this.#columns) {
      if (this.#bytes <= MOST_BYTES || oldest === key) break;
      this.#columns.delete(oldest);
      this.#bytes -= old.byteLength;
    }
    return column;
  }
}

/** Bars of a longer timeframe. */
export function calendarBars(series: Series, minutes: number, timeZone: string): CalendarBars {
  return resampleByCalendar(series, minutes, calendarOffsets(series, timeZone));
}

/** Seconds that local time is ahead of UTC. Bars that last a day or more are dates, which have no time zone. */
export function calendarOffsets(series: Series, timeZone: string): OffsetAt {
  return isDated(series) ? () => 0 : offsetsOf(timeZone);
}

const isDated = (series: Series): boolean => shortestStep(series) >= DAY;

/** The shortest distance of two bars, which is never more than the length of a bar; 0 for fewer than two. */
function shortestStep({ t, length }: Series): number {
  let shortest = Infinity;
  for (let i = 1; i < length; i++) shortest = Math.min(shortest, t[i] - t[i - 1]);
  return shortest === Infinity ? 0 : shortest;
}

/**
 * A bar of the higher timeframe is complete once its time is over. At the close of bar i that time is the bar's start
 * plus the length of a bar.
 */
function lastClosedBars({ t, length }: Series, barSeconds: number, ends: Float64Array): Int32Array {
  const out = new Int32Array(length);
  let closed = -1;
  for (let i = 0; i < length; i++) {
    const now = t[i] + barSeconds;
    while (closed + 1 < ends.length && ends[closed + 1] <= now) closed++;
    out[i] = closed;
  }
  return out;
}
