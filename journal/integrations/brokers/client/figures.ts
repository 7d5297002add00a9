// Figures as their brokers write them: text from the answer to the book.
import type { BrokerSetting } from './adapter.ts';

export function isZero(text: string): boolean {
  return !/[1-9]/.test(text);
}

export function isNegative(text: string): boolean {
  return text.startsWith('-') && !isZero(text);
}

export function negate(text: string): string {
  return text.startsWith('-') ? text.slice(1) : isZero(text) ? text : `-${text}`;
}

export function magnitude(text: string): string {
  return text.replace(/^[+-]/, '');
}

const DAY = 86_400_000;

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** For brokers that tell years of history: the person may say where to begin. */
export function sinceSetting(years: number): BrokerSetting {
  return {
    name: 'since',
    secret: false,
    optional: true,
    description: `First day to read, YYYY-MM-DD (${years} years back)`,
  };
}

/** A first day that the person set, or this many years before now. */
export function sinceOf(since: string | undefined, now: Date, years: number): number {
  const set = Date.parse(since ?? '');
  return Number.isNaN(set) ? now.getTime() - years * 365.25 * DAY : set;
}

/** The consecutive spans of this many days between two times, oldest first, without gaps or overlaps. */
export function spansOf(from: number, to: number, days: number): { readonly from: number; readonly to: number }[] {
  const spans = [];
  for (let at = from; at < to; at += days * DAY) spans.push({ from: at, to: Math.min(at + days * DAY, to) - 1 });
  return spans;
}

/** Brokers correct rows for a few days, and some tell them late: every sync looks this far behind the last one. */
export const LOOK_BACK = 7 * DAY;

/** Where a sync begins: where the last one was cut, else a week behind the last whole one, else at the beginning. */
export function beginOf(
  { cursor, lastSync }: { readonly cursor: string | null; readonly lastSync: Date | null },
  beginning: number,
): number {
  const cut = Date.parse(cursor ?? '');
  if (!Number.isNaN(cut)) return cut;
  return lastSync === null ? beginning : Math.max(beginning, lastSync.getTime() - LOOK_BACK);
}
