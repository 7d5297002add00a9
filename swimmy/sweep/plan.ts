// How a sweep is cut: into pieces of about two seconds each, so that a worker that dies costs two seconds, a cancel is
// heard soon, and many workers finish together.
import type { SweepSpace } from '@zorivest/engine';

export interface SweepPlan {
  /** After the constraint. */
  readonly runs: number;
  /** The place each piece begins with, and the end of the last. */
  readonly bounds: readonly number[];
  /** Runs before each piece, and all of them. */
  readonly before: readonly number[];
  /** What one run was measured to take. */
  readonly run_ms: number;
}

const PIECE_MS = 2000;
/** A short sweep is cut finer, so that two workers share it evenly; below this, sending costs more than running. */
const LEAST_PIECE_MS = 100;
const SHARES = 16;
/** A piece stays small in memory and on the wire: its runs are objects until they are packed. */
const MOST_RUNS = 8000;

export function planSweep({ places, at }: SweepSpace, runMs: number): SweepPlan {
  const isIncluded = (place: number) => at(place) !== undefined;
  let runs = 0;
  for (let place = 0; place < places; place++) if (isIncluded(place)) runs++;
  const pieceMs = Math.min(PIECE_MS, Math.max(LEAST_PIECE_MS, (runs * runMs) / SHARES));
  const size = Math.max(1, Math.min(MOST_RUNS, Math.round(pieceMs / runMs)));
  const bounds = [0];
  const before = [0];
  let held = 0;
  for (let place = 0; place < places; place++) {
    if (!isIncluded(place)) continue;
    if (held === size) {
      bounds.push(place);
      before.push((before.at(-1) ?? 0) + held);
      held = 0;
    }
    held++;
  }
  return { runs, bounds: [...bounds, places], before: [...before, runs], run_ms: runMs };
}

export const piecesOf = ({ bounds }: SweepPlan) => bounds.length - 1;

/** The places of a piece, and how many of them are run. */
export function pieceAt({ bounds, before, runs }: SweepPlan, n: number) {
  return {
    from: bounds[n] as number,
    to: bounds[n + 1] as number,
    runs,
    rows: (before[n + 1] as number) - (before[n] as number),
  };
}
