// Calendar dates as whole numbers: tax rules count days, so a date is a day, never an instant that a time zone can move.

import { DAY_MS, dayNumber, dayOf as dayTextOf, isDay } from '../time/index.ts';

/** A calendar date as days since 1970-01-01. */
export type Day = number;

export { DAY_MS };
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:$|[T ])/;

/** The date a text starts with (`YYYY-MM-DD`, alone or before a time), or null when there is no such day. */
export function parseDay(text: unknown): Day | null {
  if (typeof text !== 'string') return null;
  const match = DATE.exec(text);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  if (year < 1900 || !isDay(year, month, day)) return null;
  return dayOf(year, month, day);
}

/** The day of a year, month (1–12) and day of the month. */
export function dayOf(year: number, month: number, day: number): Day {
  return dayNumber(year, month, day);
}

/** `YYYY-MM-DD`. */
export function dayText(day: Day): string {
  return dayTextOf(day * DAY_MS);
}

export function yearOf(day: Day): number {
  return new Date(day * DAY_MS).getUTCFullYear();
}

/** 1 = January … 12 = December. */
export function monthOf(day: Day): number {
  return new Date(day * DAY_MS).getUTCMonth() + 1;
}

/** 0 = Sunday … 6 = Saturday. */
export function weekdayOf(day: Day): number {
  return (((day + 4) % 7) + 7) % 7;
}

export function isLeapYear(year: number): boolean {
  return dayOf(year + 1, 1, 1) - dayOf(year, 1, 1) === 366;
}
