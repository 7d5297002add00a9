import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { linkFiltered } from '../../link.ts';
import { views } from '../../views.ts';

export const getCostOfFree = endpointTool({
  endpoint: 'costs.costOfFree',
  name: 'get_cost_of_free',
  title: 'Cost of free trading',
  toolsets: ['trade-analytics'],
  view: views.costs,
  description: {
    minimal: 'Add up charged fees and the estimated hidden cost of commission-free trading.',
    rich: 'Add up what trading cost in a period: the fees that were charged and the estimated cost of commission-free routing, per trade and as a share of gross profit. An estimate. The parts alone: {tool:get_fee_breakdown} and {tool:estimate_pfof_impact}.',
  },
  omit: rarelyFiltered,
  describe: filterDescriptions,
  hints: READS,
  shownAt: linkFiltered('/analytics/costs'),
  conciseDrops: ['assumptions'],
});
