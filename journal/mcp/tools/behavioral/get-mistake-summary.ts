import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { views } from '../../views.ts';
import { linkFiltered } from '../../link.ts';

export const getMistakeSummary = endpointTool({
  endpoint: 'mistakes.summary',
  name: 'get_mistake_summary',
  title: 'Mistake summary',
  toolsets: ['behavioral'],
  view: views.costs,
  description: {
    minimal: 'Tagged mistakes: cost by category and month, effect on win rate.',
    rich: 'Sum up the mistakes tagged in a period: how many and what they cost by category, how that develops by month, and the win rate of trades with and without a mistake. To tag one use {tool:track_mistake}; for results regardless of mistakes {tool:get_expectancy_metrics}.',
  },
  omit: rarelyFiltered,
  describe: filterDescriptions,
  hints: READS,
  shownAt: linkFiltered('/analytics/behaviour'),
});
