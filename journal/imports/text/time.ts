// Dates and times in the many ways statements write them.
import type { DateOrder } from '@zorivest/vocabulary';
import { findZone, Zone } from './zone.ts';

/** Which of two numbers before the year is the month. */
export type { DateOrder } from '@zorivest/vocabulary';

export interface Moment {
  /** The calendar date as written, `YYYY-MM-DD`. */
  readonly date: string;
  /** The instant in ms since 1970, or null when only a date is given. */
  readonly instant: number | null;
}

const MONTHS: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  mar: 3,
  apr: 4,
  may: 5,
  jun: 6,
  jul: 7,
  aug: 8,
  sep: 9,
  oct: 10,
  nov: 11,
  dec: 12,
  mrz: 3,
  mär: 3,
  mai: 5,
  okt: 10,
  dez: 12,
  ene: 1,
  abr: 4,
  ago: 8,
  dic: 12,
  fév: 2,
  avr: 4,
  aoû: 8,
  déc: 12,
};

export function monthNumber(name: string): number | null {
  return MONTHS[name.slice(0, 3).toLowerCase()] ?? null;
}

const NUMERIC_FIRST_YEAR = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const NUMERIC_LAST_YEAR = /^(\d{1,2})([-/.'])\s*(\d{1,2})[-/.']\s*(\d{4}|\d{2})(?!\d)/;
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?=$|[\s;,T]|\d{6}$|\d{4}$)/;
const DAY_NAME = /^(\d{1,2})[\s-]?([\p{L}]{3,9})\.?[\s-]*'?(\d{4}|\d{2})(?!\d)/u;
const NAME_DAY = /^([\p{L}]{3,9})\.?[\s-]*(\d{1,2})(?:st|nd|rd|th)?(?:,\s*|[\s-]+)'?(\d{4}|\d{2})(?!\d)/u;
/** A or P is half of the day only where no other letter follows than M: "10:00 PST" is in the morning. */
const CLOCK = /^[\sT;,]*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(?:([AaPp])(?:\.?\s?[Mm]\.?)?(?![A-Za-z]))?/;
const COMPACT_CLOCK = /^[\sT;,]*(\d{2})(\d{2})(\d{2})?(?!\d)/;
const OFFSET = /^\s*([+-])(\d{2}):?(\d{2})(?!\d)/;
const ZONE_NAME = /^\s*\(?([A-Za-z]{1,5}(?:[+-]\d{1,2}(?::?\d{2})?)?|[A-Z][A-Za-z]+\/[A-Za-z_/]+)\)?/;
const DAY = 86_400_000;
const EPOCH = /^\d{10}(?:\d{3})?$/;

/** Reads moments in one file: its zone and its order of day and month. */
export class Clock {
  readonly #zone: Zone;
  /** What followed a time, and the offset or zone it means. */
  readonly #places = new Map<string, number | Zone>();
  readonly #order: DateOrder;
  /** The date read last, as written: the next row's is usually the same. */
  #lastText = '';
  #lastDay: ReadDate | null = null;
  /** The moment read last, as written: rows of one second, or of one day without times, stand together. */
  #lastStated = '';
  #lastMoment: Moment | null = null;
  /** The last day written as ISO. */
  #isoDay = Number.NaN;
  #isoDate = '';

  constructor(zone: string, order: DateOrder = 'mdy') {
    this.#zone = new Zone(zone);
    this.#order = order;
  }

  /** The moment a text names, or null when it is none. */
  read(text: string): Moment | null {
    if (text === this.#lastStated) return this.#lastMoment;
    this.#lastMoment = this.#read(text.trim());
    this.#lastStated = text;
    return this.#lastMoment;
  }

  #read(stated: string): Moment | null {
    if ((stated.length === 10 || stated.length === 13) && EPOCH.test(stated)) {
      const instant = Number(stated) * (stated.length === 10 ? 1000 : 1);
      return { date: new Date(instant).toISOString().slice(0, 10), instant };
    }
    const day = this.#day(stated);
    if (day === null) return null;
    const plain = this.#plainTime(stated, clockStart(stated, day.length), day.midnight);
    if (plain !== null) return { date: day.date, instant: plain };
    const local = readClock(stated.slice(day.length));
    if (local === null) return { date: day.date, instant: null };
    return { date: day.date, instant: this.#instant(day.midnight + local.ms, local.rest) };
  }

  /** The instant of `09:30:05`, `09:30:05.123` or `093005` at a place, with nothing, an offset or a zone after it. */
  #plainTime(text: string, at: number, midnight: number): number | null {
    if (text.length === at + 6) {
      const digits = timeOf(pair(text, at), pair(text, at + 2), pair(text, at + 4));
      if (digits !== -1) return this.#zone.utc(midnight + digits);
    }
    if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return null;
    let time = timeOf(pair(text, at), pair(text, at + 3), pair(text, at + 6));
    if (time === -1) return null;
    let end = at + 8;
    const mark = text.charCodeAt(end);
    if (mark === POINT || mark === COMMA) {
      end = digitsEnd(text, at + 9);
      if (end === at + 9 || end > at + 18) return null;
      time += Math.floor(Number(`0.${text.slice(at + 9, end)}`) * 1000 + 1e-6);
    }
    if (end === text.length) return this.#zone.utc(midnight + time);
    return endsTime(text, end) ? this.#instant(midnight + time, text.slice(end)) : null;
  }

  /** Noon of a date in the file's zone: the same calendar day in every zone of the world that trades. */
  noon(date: string): number {
    return this.#zone.utc(Date.parse(`${date}T12:00:00Z`));
  }

  /** `2024-01-02T15:04:05Z`; milliseconds only where there are some. */
  iso(instant: number): string {
    const day = Math.floor(instant / DAY);
    if (day !== this.#isoDay) {
      this.#isoDay = day;
      this.#isoDate = new Date(day * DAY).toISOString().slice(0, 11);
    }
    const ms = instant - day * DAY;
    const seconds = Math.floor(ms / 1000);
    const clock = clockText(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60);
    return ms % 1000 === 0
      ? `${this.#isoDate}${clock}`
      : `${this.#isoDate}${clock.slice(0, -1)}.${String(ms % 1000).padStart(3, '0')}Z`;
  }

  #day(stated: string): ReadDate | null {
    const last = this.#lastText.length;
    // What follows must not be able to belong to the date.
    if (last > 0 && stated.startsWith(this.#lastText) && (stated.length === last || isBetween(stated.charCodeAt(last))))
      return this.#lastDay;
    const day = readDate(stated, this.#order);
    if (day !== null) {
      this.#lastText = stated.slice(0, day.length);
      this.#lastDay = day;
    }
    return day;
  }

  #instant(local: number, rest: string): number {
    if (rest === '') return this.#zone.utc(local);
    let place = this.#places.get(rest);
    if (place === undefined) {
      place = this.#placeOf(rest);
      if (this.#places.size < MOST_PLACES) this.#places.set(rest, place);
    }
    return typeof place === 'number' ? local - place : place.utc(local);
  }

  /** What follows a time: an offset in ms, or a zone; the file's where it says nothing. */
  #placeOf(rest: string): number | Zone {
    const offset = OFFSET.exec(rest);
    if (offset !== null) {
      const minutes = Number(offset[2]) * 60 + Number(offset[3]);
      return (offset[1] === '-' ? -minutes : minutes) * 60_000;
    }
    const name = ZONE_NAME.exec(rest)?.[1];
    const named = name === undefined ? null : findZone(name);
    if (named === null) return this.#zone;
    return 'offset' in named ? named.offset * 60_000 : new Zone(named.zone);
  }
}

/** A file has a handful of zones; what follows its times may be anything. */
const MOST_PLACES = 100;

/** What may stand between a date and a time: a space, T, `;` or `,`. */
function isBetween(code: number): boolean {
  return code === 0x20 || code === 0x54 || code === 0x3b || code === 0x2c;
}

function clockStart(text: string, from: number): number {
  let at = from;
  while (isBetween(text.charCodeAt(at))) at++;
  return at;
}

/** Whether an offset or a zone stands at a place: `+01:00`, `Z`, ` EST`, but not ` AM`. */
function endsTime(text: string, at: number): boolean {
  const first = text.charCodeAt(at);
  if (first !== 0x20) return first === 0x2b || first === 0x2d || (first | 0x20) === 0x7a;
  const half = text.charCodeAt(at + 1) | 0x20;
  if (half !== 0x61 && half !== 0x70) return true;
  const next = text.charCodeAt(at + 2) === POINT ? at + 3 : at + 2;
  return (text.charCodeAt(next) | 0x20) !== 0x6d;
}

function digitsEnd(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code >= 0x30 && code <= 0x39; code = text.charCodeAt(at)) at++;
  return at;
}

function timeOf(hour: number, minute: number, second: number): number {
  if (hour === -1 || minute === -1 || second === -1 || hour > 23 || minute > 59 || second > 59) return -1;
  return ((hour * 60 + minute) * 60 + second) * 1000;
}

const [COLON, POINT, COMMA] = [0x3a, 0x2e, 0x2c];

/** The number of two digits at a place, or -1. */
function pair(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

function readClock(text: string): { readonly ms: number; readonly rest: string } | null {
  const plain = CLOCK.exec(text);
  const found = plain ?? COMPACT_CLOCK.exec(text);
  if (found === null) return null;
  let hour = Number(found[1]);
  const minute = Number(found[2]);
  const second = Number(found[3] ?? 0);
  const half = plain?.[5]?.toLowerCase();
  if (half === 'p' && hour < 12) hour += 12;
  if (half === 'a' && hour === 12) hour = 0;
  if (hour > 23 || minute > 59 || second > 60) return null;
  const fraction = plain?.[4] === undefined ? 0 : Math.floor(Number(`0.${plain[4]}`) * 1000 + 1e-6);
  return { ms: ((hour * 60 + minute) * 60 + second) * 1000 + fraction, rest: text.slice(found[0].length) };
}

interface ReadDate {
  readonly date: string;
  /** Midnight of the date as if in UTC. */
  readonly midnight: number;
  /** Characters used. */
  readonly length: number;
}

function readDate(text: string, order: DateOrder): ReadDate | null {
  const iso = NUMERIC_FIRST_YEAR.exec(text) ?? COMPACT.exec(text);
  if (iso !== null) return calendar(Number(iso[1]), Number(iso[2]), Number(iso[3]), iso[0].length);
  const last = NUMERIC_LAST_YEAR.exec(text);
  if (last !== null) {
    const a = Number(last[1]);
    const b = Number(last[3]);
    const year = fullYear(last[4] ?? '');
    // Dates written with points are day first everywhere.
    const dayFirst = last[2] === '.' || order === 'dmy';
    const preferred = dayFirst ? calendar(year, b, a, last[0].length) : calendar(year, a, b, last[0].length);
    return preferred ?? (dayFirst ? calendar(year, a, b, last[0].length) : calendar(year, b, a, last[0].length));
  }
  const named = DAY_NAME.exec(text);
  if (named !== null) {
    const month = monthNumber(named[2] ?? '');
    if (month !== null) return calendar(fullYear(named[3] ?? ''), month, Number(named[1]), named[0].length);
  }
  const american = NAME_DAY.exec(text);
  if (american !== null) {
    const month = monthNumber(american[1] ?? '');
    if (month !== null) return calendar(fullYear(american[3] ?? ''), month, Number(american[2]), american[0].length);
  }
  return null;
}

/** Two digits are of this century up to 69, of the last one from 70 (the rule of POSIX). */
export function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

function calendar(year: number, month: number, day: number, length: number): ReadDate | null {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const midnight = Date.UTC(year, month - 1, day);
  // 31 April would have become 1 May.
  if (new Date(midnight).getUTCDate() !== day) return null;
  return { date: isoDate(year, month, day), midnight, length };
}

function isoDate(year: number, month: number, day: number): string {
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/** The date at the start of a text, or null. */
export function parseDate(text: string, order: DateOrder = 'mdy'): string | null {
  return readDate(text.trim(), order)?.date ?? null;
}

/** `15:04:05Z`, made in one go. */
function clockText(hour: number, minute: number, second: number): string {
  return String.fromCharCode(
    tens(hour),
    ones(hour),
    COLON,
    tens(minute),
    ones(minute),
    COLON,
    tens(second),
    ones(second),
    0x5a,
  );
}

function tens(value: number): number {
  return 0x30 + Math.floor(value / 10);
}

function ones(value: number): number {
  return 0x30 + (value % 10);
}

/** Whether the dates of a text put the day first: shown by a first number above 12 and no second one. */
export function sniffDateOrder(sample: string, usual: DateOrder = 'mdy'): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const match of sample.matchAll(/(?<![\d.,/-])(\d{1,2})[-/.'](\d{1,2})[-/.'](?:\d{4}|\d{2})(?![\d/-])/g)) {
    const first = Number(match[1]);
    const second = Number(match[2]);
    if (first > 12 && first <= 31 && second <= 12) dayFirst++;
    else if (second > 12 && second <= 31 && first <= 12) monthFirst++;
  }
  if (dayFirst === 0 && monthFirst === 0) return usual;
  return dayFirst > monthFirst ? 'dmy' : 'mdy';
}
