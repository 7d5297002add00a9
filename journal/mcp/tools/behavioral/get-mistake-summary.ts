import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';
import { accountId, period } from '../parameters.ts';

export const getMistakeSummary = journalTool({
  name: 'get_mistake_summary',
  title: 'Mistake summary',
  toolsets: ['behavioral'],
  description: {
    minimal: 'Sum up tagged mistakes: cost by category, trend by month, effect on the win rate.',
    rich: 'Sum up the mistakes tagged in a period: how many and what they cost by category, how that develops by month, and the win rate of trades with and without a mistake. Use it for a weekly or monthly review of behaviour. To tag one use {track_mistake}; for results regardless of mistakes {get_expectancy_metrics}.',
  },
  synonyms: [
    'bad habits',
    'cost of mistakes',
    'discipline',
    'which errors',
    'psychology report',
    'most common mistake',
    'how often do I',
    'mistakes',
    'habits',
    'errors cost',
    'what do I do wrong',
    'recurring mistakes',
    'behaviour',
    'patterns',
    'self sabotage',
    'discipline problems',
    'worst habits',
    'my weaknesses',
    'what goes wrong',
    'keep doing wrong',
    'costly errors',
  ],
  input: () => z.object({ account_id: accountId, period: period('ytd') }),
  output: () => contract.mistakes.summary.response,
  hints: READS,
  conciseDrops: ['convention'],
  handler: (query, { api, options }) => api.mistakes.summary({ query }, options),
});
