// The runs of a sweep by their place, without a list of them: any range of places can be run anywhere, and a million of
// them take no memory. A grid's places count through its axes, the last one fastest; of a random search they are the
// draws, which follow from its seed.
import type { Mode } from '../request/mode.ts';
import type { Strategy } from '../request/schema.ts';
import {
  combinationAt,
  combinations,
  gridOf,
  MOST_COMBINATIONS,
  MOST_LOOKED_AT,
  NONE_LEFT,
  SweepError,
  tooMany,
  type Axis,
  type Combination,
} from './combinations.ts';

export interface SweepSpace {
  readonly axes: readonly Axis[];
  readonly places: number;
  /** Undefined where the constraint leaves a combination out. */
  readonly at: (place: number) => Combination | undefined;
}

export function sweepSpace(strategy: Strategy, mode: Mode): SweepSpace {
  const { axes, size, wanted } = gridOf(strategy, mode);
  if (mode.search?.method === 'random') {
    const drawn = combinations(strategy, mode);
    return { axes, places: drawn.length, at: (place) => drawn[place] };
  }
  if (size > MOST_LOOKED_AT) throw new SweepError(tooMany(size, MOST_LOOKED_AT));
  const bounded = mode.sweep?.where !== undefined;
  return {
    axes,
    places: size,
    at: (place) => {
      const row = combinationAt(axes, place);
      return bounded && !wanted(row) ? undefined : row;
    },
  };
}

/** How many runs a sweep makes, one that can be run. */
export function countRuns(strategy: Strategy, mode: Mode): number {
  const { places, at } = sweepSpace(strategy, mode);
  if (mode.sweep?.where === undefined || mode.search?.method === 'random') return places;
  let runs = 0;
  for (let place = 0; place < places; place++) if (at(place) !== undefined) runs++;
  return runs;
}

/** Why a sweep cannot be run, checked before anything is sent; undefined when it can. */
export function sweepFault(strategy: Strategy, mode: Mode): string | undefined {
  if (mode.sweep === undefined) return undefined;
  try {
    const { axes, size, wanted } = gridOf(strategy, mode);
    if (mode.search?.method === 'random') return undefined;
    if (size > MOST_LOOKED_AT) return tooMany(size, MOST_LOOKED_AT);
    // A walk-forward runs all of them in every window.
    const most = mode.walk_forward === undefined ? MOST_LOOKED_AT : MOST_COMBINATIONS;
    if (mode.sweep.where === undefined) return size > most ? tooMany(size, most) : undefined;
    // Where all of them may be run, one that is left is enough to know.
    const enough = size > most ? most + 1 : 1;
    let left = 0;
    for (let place = 0; place < size; place++) {
      if (wanted(combinationAt(axes, place))) left++;
      if (left === enough) break;
    }
    if (left > most) return tooMany(size, most);
    return left === 0 ? NONE_LEFT : undefined;
  } catch (error) {
    if (error instanceof SweepError) return error.message;
    throw error;
  }
}
