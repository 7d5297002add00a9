import { Answer } from '@zorivest/kernel';
import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';

export const detectOptionsStrategy = endpointTool({
  endpoint: 'analytics.optionsStrategy',
  name: 'detect_options_strategy',
  title: 'Detect an options strategy',
  toolsets: ['trade-analytics'],
  view: views.payoff,
  description: {
    minimal: 'Name the option structure that executions form; max profit, loss, breakevens.',
    rich: 'Name the structure that 2 to 8 executions form together (vertical, iron condor, butterfly, calendar, straddle, strangle or custom), with what was paid or received, the most it can win and lose (null is unlimited) and its breakevens. Give exec_ids from {tool:list_trades}. For P&L already realised use {tool:get_round_trips}.',
  },
  describe: { leg_exec_ids: 'Executions that are its legs.' },
  add: () => ({ chart: z.boolean().optional().describe('Draw the payoff.') }),
  hints: READS,
  conciseDrops: ['payoff'],
  handler: async ({ chart, ...input }, { ask }) => {
    const strategy = await ask(input);
    if (!chart) return strategy;
    const { payoffChart } = await import('../../charts/index.ts');
    return new Answer(strategy, await payoffChart(strategy));
  },
});
