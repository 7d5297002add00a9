// The trade date of an execution: the date in New York, where an 18:30 fill is still today although UTC says tomorrow.

import { isDateOnly, parseInstant } from '../time/index.ts';
import { type Day, DAY_MS, dayOf, weekdayOf } from './day.ts';

const HOUR_MS = 3_600_000;
/** No security in anyone's account is older. */
const EARLIEST = Date.UTC(1900, 0, 1);

/** A point in time and the trading day it belongs to. */
export interface Moment {
  readonly day: Day;
  /** Milliseconds since 1970, for order within a day; the start of the day when only a date is known. */
  readonly at: number;
}

/**
 * Reads an ISO-8601 time. With a zone it is turned into the date in New York; without one, or as a bare date, it is
 * taken as written.
 */
export function parseMoment(text: unknown): Moment | null {
  const at = parseTradeInstant(text);
  return at === null || typeof text !== 'string' ? null : { day: tradeDay(text, at), at };
}

/** When a security was traded, or null when the text names no moment since there are any. */
export function parseTradeInstant(text: unknown): number | null {
  const at = parseInstant(text);
  return at === null || at < EARLIEST ? null : at;
}

/** The trade date of an instant that was written as `text`. */
export function tradeDay(text: string, at: number): Day {
  return isZoned(text) ? newYorkDay(at) : Math.floor(at / DAY_MS);
}

const CAPITAL_Z = 90;
const SMALL_Z = 122;

function isZoned(text: string): boolean {
  if (isDateOnly(text)) return false;
  const last = text.charCodeAt(text.length - 1);
  if (last === CAPITAL_Z || last === SMALL_Z) return true;
  // +05:30 or -0500; the date's own dashes end before the tenth character.
  const sign = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'));
  return sign > 10;
}

function newYorkDay(at: number): Day {
  return Math.floor((at - (isSummerTime(at) ? 4 : 5) * HOUR_MS) / DAY_MS);
}

/** A year in UTC, and the summer time inside it: all instants. */
interface Year {
  readonly start: number;
  readonly end: number;
  readonly summerStart: number;
  readonly summerEnd: number;
}

/** The year asked for last: executions come by the million, and nearly all of them from one year. */
let known: Year = yearAt(0);

function isSummerTime(at: number): boolean {
  if (at < known.start || at >= known.end) known = yearAt(at);
  return at >= known.summerStart && at < known.summerEnd;
}

/** Since 2007: second Sunday of March to first Sunday of November, at two in the morning local time. */
function yearAt(at: number): Year {
  const year = new Date(at).getUTCFullYear();
  return {
    start: Date.UTC(year, 0, 1),
    end: Date.UTC(year + 1, 0, 1),
    summerStart: sundayFrom(year, 3, 8) + 7 * HOUR_MS,
    summerEnd: sundayFrom(year, 11, 1) + 6 * HOUR_MS,
  };
}

/** The first Sunday on or after a date, as an instant. */
function sundayFrom(year: number, month: number, date: number): number {
  const day = dayOf(year, month, date);
  return (day + ((7 - weekdayOf(day)) % 7)) * DAY_MS;
}
