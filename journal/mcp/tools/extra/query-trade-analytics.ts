import type { CallOptions, JournalClient } from '@zorivest/contract';
import { Answer, type CallContext } from '@zorivest/kernel';
import { z } from 'zod';
import { resultCharts, type ResultChart } from '../../charts/kinds.ts';
import { journalTool, READS, type JournalApp } from '../../tool.ts';
import { views } from '../../views.ts';
import { linkFiltered } from '../../link.ts';

/** What every figure is asked with. */
const FILTER = ['account_id', 'period', 'from', 'to', 'instrument', 'tags', 'unit'] as const;

/** On every answer that has it, so that no figure stands without what it is of. */
const BASIS = ['period', 'currency', 'unit', 'time_zone', 'trade_count', 'left_out', 'problems', 'convention'] as const;

const basis: ReadonlySet<string> = new Set(BASIS);

/** In place of the conventions of all, which together are longer than their figures. */
const CONVENTION = 'Net of costs, over closed trades; the tool of each figure says how it is counted.';

interface Metric {
  readonly tool: string;
  /** Which of the shared arguments its tool takes. */
  readonly takes: readonly ('filter' | 'status' | 'trade_exec_id')[];
  /** What is answered unless fields are chosen: the figures themselves, without their footnotes. */
  readonly headline: readonly string[];
}

const METRICS = {
  round_trips: {
    tool: 'get_round_trips',
    takes: ['filter', 'status'],
    headline: ['items', 'total'],
  },
  expectancy: {
    tool: 'get_expectancy_metrics',
    takes: ['filter'],
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
  sqn: { tool: 'get_sqn', takes: ['filter'], headline: ['sqn', 'grade', 'mean_r', 'std_r', 'measure'] },
  drawdown: {
    tool: 'simulate_drawdown',
    takes: ['filter'],
    headline: ['max_drawdown', 'max_drawdown_pct', 'max_drawdown_median', 'recommended_risk_pct', 'risk_of_ruin'],
  },
  strategy_breakdown: { tool: 'get_strategy_breakdown', takes: ['filter'], headline: ['strategies'] },
  fee_breakdown: {
    tool: 'get_fee_breakdown',
    takes: ['filter'],
    headline: ['total_fees', 'by_type', 'pnl_pct'],
  },
  cost_of_free: {
    tool: 'get_cost_of_free',
    takes: ['filter'],
    headline: ['label', 'total_hidden_cost', 'pfof_component', 'fee_component'],
  },
  pfof_impact: {
    tool: 'estimate_pfof_impact',
    takes: ['filter'],
    headline: ['label', 'estimated_cost', 'low', 'high', 'confidence'],
  },
  execution_quality: {
    tool: 'score_execution_quality',
    takes: ['trade_exec_id'],
    headline: ['score', 'grade', 'slippage_estimate', 'nbbo_available'],
  },
  mistakes: {
    tool: 'get_mistake_summary',
    takes: ['filter'],
    headline: ['count', 'total_cost', 'by_category'],
  },
} as const satisfies Record<string, Metric>;

type MetricName = keyof typeof METRICS;
const names = Object.keys(METRICS) as [MetricName, ...MetricName[]];

export const queryTradeAnalytics = journalTool({
  name: 'query_trade_analytics',
  title: 'Query trade analytics',
  toolsets: [],
  view: views.results,
  description: {
    minimal: 'Get several analytics figures in one call, only the fields you need.',
    rich: 'Get several figures in one call instead of one call per figure: round trips, expectancy, SQN, drawdown, strategies, fees, routing cost, fill quality, mistakes. Without fields each metric answers with its main figures; with fields only with those. One that fails is named under errors and the others still answer. Reads only.',
  },
  input: () =>
    z.object({
      metrics: z.array(z.enum(names)).min(1).max(names.length),
      fields: z.array(z.string().min(1).max(64)).max(40).optional().describe('["*"] for all.'),
      account_id: z.string().trim().min(1).max(200).optional(),
      period: z.string().trim().max(12).optional().describe('Else each its own. ytd, YYYY …'),
      // The tools behind it check these; here they are only passed on.
      from: z.string().optional(),
      to: z.string().optional(),
      instrument: z.string().optional(),
      tags: z.string().optional(),
      unit: z.enum(['structure', 'leg']).optional(),
      status: z.enum(['open', 'closed', 'all']).optional(),
      trade_exec_id: z.string().trim().min(1).max(200).optional().describe('For execution_quality.'),
      chart: z.enum(resultCharts).optional(),
    }),
  output: () =>
    z.looseObject({
      results: z.record(z.string(), z.unknown()),
      errors: z.record(z.string(), z.object({ code: z.string(), message: z.string() })).optional(),
    }),
  hints: READS,
  shownAt: linkFiltered('/analytics/results'),
  cost: 'slow',
  conciseDrops: ['multiplier', 'payoff_ratio', 'frequency'],
  conciseSame: { gross_pnl: 'pnl+total_commission' },
  handler: async ({ metrics, fields, chart, ...shared }, { api, options, context }) => {
    const asked = [...new Set(metrics)];
    const [answers, picture] = await Promise.all([
      Promise.all(asked.map((name) => one(METRICS[name], shared, context))),
      chart === undefined ? [] : pictureOf(chart, shared, api, options),
    ]);
    const results: Record<string, Readonly<Record<string, unknown>>> = {};
    const errors: Record<string, { code: string; message: string }> = {};
    for (const [index, name] of asked.entries()) {
      const answer = answers[index];
      if (!answer) continue;
      if (answer.ok) results[name] = pickFields(answer.data, fields ?? METRICS[name].headline);
      else errors[name] = { code: answer.error.code, message: answer.error.message };
    }
    const { common, rest } = hoistCommon(results);
    const answer = { ...common, convention: CONVENTION, results: rest };
    return new Answer({ ...answer, ...(Object.keys(errors).length > 0 ? { errors } : {}) }, picture);
  },
});

type Results = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The fields with the same value in all figures, stated once. */
function hoistCommon(results: Results): { readonly common: Record<string, unknown>; readonly rest: Results } {
  const all = Object.values(results);
  const common: Record<string, unknown> = {};
  for (const key of BASIS) {
    const known = all.filter((one) => key in one);
    const [first] = known;
    if (first === undefined || known.some((one) => JSON.stringify(one[key]) !== JSON.stringify(first[key]))) continue;
    common[key] = first[key];
  }
  const without = (one: Results[string]) =>
    Object.fromEntries(Object.entries(one).filter(([key]) => !(key in common) && !PLACE.has(key)));
  return { common, rest: Object.fromEntries(Object.entries(results).map(([name, one]) => [name, without(one)])) };
}

/** Of each answer alone; the whole has its own. */
const PLACE = new Set(['link', 'demo', 'convention', 'convention_details']);

type SharedInput = Readonly<Record<string, string | undefined>>;

/** Through the whole pipeline: what is guarded and measured alone is guarded and measured here. */
function one({ tool, takes }: Metric, shared: SharedInput, context: CallContext<JournalApp>) {
  const taken = takes.flatMap((key): readonly string[] => (key === 'filter' ? FILTER : [key]));
  const args = Object.fromEntries(taken.flatMap((key) => (shared[key] === undefined ? [] : [[key, shared[key]]])));
  return context.call(tool, args);
}

/** Drawn from the same results the figures are made of. */
async function pictureOf(chart: ResultChart, shared: SharedInput, api: JournalClient, options: CallOptions) {
  const asked = Object.fromEntries(FILTER.flatMap((key) => (shared[key] === undefined ? [] : [[key, shared[key]]])));
  const [curve, { resultChart }] = await Promise.all([
    api.analytics.equityCurve({ query: asked }, options),
    import('../../charts/index.ts'),
  ]);
  return resultChart(chart, curve);
}

/** The chosen fields, at the top or inside the rows of a list. */
function pickFields(data: unknown, fields: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof data !== 'object' || data === null) return {};
  if (fields.includes('*')) return data as Readonly<Record<string, unknown>>; // an object, as the line above says
  const chosen = Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
    if (fields.includes(key) || basis.has(key)) return [[key, value]];
    if (!Array.isArray(value)) return [];
    const rows = value.map((row: unknown) => pickFromRow(row, fields)).filter((row) => row !== undefined);
    return rows.length > 0 ? [[key, rows]] : [];
  });
  return Object.fromEntries(chosen);
}

function pickFromRow(row: unknown, fields: readonly string[]): Record<string, unknown> | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const picked = Object.entries(row).filter(([key]) => fields.includes(key));
  return picked.length > 0 ? Object.fromEntries(picked) : undefined;
}
