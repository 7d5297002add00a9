// The bars of a long trade, in longer ones: its last minutes alone would show neither its entry nor how it went.
import { barSeconds, groupBars, longerBars } from '@zorivest/contract';

/** [seconds, open, high, low, close, volume] */
type Bar = number[];

/** The shortest bars of which no more than `most` are needed; where days are too many, the days there are. */
export function fittingLength(interval: string, bars: readonly Bar[], most: number): { interval: string; bars: Bar[] } {
  let fitting = { interval, bars: [...bars] };
  // Weeks have gaps of their own.
  for (const [name, seconds] of longerBars(interval).filter(([, each]) => each <= barSeconds['1d'])) {
    if (fitting.bars.length <= most) break;
    fitting = { interval: name, bars: merge(bars, seconds) };
  }
  return fitting;
}

const merge = (bars: readonly Bar[], seconds: number): Bar[] =>
  groupBars(
    bars.map(([time = 0]) => time),
    seconds,
  ).map(([from, to]) => {
    const some = bars.slice(from, to);
    const [time = 0, open = 0] = some[0] ?? [];
    return [
      time,
      open,
      Math.max(...some.map(([, , high = 0]) => high)),
      Math.min(...some.map(([, , , low = 0]) => low)),
      some.at(-1)?.[4] ?? 0,
      some.reduce((sum, [, , , , , volume = 0]) => sum + volume, 0),
    ];
  });
