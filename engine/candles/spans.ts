// What a series covers: from when to when, in which steps, and where bars are missing.
import type { Series } from './series.ts';

export interface Gap {
  /** The last bar before it and the first after it, Unix seconds. */
  readonly from: number;
  readonly to: number;
}

export interface Span {
  readonly bars: number;
  readonly first_time: number | null;
  readonly last_time: number | null;
  /** The usual distance of two bars; null with fewer than two. */
  readonly step_seconds: number | null;
  /** Distances of more than a step that no night or weekend explains. */
  readonly gaps: number;
  /** The longest of them, longest first. */
  readonly longest_gaps: readonly Gap[];
}

const DAY = 86_400;
const WEEK = 7 * DAY;
/** Daily bars: a weekend followed or preceded by a holiday. */
const LONG_WEEKEND = 4 * DAY;
/** Within the day: a market that closes for so long at least this often is not missing anything. */
const CLOSES_EVERY = 10 * DAY;
const LISTED = 5;

/** Weekends, and hours at which a market closes again and again, are no gaps. */
export function spanOf({ length, t }: Series): Span {
  const first_time = t[0] ?? null;
  const last_time = t[length - 1] ?? null;
  const step = usualStep(t, length);
  if (first_time === null || last_time === null || step === null)
    return { bars: length, first_time, last_time, step_seconds: null, gaps: 0, longest_gaps: [] };
  const limit = step < DAY || step >= WEEK ? 1.5 * step : LONG_WEEKEND;
  const counts = new Map<number, number>();
  const wide: Gap[] = [];
  for (let i = 1; i < length; i++) {
    const [from, to] = [t[i - 1], t[i]];
    if (to - from <= limit || (step < DAY && isWeekend(from, to))) continue;
    wide.push({ from, to });
    counts.set(to - from, (counts.get(to - from) ?? 0) + 1);
  }
  const closings = (last_time - first_time) / CLOSES_EVERY;
  const missing =
    step >= DAY ? wide : wide.filter(({ from, to }) => (counts.get(to - from) ?? 0) < Math.max(2, closings));
  return {
    bars: length,
    first_time,
    last_time,
    step_seconds: step,
    gaps: missing.length,
    longest_gaps: missing.toSorted((a, b) => b.to - b.from - (a.to - a.from)).slice(0, LISTED),
  };
}

/** The median distance: half of the bars are no further apart. */
function usualStep(t: Float64Array, length: number): number | null {
  if (length < 2) return null;
  const every = Math.max(1, Math.floor((length - 1) / 10_000));
  const steps: number[] = [];
  for (let i = 1; i < length; i += every) steps.push(t[i] - t[i - 1]);
  return steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? null;
}

/** Whether noon of a Saturday or a Sunday lies between, and little more than a weekend. */
function isWeekend(from: number, to: number): boolean {
  if (to - from > LONG_WEEKEND) return false;
  for (let noon = Math.floor(from / DAY) * DAY + DAY / 2; noon < to; noon += DAY) {
    const weekday = (Math.floor(noon / DAY) + 4) % 7; // 1970 began on a Thursday; Sunday is 0
    if (noon > from && (weekday === 0 || weekday === 6)) return true;
  }
  return false;
}
