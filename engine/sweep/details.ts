// What a sweep answers: its best runs, what they are worth, and every run for whoever wants to look.
import { fateOf, type Fate } from '../realistic/measure.ts';
import type { Ranking } from '../request/mode.ts';
import { packGrid } from './grid.ts';
import { heatMap, type HeatMap } from './heat-map.ts';
import { judgeChoice, rankRuns, type Judgement, type SweepRow, type TriedRow } from './run.ts';

const LISTED_RUNS = 50;

export interface SweepDetails extends Judgement {
  /** After the constraint. */
  readonly runs: number;
  readonly rank_by: string;
  readonly best: readonly (SweepRow & { readonly outcome: Fate })[];
  readonly heat_map?: HeatMap;
  readonly warning: string;
}

/** `tried` in any order. */
export function sweepDetails(tried: readonly TriedRow[], by: Ranking): { details: SweepDetails; grid: string } {
  const rows = rankRuns(tried, by);
  const judgement = judgeChoice(rows);
  const map = heatMap(rows, by);
  const details: SweepDetails = {
    runs: judgement.trials,
    rank_by: by,
    ...judgement,
    warning:
      judgement.trials < 2
        ? 'One run: nothing was chosen.'
        : `The best of ${judgement.trials} runs is the largest of ${judgement.trials} figures, part of it luck: see deflated_sharpe (near 1 is good) and pbo (near 0 is good).`,
    best: rows
      .slice(0, LISTED_RUNS)
      .map(({ parameters, figures }) => ({ parameters, outcome: fateOf(figures), figures })),
    ...(map ? { heat_map: map } : {}),
  };
  return { details, grid: packGrid(rows) };
}
