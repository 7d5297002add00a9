// The same prices in longer bars: made here of the shorter ones, so that nobody is asked for them again.
import { barSeconds } from '@zorivest/words';

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

/** Months are not of one length. */
const lengths = new Map<string, number>(Object.entries(barSeconds).filter(([name]) => name !== '1M'));

/** A picture of fewer bars says nothing. */
const FEWEST = 4;

/** What bars of one length can be shown as: themselves, and each longer one that is made of whole ones of them. */
export function timeFrames(interval: string, bars: Bars): string[] {
  const own = lengths.get(interval);
  if (own === undefined) return [interval];
  return [...lengths]
    .filter(([name, seconds]) => name === interval || (seconds > own && seconds % own === 0))
    .filter(([name]) => name === interval || coarser(bars, name).time.length >= FEWEST)
    .map(([name]) => name);
}

/** Monday before, at midnight: the first second there was a Thursday. */
const weekOf = (time: number): number => Math.floor((time + 3 * DAY) / (7 * DAY));

/** A day's bars are counted from its first: those of a session that opens at half past begin at half past. */
export function coarser(bars: Bars, interval: string): Bars {
  const seconds = lengths.get(interval) ?? DAY;
  const made = { time: [] as number[], open: [] as number[], high: [] as number[], low: [] as number[] };
  const [close, volume]: [number[], number[]] = [[], []];
  let [group, day, opened] = ['', -1, 0];
  for (const [i, time] of bars.time.entries()) {
    const today = Math.floor(time / DAY);
    if (today !== day) [day, opened] = [today, time];
    const its =
      seconds > DAY ? `${weekOf(time)}` : `${today} ${seconds === DAY ? 0 : Math.floor((time - opened) / seconds)}`;
    const [high, low] = [bars.high[i] ?? 0, bars.low[i] ?? 0];
    if (its !== group) {
      group = its;
      made.time.push(seconds >= DAY ? today * DAY : time);
      made.open.push(bars.open[i] ?? 0);
      made.high.push(high);
      made.low.push(low);
      close.push(bars.close[i] ?? 0);
      volume.push(bars.volume[i] ?? 0);
      continue;
    }
    const last = close.length - 1;
    made.high[last] = Math.max(made.high[last] ?? high, high);
    made.low[last] = Math.min(made.low[last] ?? low, low);
    close[last] = bars.close[i] ?? 0;
    volume[last] = (volume[last] ?? 0) + (bars.volume[i] ?? 0);
  }
  return { ...made, close, volume };
}
