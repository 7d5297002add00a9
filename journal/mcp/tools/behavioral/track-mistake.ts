import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES } from '../../tool.ts';
import { views } from '../../views.ts';
import { tradeNamed } from '../../link.ts';

export const trackMistake = endpointTool({
  endpoint: 'mistakes.create',
  name: 'track_mistake',
  title: 'Track a mistake',
  toolsets: ['behavioral'],
  view: views.approval,
  description: {
    minimal: 'Tag a trade with a mistake, such as revenge_trade or no_stop, and what it cost.',
    rich: 'Tag one trade with a mistake and, if known, what it cost: early_exit, late_exit, oversized, no_stop, revenge_trade, fomo_entry, ignored_plan, overtrading, chasing or other. A trade can have several. What they add up to shows {tool:get_mistake_summary}; grades and lessons of a trade belong in {tool:create_report}.',
  },
  describe: { category: 'What went wrong.', estimated_cost: 'Dollars it cost.' },
  hints: WRITES,
  shownAt: tradeNamed('trade_exec_id'),
  conciseSame: { mistake_id: 'id' },
});
