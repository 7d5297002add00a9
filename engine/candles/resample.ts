import { emptySeries, slice, type Series } from './series.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;
/** 1970 began on a Thursday; its first Monday is the fifth of January. */
const FIRST_MONDAY = 4 * DAY;

/** Seconds that local time is ahead of UTC at a time. */
export type OffsetAt = (time: number) => number;

/** Bars of `minutes`, counted from 1970 as downstream does: weeks begin on Thursday, days at midnight UTC. */
export function resample(source: Series, minutes: number): Series {
  if (minutes <= 1) return source;
  const seconds = minutes * 60;
  return gather(
    source,
    source.t.map((time) => Math.floor(time / seconds) * seconds),
  );
}

/** Bars of a calendar, and when the time of each is over. */
export interface CalendarBars {
  readonly bars: Series;
  readonly ends: Float64Array;
}

/**
 * Bars of `minutes` by the calendar: weeks begin on Monday and days at midnight of local time, so that one may last 23 or
 * 25 hours; shorter bars are counted from 1970.
 */
export function resampleByCalendar(source: Series, minutes: number, offsetAt: OffsetAt): CalendarBars {
  const seconds = minutes * 60;
  if (seconds % DAY !== 0) {
    const bars = resample(source, minutes);
    return { bars, ends: bars.t.map((time) => time + seconds) };
  }
  const anchor = seconds % WEEK === 0 ? FIRST_MONDAY : 0;
  const toUtc = (local: number) => local - offsetAt(local - offsetAt(local));
  // There are far fewer days than bars: each is looked up once.
  let start = NaN;
  let end = -Infinity;
  const starts = source.t.map((time) => {
    if (time >= start && time < end) return start;
    const local = Math.floor((time + offsetAt(time) - anchor) / seconds) * seconds + anchor;
    start = toUtc(local);
    end = toUtc(local + seconds);
    return start;
  });
  const bars = gather(source, starts);
  return { bars, ends: bars.t.map((time) => toUtc(Math.round(time + offsetAt(time)) + seconds)) };
}

/** One bar for each run of equal starts: first open, highest high, lowest low, last close, summed volume. */
function gather({ length, o, h, l, c, v }: Series, starts: Float64Array): Series {
  const out = emptySeries(length);
  let bar = -1;
  let bucket = NaN;
  for (let i = 0; i < length; i++) {
    const start = starts[i];
    if (start !== bucket) {
      bucket = start;
      bar++;
      out.t[bar] = start;
      out.o[bar] = o[i];
      out.h[bar] = h[i];
      out.l[bar] = l[i];
      out.c[bar] = c[i];
      out.v[bar] = v[i];
      continue;
    }
    if (h[i] > out.h[bar]) out.h[bar] = h[i];
    if (l[i] < out.l[bar]) out.l[bar] = l[i];
    out.c[bar] = c[i];
    out.v[bar] = out.v[bar] + v[i];
  }
  return slice(out, 0, bar + 1);
}
