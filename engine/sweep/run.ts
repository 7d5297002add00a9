// Runs the combinations of a sweep, ranks them, and says what the best of them is worth.
import type { Mode, Ranking } from '../request/mode.ts';
import { fateOf, type RealisticFigures } from '../realistic/measure.ts';
import { runRealistic, type RealisticInput } from '../realistic/run.ts';
import { signalsCache } from '../realistic/signals.ts';
import { sample, withParameters, type Combination } from './combinations.ts';
import { blocksOf, deflatedSharpe, probabilityOfOverfitting, shapeOf, type Shape } from './overfitting.ts';

/** As many runs as the probability of overfitting is taken over; of more, so many are drawn. */
const MOST_JUDGED = 10_000;
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
  return rows.toSorted((a, b) => place(a) - place(b) || compare(score(b, by), score(a, by)));
}

/** What lived comes before what was ruined, whatever the figures say. */
const place = ({ figures }: SweepRow) => (fateOf(figures) === 'lived' ? 0 : 1);
const compare = (a: number, b: number) => (a === b ? 0 : a - b);

function score({ figures }: SweepRow, by: Ranking): number {
  if (figures.trades === 0) return -Infinity;
  const value = by === 'max_drawdown' || by === 'ulcer' ? -figures[by] : ofAnySpan(figures, by);
  return Number.isNaN(value) ? -Infinity : value;
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

/** `rows` best first. */
export function judgeChoice(rows: readonly TriedRow[]): Judgement {
  const [best] = rows;
  if (best === undefined) return { deflated_sharpe: null, pbo: null, trials: 0 };
  return {
    deflated_sharpe: deflatedSharpe(
      best.shape,
      rows.map(({ shape }) => shape.sharpe),
    ),
    pbo: probabilityOfOverfitting(
      rows.flatMap(({ blocks }) => (blocks === undefined ? [] : [blocks])),
      best.shape.periods,
    ),
    trials: rows.length,
  };
}
