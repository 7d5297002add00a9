// Times of bars as the chart wants them: seconds, each later than the one before, read as if they were UTC.
import { wallClock } from '../amount/time.ts';

/** Empty bars that may stand behind the last one. */
const BEHIND = 3;

/** A bar of a day stands on its day whatever the zone; a shorter one at what a clock in the zone showed. */
export function chartTime(time: string, zone: string, byDay: boolean): number {
  if (byDay) return Date.parse(time.slice(0, 10)) / 1000;
  return Date.parse(`${wallClock(time, zone)}Z`) / 1000;
}

/** Which bar something happened in: the last that had begun; the first for what was before all. */
export function barAt(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** Where clocks went back an hour occurs twice: a bar that is not later than the one before is left out. */
export function ascending(times: readonly number[]): number[] {
  let last = -Infinity;
  return times.flatMap((time, i) => {
    if (time <= last) return [];
    last = time;
    return [i];
  });
}

export const isByDay = (interval: string): boolean => ['1d', '1w', '1M'].includes(interval);

/** The first and last bar to show: the trade with some room on both sides. */
export function around(times: readonly number[], from: number, to: number): readonly [number, number] {
  const [first, last] = [barAt(times, from), barAt(times, to)];
  const room = Math.max(10, last - first);
  return [Math.max(-BEHIND, first - room), Math.min(times.length - 1 + BEHIND, last + room)];
}

interface TradeMark {
  readonly at: number;
  /** The number of bars to each side that its text covers. */
  readonly reach: number;
  readonly isBuy: boolean;
  /** Null where its arrow stands at the bar. */
  readonly price: number | null;
}

/** The height of an arrow, as a share of the visible price range. */
const ARROW = 0.07;

/** The price beyond which words at a mark lie neither on its arrow nor on a candle: below a buy, above a sale. */
export function clearOf(
  bars: readonly { readonly high: number; readonly low: number }[],
  { at, reach, isBuy, price }: TradeMark,
): number {
  const neighbours = bars.slice(Math.max(0, at - reach), at + reach + 1);
  const [low, high] = [Math.min(...bars.map((bar) => bar.low)), Math.max(...bars.map((bar) => bar.high))];
  const arrow = (high - low) * ARROW;
  return isBuy
    ? Math.min(...neighbours.map((bar) => bar.low), (price ?? bars[at]?.low ?? low) - arrow)
    : Math.max(...neighbours.map((bar) => bar.high), (price ?? bars[at]?.high ?? high) + arrow);
}
