import { endpointTool } from '../../endpoint-tool.ts';
import { NETWORK_MS, READS } from '../../tool.ts';
import { tradeNamed } from '../../link.ts';

export const scoreExecutionQuality = endpointTool({
  endpoint: 'costs.executionQuality',
  name: 'score_execution_quality',
  title: 'Score a fill',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Grade one fill A to F against the market quote of its moment: slippage, improvement.',
    rich: 'Grade one fill from A to F against the best bid and offer of its moment: slippage in basis points and dollars, price improvement, effective spread. Needs quote data; without it the answer says so instead of guessing. For the price path after entry use {tool:enrich_trade_excursion}; for routing cost {tool:estimate_pfof_impact}.',
  },
  rename: { trade_id: 'trade_exec_id' },
  describe: {
    bid: ['Best bid of its moment.', 'With ask, where you have a quote and the journal has none.'],
    ask: 'Best offer of its moment.',
  },
  hints: READS,
  shownAt: tradeNamed('trade_exec_id'),
  cost: 'network',
  timeoutMs: NETWORK_MS,
});
