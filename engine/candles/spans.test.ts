import { describe, expect, test } from 'vitest';
import { seriesOf } from './series.ts';
import { spanOf } from './spans.ts';

const DAY = 86_400;
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 8) / 1000;
const seriesAt = (times: readonly number[]) => seriesOf(times.map((t) => ({ t, o: 1, h: 1, l: 1, c: 1, v: 0 })));
const days = (count: number, keep: (day: number) => boolean) =>
  Array.from({ length: count }, (_, day) => day).filter(keep);

describe('what a series covers', () => {
  test('days of a market: weekends and a Monday off are no gaps, a missing week is', () => {
    const weekdays = days(70, (day) => day % 7 < 5);
    const whole = spanOf(seriesAt(weekdays.filter((day) => day !== 14).map((day) => MONDAY + day * DAY)));
    expect(whole).toMatchObject({ bars: 49, step_seconds: DAY, gaps: 0, first_time: MONDAY });
    const lame = spanOf(seriesAt(weekdays.filter((day) => day < 21 || day > 27).map((day) => MONDAY + day * DAY)));
    expect(lame).toMatchObject({ gaps: 1, longest_gaps: [{ from: MONDAY + 18 * DAY, to: MONDAY + 28 * DAY }] });
  });

  test('minutes: nights that come again are no gaps, an hour that is missing once is', () => {
    const minutes = days(40, (day) => day % 7 < 5).flatMap((day) =>
      Array.from({ length: 390 }, (_, minute) => MONDAY + day * DAY + 52_200 + minute * 60),
    );
    expect(spanOf(seriesAt(minutes))).toMatchObject({ step_seconds: 60, gaps: 0 });
    const hole = MONDAY + 2 * DAY + 52_200 + 60 * 60;
    const lame = minutes.filter((time) => time < hole || time >= hole + 3600);
    expect(spanOf(seriesAt(lame))).toMatchObject({ gaps: 1, longest_gaps: [{ from: hole - 60, to: hole + 3600 }] });
  });

  test('nothing, and one bar', () => {
    expect(spanOf(seriesAt([]))).toMatchObject({ bars: 0, first_time: null, gaps: 0 });
    expect(spanOf(seriesAt([MONDAY]))).toMatchObject({ bars: 1, first_time: MONDAY, step_seconds: null, gaps: 0 });
  });
});
