// The bars of a long trade, in longer ones: its last minutes alone would show neither its entry nor how it went.
import { barSeconds } from '@zorivest/contract';

/** [seconds, open, high, low, close, volume] */
type Bar = number[];

const DAY = barSeconds['1d'];

/** Each longer length that is made of whole ones of its own, and no longer than a day: weeks have gaps of their own. */
const longer = (interval: string): readonly (readonly [name: string, seconds: number])[] => {
  const lengths = Object.entries(barSeconds).filter(([, seconds]) => seconds <= DAY);
  const own = lengths.find(([name]) => name === interval)?.[1];
  return own === undefined ? [] : lengths.filter(([, seconds]) => seconds > own && seconds % own === 0);
};

/** The shortest bars of which no more than `most` are needed; where days are too many, the days there are. */
export function fittingLength(interval: string, bars: readonly Bar[], most: number): { interval: string; bars: Bar[] } {
  let fitting = { interval, bars: [...bars] };
  for (const [name, seconds] of longer(interval)) {
    if (fitting.bars.length <= most) break;
    fitting = { interval: name, bars: merge(bars, seconds) };
  }
  return fitting;
}

/** A day's bars are counted from its first: those of a session that opens at half past begin at half past. */
function merge(bars: readonly Bar[], seconds: number): Bar[] {
  const merged: [number, number, number, number, number, number][] = [];
  let [group, day, opened] = ['', -1, 0];
  for (const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] of bars) {
    const today = Math.floor(time / DAY);
    if (today !== day) [day, opened] = [today, time];
    const its = `${today} ${Math.floor((time - opened) / seconds)}`;
    const last = merged.at(-1);
    if (its !== group || last === undefined) {
      group = its;
      merged.push([time, open, high, low, close, volume]);
      continue;
    }
    last[2] = Math.max(last[2], high);
    last[3] = Math.min(last[3], low);
    last[4] = close;
    last[5] += volume;
  }
  return merged;
}
