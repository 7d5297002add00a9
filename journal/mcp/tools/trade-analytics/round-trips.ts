import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';
import { accountId } from '../parameters.ts';

export const getRoundTrips = journalTool({
  name: 'get_round_trips',
  title: 'Round trips',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'List entries matched with their exits, with the net P&L of each; open ones too.',
    rich: 'List round trips: entries matched with their exits, newest first, with average prices, quantity, gross and net P&L, commission and holding time; open and partly closed positions too. This answers what was won or lost on which trade. Raw executions: {list_trades}; statistics over them: {get_expectancy_metrics}.',
  },
  synonyms: [
    'profit per trade',
    'closed positions',
    'open positions',
    'winners and losers',
    'how much did I make',
    'how did my trades do',
    'P&L per trade',
    'biggest loss',
    'holding time',
  ],
  input: z.object({
    account_id: accountId,
    status: z.enum(['open', 'closed', 'all']).default('all').describe('Which ones.'),
    limit: z.int().min(1).max(1000).default(50).describe('How many.'),
    offset: z.int().min(0).default(0).describe('How many to skip.'),
  }),
  output: contract.roundTrips.list.response,
  hints: READS,
  conciseDrops: [
    'entry_exec_ids',
    'exit_exec_ids',
    'gross_pnl',
    'total_commission',
    'multiplier',
    'currency',
    'open_quantity',
    'holding_period_seconds',
  ],
  handler: (query, { api, options }) => api.roundTrips.list({ query }, options),
});
