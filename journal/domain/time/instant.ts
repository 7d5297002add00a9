// Instants and calendar days, without a clock: every text comes in as an argument.

const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Milliseconds since 1970 of an ISO-8601 text, or null when it names no real moment. Without a zone it is UTC. */
export function parseInstant(text: unknown): number | null {
  if (typeof text !== 'string') return null;
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

/** The UTC calendar day of an instant, `YYYY-MM-DD`. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}

/** The text names a day without a time of day. */
export function isDateOnly(text: string): boolean {
  return text.length === 10;
}
