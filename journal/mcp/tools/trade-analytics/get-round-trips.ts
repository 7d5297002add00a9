import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const getRoundTrips = endpointTool({
  endpoint: 'roundTrips.list',
  name: 'get_round_trips',
  title: 'Round trips',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'List entries matched with their exits, with the net P&L of each; open ones too.',
    rich: 'List round trips: entries matched with their exits, newest first, with average prices, quantity, gross and net P&L, commission and holding time; open and partly closed positions too. This answers what was won or lost on which trade. Raw executions: {list_trades}; statistics over them: {get_expectancy_metrics}.',
  },
  describe: { status: 'Which ones.', ticker: ['Symbol.', 'Exactly as it was recorded.'] },
  hints: READS,
  conciseDrops: ['gross_pnl', 'multiplier', 'currency', 'open_quantity', 'holding_period_seconds'],
});
