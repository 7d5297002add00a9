import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { views } from '../../views.ts';
import { linkFiltered } from '../../link.ts';

export const getFeeBreakdown = endpointTool({
  endpoint: 'costs.fees',
  name: 'get_fee_breakdown',
  title: 'Fee breakdown',
  toolsets: ['trade-analytics'],
  view: views.costs,
  description: {
    minimal: 'Split fees by kind and broker, and show them as a share of the result.',
    rich: 'Split the fees of a period by kind and by broker, and show them per trade and as a share of the result. These are fees that were charged; the hidden cost of free routing is estimated by {tool:estimate_pfof_impact}, both together by {tool:get_cost_of_free}.',
  },
  omit: { ...rarelyFiltered, with_months: 'bars in a page of the app' },
  describe: filterDescriptions,
  hints: READS,
  shownAt: linkFiltered('/analytics/costs'),
});
