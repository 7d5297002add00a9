import type { CallOptions, JournalClient } from '@zorivest/contract';
import { Answer, type CallContext } from '@zorivest/kernel';
import { z } from 'zod';
import { resultCharts, type ResultChart } from '../../charts/kinds.ts';
import { journalTool, READS, type JournalApp } from '../../tool.ts';
import { described } from '../../parameters.ts';

interface Metric {
  readonly tool: string;
  /** Which of the shared arguments its tool takes. */
  readonly takes: readonly ('account_id' | 'period' | 'status' | 'trade_exec_id')[];
  /** What is answered unless fields are chosen: the figures themselves, without their footnotes. */
  readonly headline: readonly string[];
}

const METRICS = {
  round_trips: {
    tool: 'get_round_trips',
    takes: ['account_id', 'status'],
    headline: ['items', 'total'],
  },
  expectancy: {
    tool: 'get_expectancy_metrics',
    takes: ['account_id', 'period'],
    headline: [
      'trade_count',
      'win_rate',
      'avg_win',
      'avg_loss',
      'expectancy',
      'profit_factor',
      'kelly_fraction',
      'total_pnl',
    ],
  },
  sqn: { tool: 'get_sqn', takes: ['account_id', 'period'], headline: ['sqn', 'grade', 'mean_r', 'std_r', 'unit'] },
  drawdown: {
    tool: 'simulate_drawdown',
    takes: ['account_id'],
    headline: ['max_drawdown', 'max_drawdown_pct', 'max_drawdown_median', 'recommended_risk_pct', 'risk_of_ruin'],
  },
  strategy_breakdown: { tool: 'get_strategy_breakdown', takes: ['account_id'], headline: ['strategies'] },
  fee_breakdown: {
    tool: 'get_fee_breakdown',
    takes: ['account_id', 'period'],
    headline: ['total_fees', 'by_type', 'pnl_pct'],
  },
  cost_of_free: {
    tool: 'get_cost_of_free',
    takes: ['account_id', 'period'],
    headline: ['label', 'total_hidden_cost', 'pfof_component', 'fee_component'],
  },
  pfof_impact: {
    tool: 'estimate_pfof_impact',
    takes: ['account_id', 'period'],
    headline: ['label', 'estimated_cost', 'low', 'high', 'confidence'],
  },
  execution_quality: {
    tool: 'score_execution_quality',
    takes: ['trade_exec_id'],
    headline: ['score', 'grade', 'slippage_estimate', 'nbbo_available'],
  },
  mistakes: {
    tool: 'get_mistake_summary',
    takes: ['account_id', 'period'],
    headline: ['count', 'total_cost', 'by_category'],
  },
} as const satisfies Record<string, Metric>;

type MetricName = keyof typeof METRICS;
const names = Object.keys(METRICS) as [MetricName, ...MetricName[]];

export const queryTradeAnalytics = journalTool({
  name: 'query_trade_analytics',
  title: 'Query trade analytics',
  toolsets: [],
  description: {
    minimal: 'Get several analytics figures in one call, only the fields you need.',
    rich: 'Get several figures in one call instead of one call per figure: round trips, expectancy, SQN, drawdown, strategies, fees, routing cost, fill quality, mistakes. Without fields each metric answers with its main figures; with fields only with those. One that fails is named under errors and the others still answer. Reads only.',
  },
  input: () =>
    z.object({
      metrics: z.array(z.enum(names)).min(1).max(names.length).describe('Which figures.'),
      fields: z.array(z.string().min(1).max(64)).max(40).optional().describe('Only these fields; ["*"] for all.'),
      account_id: described(z.string().trim().min(1).max(200), 'account_id').optional(),
      period: z.string().trim().max(10).optional().describe('ytd, all, 30d, YYYY …'),
      status: z.enum(['open', 'closed', 'all']).optional().describe('For round_trips.'),
      trade_exec_id: z.string().trim().min(1).max(200).optional().describe('For execution_quality.'),
      chart: z.enum(resultCharts).optional().describe('Adds a picture.'),
    }),
  output: () =>
    z.object({
      results: z.record(z.string(), z.unknown()),
      errors: z.record(z.string(), z.object({ code: z.string(), message: z.string() })).optional(),
    }),
  hints: READS,
  cost: 'slow',
  conciseDrops: ['gross_pnl', 'multiplier', 'currency', 'open_quantity', 'payoff_ratio', 'frequency'],
  handler: async ({ metrics, fields, chart, ...shared }, { api, options, context }) => {
    const asked = [...new Set(metrics)];
    const [answers, picture] = await Promise.all([
      Promise.all(asked.map((name) => one(METRICS[name], shared, context))),
      chart === undefined ? [] : pictureOf(chart, shared, api, options),
    ]);
    const results: Record<string, unknown> = {};
    const errors: Record<string, { code: string; message: string }> = {};
    for (const [index, name] of asked.entries()) {
      const answer = answers[index];
      if (!answer) continue;
      if (answer.ok) results[name] = picked(answer.data, fields ?? METRICS[name].headline);
      else errors[name] = { code: answer.error.code, message: answer.error.message };
    }
    return new Answer({ results, ...(Object.keys(errors).length > 0 ? { errors } : {}) }, picture);
  },
});

type Shared = Readonly<Record<string, string | undefined>>;

/** Through the whole pipeline: what is guarded and measured alone is guarded and measured here. */
function one({ tool, takes }: Metric, shared: Shared, context: CallContext<JournalApp>) {
  const args = Object.fromEntries(takes.flatMap((key) => (shared[key] === undefined ? [] : [[key, shared[key]]])));
  return context.call(tool, args);
}

/** Drawn from the same results the figures are made of. */
async function pictureOf(
  chart: ResultChart,
  { account_id, period = 'all' }: Shared,
  api: JournalClient,
  options: CallOptions,
) {
  const [curve, { resultChart }] = await Promise.all([
    api.analytics.equityCurve({ query: { period, ...(account_id === undefined ? {} : { account_id }) } }, options),
    import('../../charts/index.ts'),
  ]);
  return resultChart(chart, curve);
}

/** The chosen fields, at the top or inside the rows of a list. */
function picked(data: unknown, fields: readonly string[]): unknown {
  if (fields.includes('*') || typeof data !== 'object' || data === null) return data;
  const chosen = Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
    if (fields.includes(key)) return [[key, value]];
    if (!Array.isArray(value)) return [];
    const rows = value.map((row: unknown) => pickedRow(row, fields)).filter((row) => row !== undefined);
    return rows.length > 0 ? [[key, rows]] : [];
  });
  return Object.fromEntries(chosen);
}

function pickedRow(row: unknown, fields: readonly string[]): Record<string, unknown> | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const kept = Object.entries(row).filter(([key]) => fields.includes(key));
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}
