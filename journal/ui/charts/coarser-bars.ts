// The same prices in longer bars: made here from the shorter ones, so that no further request is needed.
import { barLengths, barSeconds, groupBars, longerBars } from '@zorivest/vocabulary';

export interface Bars {
  /** Seconds, as clocks of the zone show them. */
  readonly time: readonly number[];
  readonly open: readonly number[];
  readonly high: readonly number[];
  readonly low: readonly number[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
}

const DAY = barSeconds['1d'];

/** A picture of fewer bars says nothing. */
const FEWEST = 4;

/** What bars of one length can be shown as: themselves, and each longer one that is made of whole ones of them. */
export function timeFrames(interval: string, bars: Bars): string[] {
  const longer = longerBars(interval).filter(([, seconds]) => groupBars(bars.time, seconds).length >= FEWEST);
  return [interval, ...longer.map(([name]) => name)];
}

/** Days and weeks begin at midnight, shorter ones with their first bar. */
export function coarser(bars: Bars, interval: string): Bars {
  const seconds = barLengths.get(interval) ?? DAY;
  const groups = groupBars(bars.time, seconds);
  const first = (of: readonly number[]) => groups.map(([from]) => of[from] ?? 0);
  return {
    time: first(bars.time).map((time) => (seconds >= DAY ? Math.floor(time / DAY) * DAY : time)),
    open: first(bars.open),
    high: groups.map(([from, to]) => Math.max(...bars.high.slice(from, to))),
    low: groups.map(([from, to]) => Math.min(...bars.low.slice(from, to))),
    close: groups.map(([, to]) => bars.close[to - 1] ?? 0),
    volume: groups.map(([from, to]) => bars.volume.slice(from, to).reduce((sum, each) => sum + each, 0)),
  };
}
