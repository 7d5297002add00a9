// analysis.run
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { type ConciseAnalysis, conciseOf } from '../analysis/concise.ts';
import { type Analysis, analyse } from '../analysis/run.ts';
import { thresholdsFrom } from '../analysis/findings/thresholds.ts';
import type { Snapshot } from '../model/snapshot.ts';
import {
  answering,
  chosenId,
  type WithCorrelation,
  correlation,
  correlationOf,
  type PerfApp,
  refusal,
  rows,
  snapshotFor,
  snapshotParams,
} from './app.ts';
import { views } from './views.ts';

const defineTool = toolsFor<PerfApp>();

const DEFAULT_TOP = 5;
const MOST_TOP = 20;

export const analysisParams = {
  ...snapshotParams,
  top_n: z.int().catch(DEFAULT_TOP).optional().describe('Rows per ranking, 1 to 20; 5 unless given.'),
  thresholds: z
    .unknown()
    .optional()
    .describe(
      'Bounds in ms per metric: {"endpoint_wall_ms":{"P0":2000,"P1":1000,"P2":400}}; also endpoint_ttfb_ms, query_total_time_ms, span_self_ms, span_total_ms.',
    ),
  ...correlation,
};

export interface AnalysisInput {
  readonly top_n?: number | undefined;
  readonly thresholds?: unknown;
}

export function analysisOf(snapshot: Snapshot, input: AnalysisInput): Analysis {
  const result = thresholdsFrom(input.thresholds);
  if (!result.ok) {
    const list = result.faults.map(({ path, message }) => `${path} ${message}`).join('; ');
    throw refusal(`The thresholds are not valid: ${list}.`, result.faults);
  }
  const top = Math.min(MOST_TOP, Math.max(1, input.top_n ?? DEFAULT_TOP));
  return analyse(snapshot, { top_n: top, thresholds: result.thresholds, thresholdsInput: input.thresholds });
}

export const analysisRun = defineTool({
  name: 'analysis_run',
  title: 'Analyse a snapshot',
  toolsets: ['perf'],
  view: views.findings,
  description: {
    minimal: 'Rank slow endpoints, functions and queries of a snapshot; findings with evidence.',
    rich: 'Ranks endpoints by p95 over all their samples, functions by exclusive and inclusive time, queries by share of total time; links queries to endpoints by time. Each row over a threshold becomes a finding (P0 worst). Answers with the first findings, their evidence and next step; details: true gives every row and step. {tool:report_export} writes them to a file.',
  },
  synonyms: ['slow', 'bottleneck', 'performance', 'hotspot', 'n+1'],
  input: z.object({
    ...analysisParams,
    details: z.boolean().optional().describe('Every row, threshold and evidence instead of the first findings.'),
  }),
  output: answering<(Analysis | ConciseAnalysis) & WithCorrelation>(
    z.looseObject({
      normalized_snapshot_id: z.string(),
      summary: z.looseObject({ finding_count: z.number() }),
      findings: rows,
      aggregates: z.looseObject({ top_endpoints: rows, top_spans: rows, top_queries: rows }).optional(),
      correlation_id: z.string(),
    }),
  ),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  task: 'optional',
  onRestart: 'run_again',
  methods: ['analysis.run'],
  handler: async (input, { app, correlationId }) => {
    const analysis = analysisOf(await snapshotFor(app.store, chosenId(input)), input);
    return {
      ...(input.details === true ? analysis : conciseOf(analysis)),
      correlation_id: correlationOf(input, correlationId),
    };
  },
});
