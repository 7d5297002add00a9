import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { views } from '../../views.ts';
import { linkFiltered } from '../../link.ts';

export const getSqn = endpointTool({
  endpoint: 'analytics.sqn',
  name: 'get_sqn',
  title: 'System Quality Number',
  toolsets: ['trade-analytics'],
  view: views.results,
  description: {
    minimal: 'System Quality Number (SQN) of the closed trades, with its grade.',
    rich: "Van Tharp's System Quality Number over closed round trips, net of fees: mean result over its deviation times the root of the number of trades, with a grade from Poor to Holy Grail. In R where every trade has a recorded risk, else in dollars. For win rate and expectancy use {tool:get_expectancy_metrics}.",
  },
  omit: rarelyFiltered,
  describe: filterDescriptions,
  hints: READS,
  shownAt: linkFiltered('/analytics/r'),
});
