// The wall clock and the calendar of a time zone, fast enough to ask a million times.

import { isDateOnly, parseInstant } from './instant.ts';

interface WallClock {
  readonly hour: number;
  /** 0 = Sunday … 6 = Saturday. */
  readonly weekday: number;
}

const QUARTER = 900_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Null when the zone is unknown. */
export function wallClockIn(timeZone: string): ((instant: number) => WallClock) | null {
  const offsetAt = offsetsOf(timeZone);
  if (offsetAt === null) return null;
  return (instant) => {
    const local = instant + offsetAt(instant);
    const days = Math.floor(local / DAY);
    // 1970-01-01 was a Thursday.
    return { hour: Math.floor((local - days * DAY) / HOUR), weekday: (((days + 4) % 7) + 7) % 7 };
  };
}

/** The day of a time, in days since 1970. Where only the day is `known` the time lies within it, and it is that day everywhere. */
export type DayOf = (time: string | null, known?: boolean) => number | null;

/**
 * The calendar days of a zone: of an instant its day there, of a bare date, or a time that only stands for its day, that
 * day, which is the same in every zone. Null when the zone is unknown.
 */
export function calendarIn(timeZone: string): DayOf | null {
  let calendar = calendars.get(timeZone);
  if (calendar === undefined) {
    if (calendars.size >= MOST_ZONES) calendars.clear();
    calendars.set(timeZone, (calendar = readCalendar(timeZone)));
  }
  return calendar;
}

/** One zone has one calendar: what was worked out by it is known by it. */
const calendars = new Map<string, DayOf | null>();

function readCalendar(timeZone: string): DayOf | null {
  const dayAt = daysIn(timeZone);
  if (dayAt === null) return null;
  return (time, known = true) => {
    const instant = parseInstant(time);
    if (instant === null || time === null) return null;
    return known && !isDateOnly(time) ? dayAt(instant) : Math.floor(instant / DAY);
  };
}

/** The same for instants that have been read already. */
export function daysIn(timeZone: string): ((instant: number) => number) | null {
  const offsetAt = offsetsOf(timeZone);
  return offsetAt === null ? null : (instant) => Math.floor((instant + offsetAt(instant)) / DAY);
}

/** What the clocks of a zone show at an instant, written without a zone; null when the zone is unknown. */
export function clockTimeIn(timeZone: string): ((instant: number) => string) | null {
  const offsetAt = offsetsOf(timeZone);
  return offsetAt === null ? null : (instant) => new Date(instant + offsetAt(instant)).toISOString().slice(0, -1);
}

type Offsets = (instant: number) => number;

/** Reading an offset takes longer than all else that is done with a day, and zones do not change: they are read once. */
const zones = new Map<string, Offsets | null>();
const MOST_ZONES = 20;

function offsetsOf(timeZone: string): Offsets | null {
  let offsets = zones.get(timeZone);
  if (offsets === undefined) {
    if (zones.size >= MOST_ZONES) zones.clear();
    zones.set(timeZone, (offsets = readZone(timeZone)));
  }
  return offsets;
}

/** Most days have one offset from end to end; on the others no zone changes within a quarter of an hour. */
function readZone(timeZone: string): Offsets | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return null;
  }
  const atQuarter = new Map<number, number>();
  const lookUp = (quarter: number): number => {
    let offset = atQuarter.get(quarter);
    if (offset === undefined) atQuarter.set(quarter, (offset = readOffset(format, quarter * QUARTER)));
    return offset;
  };
  const ofDay = new Map<number, number | 'changes'>();
  return (instant) => {
    const day = Math.floor(instant / DAY);
    let offset = ofDay.get(day);
    if (offset === undefined) {
      const [first, last] = [lookUp(day * 96), lookUp((day + 1) * 96)];
      offset = first === last ? first : 'changes';
      ofDay.set(day, offset);
    }
    return offset === 'changes' ? lookUp(Math.floor(instant / QUARTER)) : offset;
  };
}

function readOffset(format: Intl.DateTimeFormat, instant: number): number {
  const name = format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT';
  const match = /([+-])(\d{2}):(\d{2})/.exec(name);
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}
