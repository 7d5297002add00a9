import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES_ONCE } from '../../tool.ts';

export const linkTradeJournal = endpointTool({
  endpoint: 'journal.linkTrade',
  name: 'link_trade_journal',
  title: 'Link a trade and a diary entry',
  toolsets: ['behavioral'],
  description: {
    minimal: 'Link a trade and a diary entry, so that each leads to the other.',
    rich: 'Link one execution and one entry of the diary in both directions, so that the story of a trade and its numbers are found from either side. Linking twice changes nothing. Both must exist: trades are listed by {tool:list_trades}, diary entries are written in the app, under Diary. For a graded review of a trade use {tool:create_report}.',
  },
  rename: { exec_id: 'trade_exec_id' },
  describe: { journal_entry_id: 'Diary entry.' },
  hints: WRITES_ONCE,
});
