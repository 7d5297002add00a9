import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { linkFiltered } from '../../link.ts';
import { views } from '../../views.ts';

export const estimatePfofImpact = endpointTool({
  endpoint: 'costs.pfofReport',
  name: 'estimate_pfof_impact',
  title: 'Estimate payment-for-order-flow cost',
  toolsets: ['trade-analytics'],
  view: views.costs,
  description: {
    minimal: 'Estimate what payment for order flow may have cost in a period.',
    rich: 'Estimate what payment for order flow may have cost in a period: a figure with low and high bounds, how the orders were routed, how sure it is, and the assumptions made. Always labelled ESTIMATE. With the fees that were charged added use {tool:get_cost_of_free}; for a single fill {tool:score_execution_quality}.',
  },
  omit: rarelyFiltered,
  describe: filterDescriptions,
  hints: READS,
  shownAt: linkFiltered('/analytics/costs'),
  conciseDrops: ['assumptions', 'methodology', 'estimate_label'],
  conciseSame: { total_pfof_impact: 'estimated_cost' },
});
