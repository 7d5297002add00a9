// Numbers and times as text, as the host's locale and time zone write them. Formatters are made once for each locale:
// making one costs more than a table cell.
import { type DateFormats, dateFormats, numberFormats, type NumberFormats } from '@zorivest/pictures/numbers';

export interface Formats extends NumberFormats, DateFormats {
  /** Where there is little room: `Nov 13`, and its year where it is not this one. */
  readonly brief: (value: string | null | undefined) => string;
  /** A time of day, for axes. */
  readonly clock: (value: string) => string;
  /** A moment in milliseconds, moved so that its UTC face is the clock of the host's zone: for axes. */
  readonly zoned: (time: number) => number;
}

const HOUR = 3_600_000;

export function formatsFor(locale: string | undefined, timeZone: string | undefined): Formats {
  const known = usableLocale(locale);
  const zone = usableZone(timeZone);
  const face = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const offsets = new Map<number, number>();
  /** The zone's distance from UTC at the start of an hour; asking costs more than drawing a point. */
  const offsetOf = (hour: number): number => {
    let offset = offsets.get(hour);
    if (offset === undefined) {
      const parts = Object.fromEntries(face.formatToParts(hour * HOUR).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day = 1, hour: h = 0, minute = 0, second = 0 } = parts;
      offsets.set(hour, (offset = Date.UTC(year, month - 1, day, h, minute, second) - hour * HOUR));
    }
    return offset;
  };
  /** Asked for once a day of the data, and by the hour only on the two days of a year when it changes. */
  const offsetAt = (time: number): number => {
    const hour = Math.floor(time / HOUR);
    const midnight = hour - (((hour % 24) + 24) % 24);
    const offset = offsetOf(midnight);
    return offset === offsetOf(midnight + 24) ? offset : offsetOf(hour);
  };
  const days = dateFormats(known, zone);
  const dayFormat = (timeZone: string) =>
    new Intl.DateTimeFormat(known, { timeZone, day: 'numeric', month: 'short', year: 'numeric' });
  // A day is a day in every zone.
  const [ofDays, ofMoments] = [dayFormat('UTC'), dayFormat(zone)];
  const faceYear = (time: number): number => new Date(time + offsetAt(time)).getUTCFullYear();
  return {
    ...numberFormats(known),
    ...days,
    brief: (value) => {
      const time = Date.parse(value ?? '');
      if (Number.isNaN(time)) return days.shortDay(value);
      const isDay = value?.length === 10;
      const year = isDay ? new Date(time).getUTCFullYear() : faceYear(time);
      if (year === faceYear(Date.now())) return days.shortDay(value);
      return (isDay ? ofDays : ofMoments).format(time).replace('Sept', 'Sep');
    },
    clock: (value) => new Date(Date.parse(value) + offsetAt(Date.parse(value))).toISOString().slice(11, 16),
    zoned: (time) => (Number.isFinite(time) ? time + offsetAt(time) : time),
  };
}

/** The host's values are used only where they are valid here. */
function usableLocale(locale: string | undefined): string {
  try {
    return new Intl.NumberFormat(locale).resolvedOptions().locale;
  } catch {
    return 'en';
  }
}

function usableZone(timeZone: string | undefined): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}
