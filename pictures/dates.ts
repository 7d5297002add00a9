// Days and moments as text, for app and chat alike: with the weekday, because a trader thinks in weeks.
const DASH = '–';

type Time = string | null | undefined;

export interface DateFormats {
  /** `Fri 13 Nov 2026`, of a day or of a moment in the zone. */
  readonly day: (value: Time) => string;
  /** `Fri 13 Nov 2026 16:30`; a day without a time is a day. */
  readonly moment: (value: Time) => string;
  /** Where there is room for a few signs only: `13 Nov`. */
  readonly shortDay: (value: Time) => string;
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
const SHORT = { day: 'numeric', month: 'short' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit' } as const;

const isDay = (text: string): boolean => text.length === 10;

/** A text that is no valid time stays as it is. Formatters are made once: making one costs more than a table cell. */
export function dateFormats(locale: string, zone: string | undefined, hourCycle?: 'h23'): DateFormats {
  const formatters = new Map<string, Intl.DateTimeFormat>();
  const format = (time: number, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): string => {
    const key = `${timeZone} ${Object.keys(options).join(' ')}`;
    let found = formatters.get(key);
    if (found === undefined)
      formatters.set(key, (found = new Intl.DateTimeFormat(locale, { ...options, timeZone, hourCycle })));
    // Three letters for every month, as on the axes of the pictures.
    return found.format(time).replace('Sept', 'Sep');
  };
  const formatTime = (value: Time, write: (time: number, timeZone: string | undefined) => string): string => {
    if (!value) return DASH;
    const time = Date.parse(value);
    // A day is a day in every zone.
    return Number.isNaN(time) ? value : write(time, isDay(value) ? 'UTC' : zone);
  };
  // Some languages set a comma behind the weekday, and some versions of the same one do not.
  const dayText = (time: number, timeZone: string | undefined) => format(time, DAY, timeZone).replace(',', '');
  return {
    day: (value) => formatTime(value, dayText),
    moment: (value) =>
      formatTime(value, (time, timeZone) =>
        value && isDay(value) ? dayText(time, timeZone) : `${dayText(time, timeZone)} ${format(time, CLOCK, timeZone)}`,
      ),
    shortDay: (value) => formatTime(value, (time, timeZone) => format(time, SHORT, timeZone)),
  };
}
