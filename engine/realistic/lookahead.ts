// Does a decision use what was not yet known? Decide on truncated data and compare: every bar that both runs have
// must say the same, because the past does not change when the future is cut off.
import { slice, type Series } from '../candles/series.ts';
import type { Distance, Signals } from './signals.ts';

export interface LookaheadReport {
  readonly ok: boolean;
  /** Points the data was cut at. */
  readonly cuts: number;
  readonly compared_bars: number;
  readonly differing_bars: number;
  /** Time of the first bar that decided otherwise, Unix seconds. */
  readonly first_difference: number | null;
}

/** `decide` is what is under test; the last bars before each cut are the telling ones. */
export function lookaheadCheck(series: Series, decide: (series: Series) => Signals, cuts = 8): LookaheadReport {
  const full = decide(series);
  const differing = new Set<number>();
  let earliest = Infinity;
  let compared = 0;
  for (let cut = 1; cut <= cuts; cut++) {
    const length = Math.floor((series.length * cut) / (cuts + 1));
    const truncated = decide(slice(series, 0, length));
    for (let i = 0; i < length; i++) {
      if (sameAt(full, truncated, i)) continue;
      differing.add(i);
      earliest = Math.min(earliest, i);
    }
    compared += length;
  }
  return {
    ok: differing.size === 0,
    cuts,
    compared_bars: compared,
    differing_bars: differing.size,
    first_difference: series.t[earliest] ?? null,
  };
}

function sameAt(a: Signals, b: Signals, i: number): boolean {
  return (
    a.flags[i] === b.flags[i] &&
    Object.is(at(a.stop, i), at(b.stop, i)) &&
    Object.is(at(a.target, i), at(b.target, i)) &&
    Object.is(at(a.trail, i), at(b.trail, i)) &&
    Object.is(at(a.breakEven, i), at(b.breakEven, i))
  );
}

const at = (distance: Distance | undefined, i: number) => (typeof distance === 'object' ? distance[i] : distance);
