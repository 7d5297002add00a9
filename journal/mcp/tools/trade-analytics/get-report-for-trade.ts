import { ApiError } from '@zorivest/contract';
import { KernelError } from '@zorivest/kernel';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { tradeNamed } from '../../link.ts';

export const getReportForTrade = endpointTool({
  endpoint: 'reports.get',
  name: 'get_report_for_trade',
  title: 'Read the review of a trade',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Read the stored review of one trade: grades, lessons, state of mind, tags.',
    rich: 'Read the review that was stored for one trade: grades of setup and execution, whether the plan was followed, state of mind, lessons and tags. An error says so when the trade has none; {tool:create_report} writes one. For a fresh opinion on a trade use {tool:ai_review_trade}; for its numbers {tool:get_round_trips}.',
  },
  rename: { exec_id: 'trade_id' },
  hints: READS,
  shownAt: tradeNamed('trade_id'),
  handler: async (input, { ask }) => {
    try {
      return await ask(input);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      const { trade_id } = input;
      throw new KernelError('not_found', `There is no report for trade ${trade_id}.`, { status: 404, trade_id }, error);
    }
  },
});
