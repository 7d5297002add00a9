// Which combinations of parameters a sweep runs: every one of the grid, or some drawn by a seed; a constraint leaves
// out those that mean nothing.
import { constraint } from '../language/compile.ts';
import { namesForWhere } from '../request/expressions.ts';
import { SWEEPABLE, type Mode } from '../request/mode.ts';
import type { Strategy } from '../request/schema.ts';
import { valuesOf } from '../request/swept-values.ts';
import { randomIndices } from '../figures/random.ts';

/** The most combinations held in memory together: those of a walk-forward's window, or drawn by chance. */
export const MOST_COMBINATIONS = 200_000;
/** Combinations that are looked at to find those a constraint lets pass, and places of a grid that is run in pieces. */
export const MOST_LOOKED_AT = 2_000_000;

export type Combination = Readonly<Record<string, number>>;

export class SweepError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SweepError';
  }
}

export const NONE_LEFT = 'mode.sweep.where: no combination is left';

const WHOLE: ReadonlySet<string> = new Set(['sma_short', 'sma_long', 'atr_period']);
const PLAIN: ReadonlySet<string> = new Set(SWEEPABLE);

export interface Axis {
  readonly name: string;
  readonly values: readonly number[];
}

/** The axes of a sweep, how many combinations they make, and which of those its constraint lets pass. */
export interface Grid {
  readonly axes: readonly Axis[];
  readonly size: number;
  readonly wanted: (row: Combination) => boolean;
}

export function gridOf(strategy: Strategy, mode: Mode): Grid {
  const { where, ...swept } = mode.sweep ?? {};
  const axes = axesOf(swept);
  const names = namesForWhere(strategy, swept);
  const holds = where === undefined ? () => true : constraint(where);
  return {
    axes,
    size: axes.reduce((product, { values }) => product * values.length, 1),
    wanted: (row) => {
      for (const [name, value] of Object.entries(row)) names.set(name, value);
      return holds(names);
    },
  };
}

export function combinations(strategy: Strategy, mode: Mode): Combination[] {
  const { axes, size, wanted } = gridOf(strategy, mode);
  const { search } = mode;
  const found = search?.method === 'random' ? drawCombinations(axes, size, wanted, search) : whole(axes, size, wanted);
  if (found.length === 0) throw new SweepError(NONE_LEFT);
  return found;
}

/** In a fixed order: the last named parameter varies fastest, stops and targets inside the periods. */
function axesOf(swept: Readonly<Record<string, unknown>>): Axis[] {
  const order = [
    ...SWEEPABLE.filter((name) => name in swept),
    ...Object.keys(swept).filter((name) => !PLAIN.has(name)),
  ];
  return order.flatMap((name) => {
    // Held to its schema when it came in; `where` was taken out above.
    const range = swept[name] as
      | readonly number[]
      | { readonly from: number; readonly to: number; readonly step: number };
    if (range === undefined) return [];
    if (!('length' in range) && (range.to - range.from) / range.step > MOST_LOOKED_AT)
      throw new SweepError(`mode.sweep.${name}: more than ${MOST_LOOKED_AT} values; take larger steps`);
    const values = valuesOf(range);
    if (values.length === 0) throw new SweepError(`mode.sweep.${name}: no value between from and to`);
    const bad = PLAIN.has(name)
      ? values.find((value) => value < 0 || (WHOLE.has(name) && !Number.isInteger(value)))
      : undefined;
    if (bad !== undefined)
      throw new SweepError(`mode.sweep.${name}: ${bad} is not a ${WHOLE.has(name) ? 'whole ' : ''}number from 0 up`);
    return [{ name, values }];
  });
}

export const tooMany = (size: number, most: number) =>
  `mode.sweep: ${size} combinations, of which at most ${most} are run; take larger steps, or "search": {"method": "random"}`;

/** The combination at a place of the grid, the last axis fastest. */
export function combinationAt(axes: readonly Axis[], place: number): Combination {
  const row: Record<string, number> = {};
  for (let k = axes.length - 1, rest = place; k >= 0; k--) {
    const { name, values } = axes[k];
    row[name] = values[rest % values.length];
    rest = Math.floor(rest / values.length);
  }
  // In the order of the axes, which is how they are shown.
  return Object.fromEntries(axes.map(({ name }) => [name, row[name]]));
}

function whole(axes: readonly Axis[], size: number, wanted: (row: Combination) => boolean): Combination[] {
  if (size > MOST_LOOKED_AT) throw new SweepError(tooMany(size, MOST_LOOKED_AT));
  const found: Combination[] = [];
  for (let place = 0; place < size; place++) {
    const row = combinationAt(axes, place);
    if (!wanted(row)) continue;
    found.push(row);
    if (found.length > MOST_COMBINATIONS) throw new SweepError(tooMany(size, MOST_COMBINATIONS));
  }
  return found;
}

/** Distinct places of the grid in the order they were drawn; all of them when there are no more than asked for. */
function drawCombinations(
  axes: readonly Axis[],
  size: number,
  wanted: (row: Combination) => boolean,
  { samples, seed }: NonNullable<Mode['search']>,
): Combination[] {
  if (size <= MOST_COMBINATIONS) {
    const rows = whole(axes, size, wanted);
    return sample(rows, samples, seed);
  }
  const below = randomBelow(seed);
  const seen = new Set<string>();
  const found: Combination[] = [];
  for (let tries = 0; found.length < samples && tries < MOST_LOOKED_AT; tries++) {
    const row = Object.fromEntries(axes.map(({ name, values }) => [name, values[below(values.length)]]));
    const key = Object.values(row).join();
    if (seen.has(key)) continue;
    seen.add(key);
    if (wanted(row)) found.push(row);
  }
  return found;
}

/** One whole number from 0 up to, not including, the bound at a time. */
function randomBelow(seed: number): (bound: number) => number {
  const draw = randomIndices(seed);
  const one = new Int32Array(1);
  return (bound) => {
    draw(one, bound);
    return one[0];
  };
}

/** Draws `count` of the rows by a seed, each at most once. */
export function sample<T>(rows: readonly T[], count: number, seed: number): T[] {
  if (rows.length <= count) return [...rows];
  const below = randomBelow(seed);
  const pool = [...rows];
  for (let i = 0; i < count; i++) {
    const j = i + below(pool.length - i);
    [pool[i], pool[j]] = [pool[j], pool[i]];
  }
  return pool.slice(0, count);
}

/** Plain parameters stand in the strategy itself, the others in its `params`. */
export function withParameters(strategy: Strategy, parameters: Combination): Strategy {
  const entries = Object.entries(parameters);
  const plain = Object.fromEntries(entries.filter(([name]) => PLAIN.has(name)));
  const named = Object.fromEntries(entries.filter(([name]) => !PLAIN.has(name)));
  return {
    ...strategy,
    ...plain,
    ...(Object.keys(named).length === 0 ? {} : { params: { ...strategy.params, ...named } }),
  };
}
