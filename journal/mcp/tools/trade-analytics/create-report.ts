import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES } from '../../tool.ts';
import { views } from '../../views.ts';
import { tradeNamed } from '../../link.ts';

export const createReport = endpointTool({
  endpoint: 'reports.create',
  name: 'create_report',
  title: 'Review a trade',
  toolsets: ['trade-analytics'],
  view: views.approval,
  description: {
    minimal: 'Store the post-trade review of one trade: grades, plan, emotions, lessons, tags.',
    rich: 'Store the review of one trade: how good the setup and the execution were (A to F), whether the plan was followed, the state of mind, what was learned, and tags by which {tool:get_strategy_breakdown} groups results. One review per trade; a second is refused. To read one use {tool:get_report_for_trade}; for mistakes {tool:track_mistake}.',
  },
  rename: { exec_id: 'trade_id' },
  omit: { trade_id: 'the path names the trade, and the service ignores it in the body' },
  describe: {
    setup_quality: 'Of the idea.',
    execution_quality: '',
    followed_plan: '',
    emotional_state: '',
    lessons_learned: '',
    tags: 'Strategy tags.',
  },
  hints: WRITES,
  shownAt: tradeNamed('trade_id'),
});
