import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, NETWORK_MS, READS } from '../../tool.ts';
import { accountId, execId, period } from '../parameters.ts';

/** What every figure of the service carries beside the figure itself. */
const FOOTNOTES = ['convention', 'left_out', 'problems'];

export const getFeeBreakdown = journalTool({
  name: 'get_fee_breakdown',
  title: 'Fee breakdown',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Split fees by kind and broker, and show them as a share of the result.',
    rich: 'Split the fees of a period by kind (commission, exchange, regulatory, ECN, clearing, platform) and by broker, and show them per trade and as a share of the result. These are fees that were charged; the hidden cost of free routing is estimated by {estimate_pfof_impact}, both together by {get_cost_of_free}.',
  },
  synonyms: [
    'commissions paid',
    'how much in fees',
    'trading costs',
    'broker charges',
    'exchange fees',
    'fees eating profit',
    'commission',
    'fees',
    'charges',
    'costs this year',
    'how much to brokers',
    'what do I pay',
    'regulatory fee',
    'expense',
    'too expensive',
    'fees too high',
    'cost me in fees',
    'paid my broker',
  ],
  input: () => z.object({ account_id: accountId, period: period('ytd') }),
  output: () => contract.costs.fees.response,
  hints: READS,
  conciseDrops: FOOTNOTES,
  handler: (query, { api, options }) => api.costs.fees({ query }, options),
});

export const scoreExecutionQuality = journalTool({
  name: 'score_execution_quality',
  title: 'Score a fill',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Grade one fill A to F against the market quote of its moment: slippage, improvement.',
    rich: 'Grade one fill from A to F against the best bid and offer of its moment: slippage in basis points and dollars, price improvement, effective spread. Needs quote data; without it the answer says so instead of guessing. For the price path after entry use {enrich_trade_excursion}; for routing cost {estimate_pfof_impact}.',
  },
  synonyms: [
    'slippage',
    'good fill',
    'price improvement',
    'NBBO',
    'spread paid',
    'was my fill fair',
    'bad fill',
    'fill quality',
    'execution grade',
    'bad price',
    'overpaid',
    'versus the quote',
    'bid ask',
    'best price',
    'ripped off',
    'fair price',
    'price I got',
    'executed well',
    'front run',
    'good entry price',
  ],
  input: () => z.object({ trade_exec_id: execId }),
  output: () => contract.costs.executionQuality.response,
  hints: READS,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['convention', 'problems'],
  handler: ({ trade_exec_id }, { api, options }) =>
    api.costs.executionQuality({ query: { trade_id: trade_exec_id } }, options),
});

export const estimatePfofImpact = journalTool({
  name: 'estimate_pfof_impact',
  title: 'Estimate payment-for-order-flow cost',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Estimate what payment for order flow may have cost an account in a period.',
    rich: 'Estimate what payment for order flow may have cost one account in a period: a figure with low and high bounds, how the orders were routed, how sure it is, and the assumptions made. Always labelled ESTIMATE. With the fees that were charged added use {get_cost_of_free}; for a single fill {score_execution_quality}.',
  },
  synonyms: [
    'PFOF',
    'order routing',
    'hidden spread',
    'robinhood routing',
    'internalizer',
    'market maker',
    'free broker',
    'payment for order flow',
    'sells my orders',
    'zero commission routing',
    'order flow',
    'citadel',
    'broker sells orders',
    'routing cost',
  ],
  input: () =>
    z.object({
      account_id: z.string().trim().min(1).max(200).describe('Account.'),
      period: period('ytd'),
    }),
  output: () => contract.costs.pfofReport.response,
  hints: READS,
  conciseDrops: [
    ...FOOTNOTES,
    'assumptions',
    'methodology',
    'estimate_label',
    'total_pfof_impact',
    'notional_analyzed',
  ],
  handler: (query, { api, options }) => api.costs.pfofReport({ query }, options),
});

export const getCostOfFree = journalTool({
  name: 'get_cost_of_free',
  title: 'Cost of free trading',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Add up charged fees and the estimated hidden cost of commission-free trading.',
    rich: 'Add up what trading cost in a period: the fees that were charged and the estimated cost of commission-free routing, per trade and as a share of gross profit, and what the same trades would have cost under other fee schedules. An estimate. The parts alone: {get_fee_breakdown} and {estimate_pfof_impact}.',
  },
  synonyms: [
    'commission free',
    'hidden cost',
    'true cost',
    'total cost of trading',
    'compare brokers',
    'cheaper broker',
    'free trading',
    'no commission',
    'really cost',
    'all in cost',
    'what trading costs me',
    'switch broker',
    'save on costs',
    'really free',
    'is it free',
    'robinhood free',
    'cheap broker',
    'total costs',
  ],
  input: () => z.object({ account_id: accountId, period: period('ytd') }),
  output: () => contract.costs.costOfFree.response,
  hints: READS,
  conciseDrops: [...FOOTNOTES, 'assumptions', 'what_if'],
  handler: (query, { api, options }) => api.costs.costOfFree({ query }, options),
});
