import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const getMistakeSummary = endpointTool({
  endpoint: 'mistakes.summary',
  name: 'get_mistake_summary',
  title: 'Mistake summary',
  toolsets: ['behavioral'],
  description: {
    minimal: 'Sum up tagged mistakes: cost by category, trend by month, effect on the win rate.',
    rich: 'Sum up the mistakes tagged in a period: how many and what they cost by category, how that develops by month, and the win rate of trades with and without a mistake. Use it for a weekly or monthly review of behaviour. To tag one use {track_mistake}; for results regardless of mistakes {get_expectancy_metrics}.',
  },
  hints: READS,
  conciseDrops: ['convention'],
});
