// The answer of a sweep: its best runs, and how trustworthy they are. A separate table holds every run.
import { fateOf, type Fate } from '../realistic/measure.ts';
import type { Ranking } from '../request/mode.ts';
import type { Axis } from './combinations.ts';
import { buildHeatMap, type HeatMap } from './heat-map.ts';
import {
  judgeChoice,
  rankRuns,
  evidenceOf,
  type Judgement,
  type SweepRow,
  type ChoiceEvidence,
  type TriedRow,
} from './run.ts';

/** How many of the best an answer lists. */
export const LISTED_RUNS = 50;

export interface SweepDetails extends Judgement {
  /** After the constraint. */
  readonly runs: number;
  readonly rank_by: string;
  readonly best: readonly (SweepRow & { readonly outcome: Fate })[];
  readonly heat_map?: HeatMap;
  readonly warning: string;
}

/** What is left of all runs once they are ranked. */
export interface RankedRuns extends ChoiceEvidence {
  /** The best, best first, as many as are listed. */
  readonly first: readonly SweepRow[];
  readonly heatMap: HeatMap | undefined;
}

export function sweepDetails(runs: RankedRuns, by: Ranking): SweepDetails {
  const judgement = judgeChoice(runs);
  return {
    runs: judgement.trials,
    rank_by: by,
    ...judgement,
    warning:
      judgement.trials < 2
        ? 'One run: nothing was chosen.'
        : `The best of ${judgement.trials} runs is the largest of ${judgement.trials} figures, part of it luck: see deflated_sharpe (near 1 is good) and pbo (near 0 is good).`,
    best: runs.first.map(({ parameters, figures }) => ({ parameters, outcome: fateOf(figures), figures })),
    ...(runs.heatMap ? { heat_map: runs.heatMap } : {}),
  };
}

/** Ranks runs that are all in memory, in whatever order they come. */
export function rankInMemory(tried: readonly TriedRow[], axes: readonly Axis[], by: Ranking): RankedRuns {
  const rows = rankRuns(tried, by);
  const map = buildHeatMap(axes, by);
  for (const { parameters, figures } of rows) map.add(parameters, figures);
  return { ...evidenceOf(rows), first: rows.slice(0, LISTED_RUNS), heatMap: map.finish() };
}
