import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, WRITES_ONCE } from '../../tool.ts';
import { execId } from '../parameters.ts';

export const linkTradeJournal = journalTool({
  name: 'link_trade_journal',
  title: 'Link a trade and a diary entry',
  toolsets: ['behavioral'],
  description: {
    minimal: 'Link a trade and a diary entry, so that each leads to the other.',
    rich: 'Link one execution and one entry of the diary in both directions, so that the story of a trade and its numbers are found from either side. Linking twice changes nothing. Both must exist: trades are listed by {list_trades}, diary entries are written in the app. For a graded review of a trade use {create_report}.',
  },
  synonyms: [
    'diary',
    'journal entry',
    'connect note',
    'associate',
    'attach journal',
    'story of the trade',
    'link',
    'diary entry',
    'journal',
    'connect',
    'notes to trade',
    'attach note',
    'tie together',
    'relate',
    'my diary',
  ],
  input: () =>
    z.object({
      trade_exec_id: execId,
      journal_entry_id: z.string().trim().min(1).max(200).describe('Diary entry.'),
    }),
  output: () => contract.journal.linkTrade.response,
  hints: WRITES_ONCE,
  handler: ({ trade_exec_id, journal_entry_id }, { api, options }) =>
    api.journal.linkTrade({ params: { exec_id: trade_exec_id }, body: { journal_entry_id } }, options),
});
