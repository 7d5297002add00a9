import { contract } from '@zorivest/contract';
import { Answer } from '@zorivest/kernel';
import { z } from 'zod';
import { journalTool, READS } from '../../tool.ts';

export const detectOptionsStrategy = journalTool({
  name: 'detect_options_strategy',
  title: 'Detect an options strategy',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Name the option structure that executions form; max profit, loss, breakevens.',
    rich: 'Name the structure that 2 to 8 executions form together (vertical, iron condor, butterfly, calendar, straddle, strangle or custom), with what was paid or received, the most it can win and lose (null is unlimited) and its breakevens. Give exec_ids from {list_trades}. For P&L already realised use {get_round_trips}.',
  },
  synonyms: [
    'spread',
    'iron condor',
    'straddle',
    'butterfly',
    'legs',
    'multi-leg',
    'payoff',
    'breakeven',
    'what strategy is this',
    'options position',
    'option legs',
    'vertical',
    'condor',
    'strangle',
    'calendar spread',
    'what kind of spread',
    'max loss',
    'max profit',
    'combo',
    'identify options',
    'safe',
    'what did I build',
    'options trade',
    'puts and calls',
    'risk of my options',
  ],
  input: () =>
    z.object({
      leg_exec_ids: z
        .array(z.string().trim().min(1).max(200))
        .min(2)
        .max(8)
        .refine((ids) => new Set(ids).size === ids.length, 'must not name an execution twice')
        .describe('Executions that are its legs.'),
      chart: z.boolean().optional().describe('Draw the payoff.'),
    }),
  output: () => contract.analytics.optionsStrategy.response,
  hints: READS,
  conciseDrops: ['payoff', 'breakevens'],
  handler: async ({ leg_exec_ids, chart }, { api, options }) => {
    const strategy = await api.analytics.optionsStrategy({ body: { leg_exec_ids } }, options);
    if (!chart) return strategy;
    const { payoffChart } = await import('../../charts/index.ts');
    return new Answer(strategy, payoffChart(strategy));
  },
});
