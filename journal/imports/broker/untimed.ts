// Fills of days without times. They are stamped from noon on, a second apart, in the order of trading; which way a file
// runs is known when it shows a second day.
import type { Clock } from '../text/time.ts';

interface WithTime {
  time: string;
}

export class UntimedFills<T extends WithTime> {
  readonly #clock: Clock;
  /** What to think of a file that shows one day only. */
  readonly #usuallyNewestFirst: boolean;
  #newestFirst: boolean | null = null;
  #day: { readonly date: string; readonly fills: T[] } | null = null;
  /** Fills stamped so far, by day. */
  readonly #stamped = new Map<string, number>();
  #noonDate = '';
  #noon = 0;

  constructor(clock: Clock, usuallyNewestFirst: boolean) {
    this.#clock = clock;
    this.#usuallyNewestFirst = usuallyNewestFirst;
  }

  /** Takes a fill; `ready` is called for each that has its time, in the file's order. */
  add(fill: T, date: string, name: (fill: T, date: string) => void, ready: (fill: T) => void): void {
    if (this.#day !== null && this.#day.date !== date) this.flush(date, name, ready);
    // A file known to run forwards needs no look ahead.
    if (this.#newestFirst === false) {
      name(fill, date);
      this.#stamp(fill, date, this.#next(date, 1));
      return ready(fill);
    }
    this.#day ??= { date, fills: [] };
    this.#day.fills.push(fill);
  }

  /** Stamps the day that waits; `next` is the day that follows it, null at the file's end. */
  flush(next: string | null, name: (fill: T, date: string) => void, ready: (fill: T) => void): void {
    const day = this.#day;
    if (day === null) return;
    this.#day = null;
    if (next !== null) this.#newestFirst ??= next < day.date;
    // In the order of trading, so that the first of two equal fills is the same one in every export.
    const inOrder = (this.#newestFirst ?? this.#usuallyNewestFirst) ? day.fills.toReversed() : day.fills;
    let place = this.#next(day.date, day.fills.length);
    for (const fill of inOrder) {
      name(fill, day.date);
      this.#stamp(fill, day.date, place++);
    }
    for (const fill of day.fills) ready(fill);
  }

  /** The first of `count` places among the fills of a day. */
  #next(date: string, count: number): number {
    const from = this.#stamped.get(date) ?? 0;
    this.#stamped.set(date, from + count);
    return from;
  }

  #stamp(fill: T, date: string, place: number): void {
    if (date !== this.#noonDate) {
      this.#noonDate = date;
      this.#noon = this.#clock.noon(date);
    }
    fill.time = this.#clock.iso(this.#noon + place * 1000);
  }
}
