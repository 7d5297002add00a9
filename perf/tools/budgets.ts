// budgets.check
import { toolsFor } from '@zorivest/kernel';
import { z } from 'zod';
import { type BudgetCheck, checkBudgets } from '../budgets/check.ts';
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

export const budgetsCheck = defineTool({
  name: 'budgets_check',
  title: 'Check budgets',
  toolsets: ['perf'],
  view: views.budgets,
  description: {
    minimal: 'Check a snapshot against the budgets in mcp-perf.yaml: which endpoints are over.',
    rich: 'Measures each endpoint that a route pattern under budgets: in mcp-perf.yaml matches, against its limits: queries_per_request, endpoint_p95_ms, query_total_ms (per request), memory_mb. ok is false when anything is over; what could not be measured and patterns without endpoints are named. {tool:analysis_run} says why it is slow.',
  },
  synonyms: ['limits', 'CI', 'gate', 'threshold', 'slo'],
  input: z.object({ ...snapshotParams, ...correlation }),
  output: answering<BudgetCheck & WithCorrelation>(
    z.looseObject({
      normalized_snapshot_id: z.string(),
      ok: z.boolean(),
      summary: z.looseObject({ checked: z.number(), over: z.number(), unmeasured: z.number() }),
      over: rows,
      within: rows,
      unmeasured: rows,
      unmatched: z.array(z.string()),
      correlation_id: z.string(),
    }),
  ),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  methods: ['budgets.check'],
  handler: async (input, { app, correlationId }) => {
    const { budgets } = app.config;
    if (Object.keys(budgets).length === 0)
      throw refusal(
        'There are no budgets. Add them to mcp-perf.yaml, for example: budgets: { "/shop/*": { queries_per_request: 30, endpoint_p95_ms: 300 } }.',
        [{ path: 'budgets', message: 'are not configured' }],
      );
    return {
      ...checkBudgets(await snapshotFor(app.store, chosenId(input)), budgets),
      correlation_id: correlationOf(input, correlationId),
    };
  },
});
