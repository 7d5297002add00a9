import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';
import { executions } from '../../link.ts';

export const listTrades = endpointTool({
  endpoint: 'trades.list',
  name: 'list_trades',
  title: 'List trades',
  toolsets: ['trade-analytics'],
  view: views.trades,
  description: {
    minimal: 'Page through recorded executions, newest first; by account, symbol, kind or time.',
    rich: 'Page through the recorded executions with time, instrument, side, quantity, price, commission and notes; total counts all that match. This is where exec_ids come from. For entries matched with their exits and the P&L of each use {tool:get_round_trips}; for statistics {tool:get_expectancy_metrics}.',
  },
  describe: {
    from: ['First moment.', 'ISO-8601 date or time, inclusive.'],
    to: ['End, exclusive.', 'ISO-8601 date or time.'],
    instrument: ['', 'Exactly as it was recorded.'],
    search: ['', 'In instrument, exec_id, account, notes and time.'],
    sort: ['Field, "-" first for descending.', 'Such as -time (the default), instrument or price.'],
  },
  narrow: ({ limit }) => ({
    // A page of more would not fit into an answer.
    limit: limit.unwrap().max(100).default(50),
    // The twenty names would cost more than they tell; the service names them when one is wrong.
    sort: z.string().max(40).optional(),
  }),
  hints: READS,
  shownAt: executions,
  conciseDrops: ['asset_class', 'multiplier', 'routing', 'limit', 'offset'],
  conciseSame: { currency: '^currency' },
});
