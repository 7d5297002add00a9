// Parameter sweeps: every combination of the swept values, ranked by one figure.
import { SWEPT, type Mode, type Ranking, type SweptParameter } from '../request/mode.ts';
import type { Strategy } from '../request/schema.ts';
import type { RealisticFigures } from './realistic/measure.ts';
import { runRealistic, type RealisticInput } from './realistic/run.ts';
import { signalsCache } from './realistic/signals.ts';

/** More than this is a mistake in the request, not a sweep. */
const MOST_COMBINATIONS = 200_000;

export type Combination = Readonly<Partial<Record<SweptParameter, number>>>;

export interface SweepRow {
  readonly parameters: Combination;
  readonly figures: RealisticFigures;
}

export class SweepError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'SweepError';
  }
}

const WHOLE = new Set<SweptParameter>(['sma_short', 'sma_long', 'atr_period']);

/** In a fixed order: the last named parameter varies fastest, stops and targets inside the periods. */
export function combinations(sweep: NonNullable<Mode['sweep']>): Combination[] {
  let rows: Combination[] = [{}];
  for (const name of SWEPT) {
    const given = sweep[name];
    if (given === undefined) continue;
    const values = valuesOf(given);
    const bad = values.find((value) => value < 0 || (WHOLE.has(name) && !Number.isInteger(value)));
    if (bad !== undefined)
      throw new SweepError(`mode.sweep.${name}: ${bad} is not a ${WHOLE.has(name) ? 'whole ' : ''}number from 0 up`);
    if (rows.length * values.length > MOST_COMBINATIONS) {
      throw new SweepError(`mode.sweep: more than ${MOST_COMBINATIONS} combinations; take larger steps`);
    }
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value })));
  }
  return rows;
}

function valuesOf(
  given: readonly number[] | { readonly from: number; readonly to: number; readonly step: number },
): readonly number[] {
  if (!('from' in given)) return given;
  const count = Math.floor((given.to - given.from) / given.step + 1e-9) + 1;
  if (count > MOST_COMBINATIONS)
    throw new SweepError(`mode.sweep: more than ${MOST_COMBINATIONS} values; take larger steps`);
  // Steps are counted, not added up, so 0.1 + 0.1 + 0.1 stays 0.3.
  return Array.from({ length: Math.max(0, count) }, (_, i) => Number((given.from + i * given.step).toPrecision(12)));
}

export const withParameters = (strategy: Strategy, parameters: Combination): Strategy => ({
  ...strategy,
  ...parameters,
});

/** Runs some combinations on this thread. */
export function runCombinations(
  input: RealisticInput,
  rows: readonly Combination[],
  between: () => void = () => undefined,
): SweepRow[] {
  const signalsOf = signalsCache();
  const { series, aux } = input;
  const room = new Float64Array(series.length);
  return rows.map((parameters) => {
    between();
    const strategy = withParameters(input.strategy, parameters);
    const { figures } = runRealistic({ ...input, strategy }, { signals: signalsOf(series, strategy, aux), room });
    return { parameters, figures };
  });
}

/** Best first, runs that never traded last; equal ones in the order they were run. */
export function ranked(rows: readonly SweepRow[], by: Ranking): SweepRow[] {
  const score = ({ figures }: SweepRow): number => {
    if (figures.trades === 0) return -Infinity;
    const value = by === 'max_drawdown' ? -figures.max_drawdown : figures[by];
    return Number.isNaN(value) ? -Infinity : value;
  };
  return rows.toSorted((a, b) => (score(b) === score(a) ? 0 : score(b) - score(a)));
}
