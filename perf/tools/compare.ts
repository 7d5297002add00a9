// analysis.compare
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { compareSnapshots, type Comparison } from '../compare/compare.ts';
import {
  answering,
  type WithCorrelation,
  correlation,
  correlationOf,
  type PerfApp,
  rows,
  snapshotsFor,
} from './app.ts';
import { views } from './views.ts';

const defineTool = toolsFor<PerfApp>();

export const analysisCompare = defineTool({
  name: 'analysis_compare',
  title: 'Compare two states',
  toolsets: ['perf'],
  view: views.comparison,
  description: {
    minimal: 'Compare two snapshots: what fails, is slower, faster, new or gone, and how certain that is.',
    rich: 'Compares a candidate with a baseline: failures and changed statuses, medians, memory, time of functions, and of queries the time, runs and total per request. New work counts like grown work. Several snapshots of a state, or several timings files in one, show how far runs of the same code differ. has_regressions is a gate.',
  },
  synonyms: ['diff', 'regression', 'before and after', 'gate'],
  input: z.object({
    baseline_snapshot_id: z
      .string()
      .describe('The old state: a snapshot, a time (2026-11-16, from..to, @host), or several separated by commas.'),
    candidate_snapshot_id: z.string().describe('The new state, in the same form.'),
    min_change: z
      .number()
      .min(0)
      .max(1, 'is a share, not a percentage: 0.1 is 10 %')
      .optional()
      .describe('Smallest relative change of a time that counts; 0.1 is 10 %.'),
    details: z.boolean().optional().describe('Up to 100 rows a list instead of the ten that matter most.'),
    ...correlation,
  }),
  output: answering<Comparison & WithCorrelation>(
    z.looseObject({
      baseline_snapshot_id: z.string(),
      candidate_snapshot_id: z.string(),
      has_regressions: z.boolean(),
      summary: z.looseObject({}),
      failures: rows,
      regressions: rows,
      slower: rows,
      faster: rows,
      improvements: rows,
      new: rows,
      gone: rows,
      correlation_id: z.string(),
    }),
  ),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['analysis.compare'],
  handler: async (input, { app, correlationId }) => {
    const baseline = await snapshotsFor(app.store, input.baseline_snapshot_id, 'baseline_snapshot_id');
    const candidate = await snapshotsFor(app.store, input.candidate_snapshot_id, 'candidate_snapshot_id');
    const comparison = compareSnapshots(baseline, candidate, input.min_change);
    return {
      ...(input.details === true ? comparison : shorten(comparison)),
      correlation_id: correlationOf(input, correlationId),
    };
  },
});

const SHOWN = 10;

/** Limits the rows; `summary` still counts all of them. */
function shorten(comparison: Comparison): Comparison {
  const first = <T>(list: readonly T[]) => list.slice(0, SHOWN);
  const { failures, regressions, slower, faster, improvements, new: added, gone } = comparison;
  return {
    ...comparison,
    failures: first(failures),
    regressions: first(regressions),
    slower: first(slower),
    faster: first(faster),
    improvements: first(improvements),
    new: first(added),
    gone: first(gone),
  };
}
