// What trading costs: the fees that were charged, and estimates of what was not shown.
import { z } from 'zod';
import { grades, routingTypes } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { idText, queryFlag } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { basis, figureBasis, maybe, maybeMoney, maybeRatio, money, over, problem, ratio } from './figures.ts';

const feeRows = once(() => z.array(z.object({ type: z.string(), amount: money, share: ratio })));

export const costs = resource('leaves-trades', {
  fees: () => ({
    method: 'GET',
    path: '/fees/summary',
    summary: 'Fees by kind and broker, and as a share of the result',
    query: over('ytd').extend({ with_months: queryFlag(false).describe('Also by the month they were charged in') }),
    response: z.object({
      ...basis(),
      execution_count: z.int(),
      total_fees: money,
      by_type: feeRows(),
      by_broker: z.array(z.object({ broker: z.string(), amount: money })),
      by_month: z
        .array(z.object({ month: z.string(), amount: money }))
        .optional()
        .describe('There with `with_months`: YYYY-MM, the oldest first; together they are total_fees'),
      pnl_pct: maybeRatio,
      per_trade: maybeMoney.describe('total_fees / trade_count'),
    }),
    role: 'read-only',
  }),
  executionQuality: () => ({
    method: 'GET',
    path: '/analytics/execution-quality',
    summary: 'Grade one fill against the quote of its moment',
    description: 'The quote is the last one stored in the book within a minute before the fill, or the one given here.',
    query: z
      .object({
        trade_id: idText,
        bid: z.coerce.number<number>().gt(0).max(1e13).optional(),
        ask: z.coerce.number<number>().gt(0).max(1e13).optional(),
      })
      .refine(({ bid, ask }) => (bid === undefined) === (ask === undefined), 'bid and ask come together'),
    response: z.object({
      trade_id: z.string(),
      nbbo_available: z.boolean(),
      score: maybe,
      grade: z.enum(grades).nullable(),
      slippage_bps: maybe,
      slippage_estimate: maybe,
      price_improvement: maybe,
      effective_spread: maybe,
      fill_vs_mid: maybe,
      quote_source: z.string().nullable(),
      quote_age_seconds: maybe,
      ...figureBasis(),
      problems: z.array(problem()),
    }),
    errors: [404],
    role: 'read-only',
  }),
  pfofReport: () => ({
    method: 'GET',
    path: '/analytics/pfof-report',
    summary: 'An estimate of what payment for order flow may have cost',
    query: over('ytd'),
    response: z.object({
      ...basis(),
      execution_count: z.int(),
      label: z.literal('ESTIMATE'),
      estimate_label: z.literal('ESTIMATE'),
      estimated_cost: money,
      total_pfof_impact: money,
      low: money,
      high: money,
      routing_type: z.enum(routingTypes).nullable(),
      confidence: z.enum(['low', 'medium']),
      trades_analyzed: z.int().describe('Executions'),
      notional_analyzed: money,
      assumptions: z.array(z.string()),
      methodology: z.string(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  costOfFree: () => ({
    method: 'GET',
    path: '/analytics/cost-of-free',
    summary: 'Fees paid plus the estimated cost of free routing',
    query: over('ytd'),
    response: z.object({
      ...basis(),
      execution_count: z.int(),
      label: z.literal('ESTIMATE'),
      total_hidden_cost: money,
      pfof_component: money,
      fee_component: money,
      breakdown: z.array(z.object({ component: z.string(), kind: z.enum(['explicit', 'implicit']), amount: money })),
      per_trade: maybeMoney.describe('total_hidden_cost / trade_count'),
      pct_of_gross_pnl: maybeRatio,
      what_if: z.array(z.object({ schedule: z.string(), commission: money, slippage: money, total: money })),
      assumptions: z.array(z.string()),
    }),
    role: 'read-only',
  }),
});
