// Instants and calendar days, without a clock: every text comes in as an argument.

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Milliseconds since 1970 of an ISO-8601 text, or null when it names no real moment. Without a zone it is UTC. */
export function parseInstant(text: unknown): number | null {
  if (typeof text !== 'string') return null;
  return plainInstant(text) ?? anyInstant(text);
}

/** `YYYY-MM-DDTHH:MM:SS[.mmm]Z`, what the store and our own functions write, without a regular expression. */
function plainInstant(text: string): number | null {
  const { length } = text;
  if ((length !== 20 && length !== 24) || text.charCodeAt(length - 1) !== 90 || text.charCodeAt(10) !== 84) return null;
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  const millis = length === 24 ? twoDigits(text, 20) * 10 + digit(text, 22) : 0;
  const separated =
    text.charCodeAt(4) === 45 &&
    text.charCodeAt(7) === 45 &&
    text.charCodeAt(13) === 58 &&
    text.charCodeAt(16) === 58 &&
    (length === 20 || text.charCodeAt(19) === 46);
  // A character that is no digit makes a part NaN, and every comparison with NaN is false.
  if (!separated || !(hour < 24 && minute < 60 && second < 60 && millis < 1000) || !isDay(year, month, day))
    return null;
  return dayNumber(year, month, day) * DAY_MS + hour * 3_600_000 + minute * 60_000 + second * 1000 + millis;
}

function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 48;
  return value >= 0 && value <= 9 ? value : NaN;
}

function twoDigits(text: string, at: number): number {
  return digit(text, at) * 10 + digit(text, at + 1);
}

function anyInstant(text: string): number | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match;
  const y = Number(year);
  const m = Number(month);
  if (!isDay(y, m, Number(day)) || Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null;
  const millis = fraction === '' ? 0 : Math.trunc(Number(`0.${fraction}`) * 1000);
  return Date.UTC(y, m - 1, Number(day), Number(hour), Number(minute), Number(second), millis) - offsetOf(zone);
}

function offsetOf(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

export function isDay(year: number, month: number, day: number): boolean {
  const length = month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0);
  return day >= 1 && day <= length;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

export const DAY_MS = 86_400_000;

/** Days since 1970-01-01, the counterpart of `dayOf`: years begin in March, so that the leap day comes last. */
export function dayNumber(year: number, month: number, day: number): number {
  const yearFromMarch = month <= 2 ? year - 1 : year;
  const monthFromMarch = month <= 2 ? month + 9 : month - 3;
  const leapDays = Math.floor(yearFromMarch / 4) - Math.floor(yearFromMarch / 100) + Math.floor(yearFromMarch / 400);
  return 365 * yearFromMarch + leapDays + Math.floor((153 * monthFromMarch + 2) / 5) + day - 1 - 719_468;
}

/** The UTC calendar day of an instant, `YYYY-MM-DD`. By arithmetic: a Date for each of a million trades is felt. */
export function dayOf(instant: number): string {
  // Days since 0000-03-01, counted in eras of 400 years (146,097 days) whose leap days fall at their ends.
  const days = Math.floor(instant / DAY_MS) + 719_468;
  const era = Math.floor(days / 146_097);
  const ofEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  );
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

/** The text names a day without a time of day. */
export function isDateOnly(text: string): boolean {
  return text.length === 10;
}
