import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { views } from '../../views.ts';
import { linkFiltered } from '../../link.ts';

export const getStrategyBreakdown = endpointTool({
  endpoint: 'analytics.strategyBreakdown',
  name: 'get_strategy_breakdown',
  title: 'Results by strategy',
  toolsets: ['trade-analytics'],
  view: views.strategies,
  description: {
    minimal: 'P&L, win rate and expectancy per strategy tag, to see which setups pay.',
    rich: 'Results per strategy: trades, total P&L, win rate, expectancy and profit factor for each tag given in the reviews of trades, for each plan’s strategy, and for option legs by the structure they formed. Trades without a tag are counted apart. Tags are set with {tool:create_report}; for all trades together use {tool:get_expectancy_metrics}.',
  },
  omit: rarelyFiltered,
  describe: filterDescriptions,
  hints: READS,
  shownAt: linkFiltered('/analytics/strategies'),
  conciseDrops: ['payoff_ratio', 'frequency', 'sqn', 'profit_factor'],
});
