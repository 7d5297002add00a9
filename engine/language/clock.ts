// Hour, minute and weekday of bars in a time zone.
import type { OffsetAt } from '../candles/resample.ts';

export const TIME_NAMES = {
  hour: 'the hour the bar begins in, 0 to 23',
  minute: 'its minute, 0 to 59',
  weekday: 'Monday 1 to Sunday 7',
} as const;
export type TimeName = keyof typeof TIME_NAMES;

const DAY = 86_400;
/** Clocks change on quarters of an hour. */
const QUARTER = 900;

export function localTime(t: Float64Array, name: TimeName, timeZone: string): Float64Array {
  const offsetAt = offsetsOf(timeZone);
  const out = new Float64Array(t.length);
  for (let i = 0; i < t.length; i++) {
    const local = t[i] + offsetAt(t[i]);
    const second = local - Math.floor(local / DAY) * DAY;
    if (name === 'hour') out[i] = Math.floor(second / 3600);
    else if (name === 'minute') out[i] = Math.floor((second % 3600) / 60);
    // 1970 began on a Thursday.
    else out[i] = ((((Math.floor(local / DAY) + 3) % 7) + 7) % 7) + 1;
  }
  return out;
}

/** Seconds that local time is ahead of UTC; asked of the calendar once a day, and by quarters on days that change. */
export function offsetsOf(timeZone: string): OffsetAt {
  if (timeZone === 'UTC') return () => 0;
  const ask = calendar(timeZone);
  const quarters = new Map<number, number>();
  let day = NaN;
  let wholeDay: number | undefined;
  return (time) => {
    const today = Math.floor(time / DAY);
    if (today !== day) {
      day = today;
      const morning = ask(today * DAY);
      wholeDay = morning === ask((today + 1) * DAY) ? morning : undefined;
    }
    if (wholeDay !== undefined) return wholeDay;
    const quarter = Math.floor(time / QUARTER);
    let offset = quarters.get(quarter);
    if (offset === undefined) quarters.set(quarter, (offset = ask(quarter * QUARTER)));
    return offset;
  };
}

function calendar(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (time) => {
    const parts = Object.fromEntries(
      format.formatToParts(time * 1000).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>; // the parts asked for above
    const local = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
    return Math.round(local / 1000 - time);
  };
}

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
