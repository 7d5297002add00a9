import type { PieceRuns, SweepSpace } from '@zorivest/engine';
import { planSweep, type SweepPlan } from './plan.ts';

/** So few are planned by guess: measuring would take as long as running them. */
const TOO_FEW = 64;
const GUESS_MS = 50;
/** Neighbours share much of their work, so ranges are measured, at several places of the grid. */
const SHARES = [0, 0.3, 0.6, 0.9];
const RANGE_MS = 60;

/** A plan for pieces of the right length, from what a few runs take here. */
export function measureAndPlan(
  space: SweepSpace,
  run: (piece: { readonly from: number; readonly to: number; readonly runs: number }) => PieceRuns,
  /** Milliseconds of work so far. */
  now: () => number,
): SweepPlan {
  const { places } = space;
  if (places <= TOO_FEW) return planSweep(space, GUESS_MS);
  let spent = 0;
  let measured = 0;
  let warm = false;
  for (const share of [0.5, ...SHARES]) {
    let from = Math.floor(share * places);
    const started = now();
    for (let size = 1; now() - started < RANGE_MS && from < places; size *= 2) {
      const before = now();
      const { rows } = run({ from, to: Math.min(places, from + size), runs: places });
      if (warm) {
        spent += now() - before;
        measured += rows;
      }
      from += size;
    }
    warm = true; // the first range pays for compiling
  }
  return planSweep(space, measured === 0 ? GUESS_MS : Math.max(spent / measured, 0.001));
}
