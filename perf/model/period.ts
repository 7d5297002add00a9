// Parses a period as people write it, in UTC: a day (2026-11-16), an hour (2026-11-16T10), or from … to
// (2026-11-01..2026-11-07 with both days, 2026-11-16T10:00..2026-11-16T12:30 between two moments); `@web-1` behind it means one
// host.

export interface Period {
  readonly from: Date;
  /** Its end, which is no longer part of it. */
  readonly to: Date;
  /** Null: all hosts. */
  readonly host: string | null;
}

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:T(\d\d)(?::(\d\d))?Z?)?$/;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Null where the text is not a period. */
export function periodOf(text: string): Period | null {
  const [, times = '', host = null] = /^([^@]*)(?:@(.+))?$/s.exec(text) ?? [];
  const [first = '', last, ...more] = times.split('..');
  const start = momentOf(first);
  const end = last === undefined ? start : momentOf(last);
  if (start === null || end === null || more.length > 0) return null;
  const from = start.at;
  // A day is meant whole, also as the end of a range; a time of day there is a moment.
  const isMoment = last !== undefined && end.unit !== DAY_MS;
  const to = new Date(end.at.getTime() + (isMoment ? 0 : end.unit));
  return to > from ? { from, to, host } : null;
}

function momentOf(text: string): { readonly at: Date; readonly unit: number } | null {
  const match = MOMENT.exec(text.trim());
  if (match === null) return null;
  const [, day = '', hour, minute] = match;
  const at = new Date(`${day}T${hour ?? '00'}:${minute ?? '00'}:00.000Z`);
  // JavaScript makes a 1 March of a 30 February.
  if (Number.isNaN(at.getTime()) || !at.toISOString().startsWith(day)) return null;
  return { at, unit: hour === undefined ? DAY_MS : minute === undefined ? HOUR_MS : 60_000 };
}
