import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';
import { accountId } from '../parameters.ts';

export const listTrades = journalTool({
  name: 'list_trades',
  title: 'List trades',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Page through recorded executions, newest first, optionally of one account.',
    rich: 'Page through the recorded executions with time, instrument, side, quantity, price, commission and notes; total counts all that match. This is where exec_ids come from. For entries matched with their exits and the P&L of each use {get_round_trips}; for statistics {get_expectancy_metrics}.',
  },
  synonyms: [
    'recent trades',
    'trade history',
    'executions',
    'fills',
    'what did I buy',
    'what did I trade',
    'last trades',
    'activity',
    'my trades',
    'trades this week',
    'order history',
    'all trades',
    'latest fills',
    'show trades',
    'transactions',
    'trading log',
    'trades of an account',
    'what I bought',
    'what I sold',
    'bought yesterday',
    'everything I traded',
    'how many trades',
    'trades in',
    'recent activity',
    'my orders',
    'trade list',
    'scroll back',
    'look back',
    'traded on',
    'go through my trades',
    'past trades',
    'last few',
  ],
  input: () =>
    z.object({
      limit: z.int().min(1).max(100).default(50).describe('How many.'),
      offset: z.int().min(0).default(0).describe('How many to skip.'),
      account_id: accountId,
      sort: z
        .string()
        .max(40)
        .optional()
        .describe('Field, "-" first for descending.')
        .meta({ detail: 'Such as -time (the default), instrument or price.' }),
    }),
  output: () => contract.trades.list.response,
  hints: READS,
  conciseDrops: ['asset_class', 'multiplier', 'currency', 'order_id', 'routing', 'risk_amount'],
  handler: ({ sort, ...query }, { api, options }) =>
    // The service knows which fields sort, and says so when one does not.
    api.trades.list({ query: { ...query, ...(sort === undefined ? {} : { sort: sort as '-time' }) } }, options),
});
