// From a broker's local time to UTC, with the rules of the zone on that day.

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Offsets that brokers print after a time. A name that means a place ("ET") is a zone, not an offset. */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  Z: 0,
  WET: 0,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
  HKT: 480,
  SGT: 480,
  JST: 540,
  AEST: 600,
  AEDT: 660,
  IST: 330,
};

const PLACES: Readonly<Record<string, string>> = {
  ET: 'America/New_York',
  CT: 'America/Chicago',
  MT: 'America/Denver',
  PT: 'America/Los_Angeles',
};

/** The offset in minutes or the zone that an abbreviation stands for. */
export function findZone(name: string): { readonly offset: number } | { readonly zone: string } | null {
  const upper = name.toUpperCase();
  const offset = ABBREVIATIONS[upper];
  if (offset !== undefined) return { offset };
  const shifted = /^(?:UTC|GMT)([+-]\d{1,2})(?::?(\d{2}))?$/.exec(upper);
  if (shifted !== null) {
    const hours = Number(shifted[1]);
    return { offset: hours * 60 + Math.sign(hours || 1) * Number(shifted[2] ?? 0) };
  }
  const place = PLACES[upper];
  if (place !== undefined) return { zone: place };
  return name.includes('/') && isZone(name) ? { zone: name } : null;
}

export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** One zone's clock. Remembers each day's offset, because a file has far more rows than days. */
export class Zone {
  readonly name: string;
  readonly #parts: Intl.DateTimeFormat;
  /** Day (counted from 1970) -> offset in ms, or null on a day whose offset changes. */
  readonly #days = new Map<number, number | null>();
  /** The day looked up last: the next row's is usually the same. */
  #lastDay = Number.NaN;
  #lastOffset: number | null = null;

  constructor(name: string) {
    this.name = name;
    this.#parts = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  }

  /** The instant at which this zone's clock shows `local` (a wall-clock time written as if it were UTC). */
  utc(local: number): number {
    const day = Math.floor(local / DAY);
    if (day !== this.#lastDay) {
      this.#lastOffset = this.#offsetOf(day);
      this.#lastDay = day;
    }
    if (this.#lastOffset !== null) return local - this.#lastOffset;
    // Around a change: the hour that occurs twice is taken as its first, the hour that is left out as the one after.
    const first = local - this.#offset(local - DAY);
    if (first + this.#offset(first) === local) return first;
    const second = local - this.#offset(local + DAY);
    return second + this.#offset(second) === local ? second : first;
  }

  #offsetOf(day: number): number | null {
    let offset = this.#days.get(day);
    if (offset === undefined) {
      // A day and its neighbours around: the zone's own day may begin before or after UTC's.
      const before = this.#offset(day * DAY - DAY);
      offset = before === this.#offset(day * DAY + 2 * DAY) ? before : null;
      this.#days.set(day, offset);
    }
    return offset;
  }

  #offset(instant: number): number {
    const field: Record<string, number> = {};
    for (const part of this.#parts.formatToParts(instant))
      if (part.type !== 'literal') field[part.type] = Number(part.value);
    const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = field;
    const shown = Date.UTC(year, month - 1, day, hour, minute, second);
    return Math.round((shown - Math.floor(instant / 1000) * 1000) / MINUTE) * MINUTE;
  }
}
