// Values and times to pixels, and the round ones an axis is labelled with.
import { roundNumbers, roundTimes } from './ticks.ts';

export type Scale = (value: number) => number;
export type Span = readonly [number, number];

export interface Tick {
  readonly value: number;
  readonly text: string;
}

export interface Axis {
  readonly scale: Scale;
  readonly ticks: readonly Tick[];
}

/** Lowest and highest of the values that are numbers; a flat line gets some room around it. */
export function extent(values: Iterable<number>, including: readonly number[] = []): Span {
  let [low, high] = [Infinity, -Infinity];
  const widen = (value: number): void => {
    if (!Number.isFinite(value)) return;
    if (value < low) low = value;
    if (value > high) high = value;
  };
  for (const value of values) widen(value);
  for (const value of including) widen(value);
  if (low > high) return [0, 1];
  const room = low === high ? Math.max(Math.abs(low) * 0.01, 1e-9) : 0;
  return [low - room, high + room];
}

/** In the middle where the span has no length. */
function scaleOf([low, high]: Span, [from, to]: Span): Scale {
  const length = high - low;
  return (value) => {
    const share = length === 0 ? 0.5 : (value - low) / length;
    return from * (1 - share) + to * share;
  };
}

/** An axis of numbers, with about the wanted number of labels. */
export function valueAxis(span: Span, pixels: Span, wanted: number, format: (value: number) => string): Axis {
  return {
    scale: scaleOf(span, pixels),
    ticks: roundNumbers(span, Math.max(1, wanted)).map((value) => ({ value, text: format(value) })),
  };
}

const DAY = 86_400_000;
const MONTH = 28 * DAY;
const YEAR = 365 * DAY;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** The short name of a month, 0 to 11. */
export const monthName = (month: number): string => MONTHS[month] ?? '';

/** An axis of times, in milliseconds, shown as UTC: for another zone the caller shifts them. */
export function timeAxis(span: Span, pixels: Span, wanted: number): Axis {
  let times = roundTimes(span, Math.max(1, wanted));
  // A year and a half has one new year: half of a picture with one date does not say when it was.
  if (times.length < 2) times = roundTimes(span, 2 * Math.max(1, wanted));
  const step = Math.min(...times.slice(1).map((time, i) => time - (times[i] ?? time)), Infinity);
  return { scale: scaleOf(span, pixels), ticks: times.map((value) => ({ value, text: timeText(value, step) })) };
}

/** As much of a time as distinguishes it from its neighbours. */
function timeText(time: number, step: number): string {
  const date = new Date(time);
  const [year, month] = [date.getUTCFullYear(), monthName(date.getUTCMonth())];
  if (step >= YEAR) return String(year);
  if (step >= MONTH) return `${month} ${String(year).slice(2)}`;
  if (step >= DAY || time % DAY === 0) return `${date.getUTCDate()} ${month}`;
  return date.toISOString().slice(11, 16);
}
