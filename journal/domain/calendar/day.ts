// Calendar dates as whole numbers: tax rules count days, so a date is a day, never an instant that a time zone can move.

import { isDay } from '../time/index.ts';

/** A calendar date as days since 1970-01-01. */
export type Day = number;

export const DAY_MS = 86_400_000;
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
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** `YYYY-MM-DD`. By arithmetic (years counted from March, so that the leap day comes last): a report writes millions. */
export function dayText(day: Day): string {
  const sinceMarch0 = day + 719_468;
  const era = Math.floor(sinceMarch0 / 146_097);
  const dayOfEra = sinceMarch0 - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const date = dayOfYear - Math.floor((153 * month + 2) / 5) + 1;
  const calendarMonth = month < 10 ? month + 3 : month - 9;
  const year = yearOfEra + era * 400 + (calendarMonth <= 2 ? 1 : 0);
  return `${year}-${calendarMonth < 10 ? '0' : ''}${calendarMonth}-${date < 10 ? '0' : ''}${date}`;
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
