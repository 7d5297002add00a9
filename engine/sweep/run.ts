// Runs the combinations of a sweep, ranks them, and says what the best of them is worth.
import type { Mode, Ranking } from '../request/mode.ts';
import { fateOf, type RealisticFigures } from '../realistic/measure.ts';
import { runRealistic, type RealisticInput } from '../realistic/run.ts';
import { signalsCache } from '../realistic/signals.ts';
import { sample, withParameters, type Combination } from './combinations.ts';
import {
  blocksOf,
  deflatedSharpe,
  probabilityOfOverfitting,
  shapeOf,
  spreadOf,
  type Shape,
  type SharpeSpread,
} from './overfitting.ts';

/** The most runs that the probability of overfitting is taken over; of more, this many are drawn. */
export const MOST_JUDGED = 10_000;
const DEFAULT_SEED = 1;

export interface SweepRow {
  readonly parameters: Combination;
  readonly figures: RealisticFigures;
}

/** A row with what is needed to judge the choice of the best. */
export interface TriedRow extends SweepRow {
  readonly shape: Shape;
  /** Absent where days are too few, or the run was not drawn. */
  readonly blocks?: Float64Array | undefined;
}

/** A combination to run, and whether it takes part in judging the choice. */
export interface Trial {
  readonly parameters: Combination;
  readonly judged: boolean;
}

export function trialsOf(rows: readonly Combination[], mode: Mode): Trial[] {
  if (rows.length <= MOST_JUDGED) return rows.map((parameters) => ({ parameters, judged: true }));
  const judged = new Set(sample(rows, MOST_JUDGED, mode.search?.seed ?? DEFAULT_SEED));
  return rows.map((parameters) => ({ parameters, judged: judged.has(parameters) }));
}

/** Runs some combinations on this thread. */
export function runTrials(
  input: RealisticInput,
  trials: readonly Trial[],
  between: () => void = () => undefined,
): TriedRow[] {
  const signalsOf = signalsCache();
  const { series } = input;
  const room = new Float64Array(series.length);
  return trials.map(({ parameters, judged }) => {
    between();
    const run = { ...input, strategy: withParameters(input.strategy, parameters) };
    const { figures, days } = runRealistic(run, { signals: signalsOf(run), room });
    return {
      parameters,
      figures,
      shape: shapeOf(days.returns),
      ...(judged ? { blocks: blocksOf(days.returns) } : {}),
    };
  });
}

/** Best first, runs that never traded behind, ruined ones last; equal ones in the order they were run. */
export function rankRuns<T extends SweepRow>(rows: readonly T[], by: Ranking): T[] {
  return rows.toSorted((a, b) => {
    const [first, second] = [scoreOf(a.figures, by), scoreOf(b.figures, by)];
    return first === second ? 0 : second - first;
  });
}

/** Below every figure, above what was ruined. */
const SAYS_NOTHING = -Number.MAX_VALUE;
const RUINED = -Infinity;

/**
 * The one rule of who comes first, as a number: the higher the better. Runs that say nothing are below all others, and what
 * lived comes before what was ruined, whatever the figures say.
 */
export function scoreOf(figures: RealisticFigures, by: Ranking): number {
  if (fateOf(figures) === 'ruined') return RUINED;
  if (figures.trades === 0) return SAYS_NOTHING;
  const value = by === 'max_drawdown' || by === 'ulcer' ? -figures[by] : ofAnySpan(figures, by);
  return Number.isNaN(value) ? SAYS_NOTHING : Math.max(SAYS_NOTHING, value);
}

/** Under a year there is no CAGR; over the same span the return itself puts runs in the same order. */
function ofAnySpan(figures: RealisticFigures, by: Ranking): number {
  if (!Number.isNaN(figures[by])) return figures[by];
  if (by === 'cagr') return figures.return;
  return by === 'calmar' ? figures.return / figures.max_drawdown : NaN;
}

/** What the best of many runs is worth. */
export interface Judgement {
  readonly deflated_sharpe: number | null;
  /** Probability of backtest overfitting. */
  readonly pbo: number | null;
  /** How many runs the best was chosen from. */
  readonly trials: number;
}

export function judgeChoice({ best, tried, blocks }: ChoiceEvidence): Judgement {
  if (best === undefined) return { deflated_sharpe: null, pbo: null, trials: 0 };
  return {
    deflated_sharpe: deflatedSharpe(best.shape, tried),
    pbo: probabilityOfOverfitting(blocks, best.shape.periods),
    trials: tried.count,
  };
}

/** The figures from which the choice of the best run is judged. */
export interface ChoiceEvidence {
  /** Absent when nothing was run. */
  readonly best: { readonly shape: Shape } | undefined;
  readonly tried: SharpeSpread;
  /** Of the runs that were drawn for it. */
  readonly blocks: readonly Float64Array[];
}

/** `rows` best first. */
export const evidenceOf = (rows: readonly TriedRow[]): ChoiceEvidence => ({
  best: rows[0],
  tried: spreadOf(rows.map(({ shape }) => shape.sharpe)),
  blocks: rows.flatMap(({ blocks }) => (blocks === undefined ? [] : [blocks])),
});
