// How much can be risked on each trade before too many paths fall too far.
import { factorOf } from './paths.ts';

export interface Tolerance {
  /** Trades of one path. */
  readonly trades: number;
  /** A path that loses this fraction of a high has fallen. */
  readonly fall: number;
  /** The share of the paths that may. */
  readonly share: number;
  /** Risks are tried in steps of this, up to `most` of them. */
  readonly step: number;
  readonly steps: number;
}

/**
 * The largest number of steps that is tolerable, found by halving. What a stretch of trades makes of equity has a logarithm
 * that is concave in the risk: a path that falls at one risk falls at every greater one, and is not followed there again.
 */
export function tolerableSteps(paths: Float64Array, { trades, fall, share, step, steps }: Tolerance): number {
  const count = paths.length / trades;
  let undecided = Array.from({ length: count }, (_, path) => path * trades);
  let fallen = 0;
  let tolerable = 0;
  let excessive = steps + 1;
  while (excessive - tolerable > 1) {
    const tried = (tolerable + excessive) >> 1;
    const falling: number[] = [];
    const standing: number[] = [];
    for (const from of undecided)
      (falls(paths, from, from + trades, tried * step, fall) ? falling : standing).push(from);
    if ((fallen + falling.length) / count > share) {
      excessive = tried;
      undecided = falling;
    } else {
      tolerable = tried;
      fallen += falling.length;
      undecided = standing;
    }
  }
  return tolerable;
}

/** A path is followed until it has fallen. */
function falls(paths: Float64Array, from: number, end: number, risk: number, fall: number): boolean {
  let equity = 1;
  let peak = 1;
  let lowest = 1;
  for (let place = from; place < end; place += 1) {
    equity *= factorOf(paths[place] ?? 0, risk);
    peak = equity > peak ? equity : peak;
    if (equity < lowest * peak) {
      lowest = equity / peak;
      if (Math.min(1, 1 - lowest) >= fall) return true;
    }
  }
  return false;
}
