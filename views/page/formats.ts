// Numbers and times as text, as the host's locale and time zone write them. Formatters are made once for each locale:
// making one costs more than a table cell.

export interface Formats {
  /** Two places, a true minus; the currency behind it where the heading does not say it. */
  readonly money: (value: number | null | undefined, currency?: string | null) => string;
  /** The same with a plus for gains. */
  readonly gain: (value: number | null | undefined, currency?: string | null) => string;
  /** A price or quantity: as many places as it has. */
  readonly plain: (value: number | null | undefined, most?: number) => string;
  readonly price: (value: number | null | undefined) => string;
  /** A share (0.543) as a percentage. */
  readonly percent: (share: number | null | undefined, places?: number) => string;
  /** For an axis, where two places would be noise. */
  readonly short: (value: number) => string;
  readonly count: (value: number | null | undefined) => string;
  /** A day as people write it, from `2026-11-13` or a moment. */
  readonly day: (value: string | null | undefined) => string;
  /** A moment in the host's zone. */
  readonly moment: (value: string | null | undefined) => string;
  /** A moment in milliseconds, moved so that its UTC face is the clock of the host's zone: for axes. */
  readonly zoned: (time: number) => number;
}

const DASH = '–';
const HOUR = 3_600_000;

/** A minus as wide as the plus. */
const trueMinus = (text: string): string => text.replace(/^-/, '−');

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);

export function formatsFor(locale: string | undefined, timeZone: string | undefined): Formats {
  const known = usableLocale(locale);
  const zone = usableZone(timeZone);
  const made = new Map<string, Intl.NumberFormat>();
  const format = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
    let found = made.get(key);
    if (found === undefined) made.set(key, (found = new Intl.NumberFormat(known, options)));
    return found;
  };
  const number = (value: number | null | undefined, key: string, options: Intl.NumberFormatOptions): string =>
    isNumber(value) ? trueMinus(format(key, options).format(value === 0 ? 0 : value)) : DASH;
  const amount = (
    value: number | null | undefined,
    currency: string | null | undefined,
    sign: 'auto' | 'exceptZero',
  ) => {
    const text = number(value, sign, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: sign });
    return text === DASH || !currency ? text : `${text} ${currency}`;
  };
  const dayFormat = new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeZone: 'UTC' });
  const momentFormat = new Intl.DateTimeFormat(known, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
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
  const formatTime = (value: string | null | undefined, formatter: Intl.DateTimeFormat): string => {
    const time = Date.parse(value ?? '');
    return Number.isNaN(time) ? (value ?? DASH) : formatter.format(time);
  };

  return {
    money: (value, currency) => amount(value, currency, 'auto'),
    gain: (value, currency) => amount(value, currency, 'exceptZero'),
    plain: (value, most = 8) => number(value, `plain ${most}`, { maximumFractionDigits: most }),
    price: (value) => number(value, 'price', { minimumFractionDigits: 2, maximumFractionDigits: 8 }),
    percent: (share, places = 1) =>
      isNumber(share)
        ? `${number(100 * share, `percent ${places}`, { minimumFractionDigits: places, maximumFractionDigits: places })} %`
        : DASH,
    short: (value) =>
      number(value, Math.abs(value) >= 100_000 ? 'compact' : Math.abs(value) < 10 ? 'small' : 'whole', {
        notation: Math.abs(value) >= 100_000 ? 'compact' : 'standard',
        maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) >= 100_000 ? 1 : 0,
      }),
    count: (value) => number(value, 'count', { maximumFractionDigits: 0 }),
    day: (value) => (value && value.length > 10 ? formatTime(value, momentFormat) : formatTime(value, dayFormat)),
    moment: (value) => formatTime(value, momentFormat),
    zoned: (time) => (Number.isFinite(time) ? time + offsetAt(time) : time),
  };
}

/** The host's word is taken only where it means something here. */
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
