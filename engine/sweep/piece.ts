// A piece of a sweep: the runs of a range of places, as columns of numbers.
import { roundFigure } from '../figures/rounding.ts';
import type { RealisticFigures } from '../realistic/measure.ts';
import type { RealisticInput } from '../realistic/run.ts';
import type { Shape } from './overfitting.ts';
import { runTrials, MOST_JUDGED, type Trial } from './run.ts';
import { sweepSpace, type SweepSpace } from './space.ts';

/** Columns next to the figures: the run's index in the sweep, and what judging the choice needs of it. */
const PLACE = 'place';
const SHAPE = ['periods', 'sharpe', 'skew', 'kurtosis'] as const satisfies readonly (keyof Shape)[];
export const SHAPE_COLUMNS = SHAPE.map((name) => `shape_${name}`);

export interface Piece {
  /** Places, `to` not included. */
  readonly from: number;
  readonly to: number;
  /** The number of runs in the whole sweep; above `MOST_JUDGED` only some of them are judged. */
  readonly runs: number;
}

export interface PieceRuns {
  /** `place`, the figures, then those of `SHAPE_COLUMNS`. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** Row after row. */
  readonly values: Float64Array;
  /** Which rows take part in judging the choice, by their index, and their blocks one after the other. */
  readonly judged: Uint32Array;
  readonly blocks: Float64Array;
}

/** Runs the places of a piece on this thread; `step` is called before each run. */
export function createPieceRunner(input: RealisticInput): (piece: Piece, step?: () => void) => PieceRuns {
  const { mode, strategy } = input;
  const space: SweepSpace = sweepSpace(strategy, mode);
  const seed = mode.search?.seed ?? 1;
  return ({ from, to, runs }, step) => {
    const trials: (Trial & { readonly place: number })[] = [];
    for (let place = from; place < to; place++) {
      const parameters = space.at(place);
      if (parameters !== undefined) trials.push({ place, parameters, judged: isJudged(place, runs, seed) });
    }
    const tried = runTrials(input, trials, step);
    const figures = Object.keys(tried[0]?.figures ?? {}) as (keyof RealisticFigures)[]; // the keys of that very type
    const columns = [PLACE, ...figures, ...SHAPE_COLUMNS];
    const values = new Float64Array(tried.length * columns.length);
    const judged: number[] = [];
    const blocks: Float64Array[] = [];
    let at = 0;
    for (const [i, row] of tried.entries()) {
      values[at++] = (trials[i] as { readonly place: number }).place;
      for (const name of figures) values[at++] = roundFigure(row.figures[name]);
      for (const name of SHAPE) values[at++] = row.shape[name];
      if (row.blocks === undefined) continue;
      judged.push(i);
      blocks.push(row.blocks);
    }
    const width = blocks[0]?.length ?? 0;
    const joined = new Float64Array(width * blocks.length);
    for (const [i, block] of blocks.entries()) joined.set(block, i * width);
    return { columns, rows: tried.length, values, judged: Uint32Array.from(judged), blocks: joined };
  };
}

/** The cells of `SHAPE_COLUMNS` of a run. */
export const shapeOfRow = (cells: Float64Array) =>
  Object.fromEntries(SHAPE.map((name, i) => [name, cells[i]])) as Record<keyof Shape, number>; // one cell for each name

/** Of more runs than are judged, each is drawn by its place and the seed alone, wherever it is run. */
function isJudged(place: number, runs: number, seed: number): boolean {
  if (runs <= MOST_JUDGED) return true;
  let mixed = Math.imul(place ^ Math.imul(seed, 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32 < MOST_JUDGED / runs;
}
