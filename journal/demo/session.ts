// The hours of New York as instants: on which days there is a session, and when each begins.
import { sessionOf } from '@zorivest/market';

export const DAY = 86_400_000;
export const MINUTE = 60_000;
/** Of a whole session; one that ends early is still a whole one here. */
export const SESSION_MINUTES = 390;

const HOUR_IN_NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  hourCycle: 'h23',
});

const isoDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Five in the afternoon in New York, an hour after a session: when a day is complete and reported. */
export function eveningOf(at: number): number {
  const evening = Math.floor(at / DAY) * DAY + 22 * 3_600_000;
  return evening - (Number(HOUR_IN_NEW_YORK.format(evening)) - 17) * 3_600_000;
}

/** Trading days from a first one on, found as far as anyone asks. */
export class Sessions {
  readonly #days: string[] = [];
  readonly #opens: number[] = [];
  readonly #indexes = new Map<string, number>();
  #next: number;

  constructor(first: string) {
    this.#next = Date.parse(first);
  }

  /** How many sessions have begun by this instant. */
  count(at: number): number {
    while (this.#next <= at) this.#extend();
    let [low, high] = [0, this.#opens.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#opens[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Which session a day is; undefined for a day without one. */
  indexOf(day: string): number | undefined {
    this.count(Date.parse(day) + DAY);
    return this.#indexes.get(day);
  }

  day(index: number): string {
    return this.#days[index] ?? '';
  }

  opens(index: number): number {
    while (this.#opens.length <= index) this.#extend();
    return this.#opens[index] ?? 0;
  }

  #extend(): void {
    const day = isoDay(this.#next);
    this.#next += DAY;
    if (sessionOf(day) === 'closed') return;
    this.#indexes.set(day, this.#days.length);
    this.#days.push(day);
    this.#opens.push(opening(day));
  }
}

/** Half past nine in New York, in winter or summer time. */
function opening(day: string): number {
  const summer = Date.parse(`${day}T13:30:00Z`);
  return HOUR_IN_NEW_YORK.format(summer) === '09' ? summer : summer + 60 * MINUTE;
}
