import { reporting } from '../../progress.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { LONG_MS, READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { views } from '../../views.ts';
import { linkFiltered } from '../../link.ts';

export const simulateDrawdown = endpointTool({
  endpoint: 'analytics.drawdown',
  name: 'simulate_drawdown',
  title: 'Simulate drawdown',
  toolsets: ['trade-analytics'],
  view: views.drawdown,
  description: {
    minimal: 'Drawdown so far and, by Monte Carlo, how deep it could get; suggested risk percent.',
    rich: 'The drawdown there was and, by resampling past results thousands of times, the ones there could be: a table of depth and probability, losing streaks, risk of ruin, and a suggested risk per trade. The same data gives the same answer. For the edge itself use {tool:get_expectancy_metrics}; to size a trade {tool:calculate_position_size}.',
  },
  omit: rarelyFiltered,
  describe: {
    ...filterDescriptions,
    simulations: 'How many paths.',
    seed: 'Same seed, same answer.',
    block: 'Trades drawn together.',
  },
  hints: READS,
  shownAt: linkFiltered('/analytics/drawdown'),
  cost: 'slow',
  timeoutMs: LONG_MS,
  conciseDrops: ['seed', 'losing_streak_table', 'equity_percentiles', 'equity_fan', 'expected_return'],
  conciseSame: { simulations: 'simulations_run' },
  handler: (input, { ask, context }) => reporting(`Simulating ${input.simulations} paths`, context, () => ask(input)),
});
