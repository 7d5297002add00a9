import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const getTradeScreenshots = endpointTool({
  endpoint: 'images.listForTrade',
  name: 'get_trade_screenshots',
  title: 'List screenshots of a trade',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'List the pictures attached to a trade: id, caption, type and size.',
    rich: 'List the pictures attached to one trade with id, caption, type, size and time, without the pictures themselves. To look at one give its id to {tool:get_screenshot}; to add one use {tool:attach_screenshot}. An empty list means that the trade has none; an unknown trade is an error.',
  },
  rename: { exec_id: 'trade_id' },
  hints: READS,
});
