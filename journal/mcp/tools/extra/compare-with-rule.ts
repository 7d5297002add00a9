import { z } from 'zod';
import { describeParameter } from '../../parameters.ts';
import { journalTool, READS } from '../../tool.ts';
import { views } from '../../views.ts';

/** Enough trades to show where the difference comes from; the service has all of them. */
const MOST_TRADES = 20;

export const compareWithRule = journalTool({
  name: 'compare_with_rule',
  title: 'Rule against trader',
  toolsets: [],
  view: views.comparison,
  description: {
    minimal: 'Compare a playbook’s rule with the trader: trades not taken, outside the rule, timing, size.',
    rich: 'Runs the entry and exit of a playbook by the backtest engine on the same instruments, days and costs, and splits trader less rule into trades not taken, trades outside the rule, timing and size, with 95 % intervals. Playbooks are named; without one the list comes back.',
  },
  input: () =>
    z.object({
      playbook: describeParameter(z.string().trim().min(1).max(100), 'playbook', 'name').optional(),
      period: z.string().max(20).optional(),
      interval: z.enum(['1m', '5m', '1d']).optional(),
    }),
  output: () => z.looseObject({ playbooks: z.array(z.string()).optional() }),
  hints: READS,
  conciseDrops: ['convention'],
  handler: async ({ playbook, period, interval }, { api, options }) => {
    const { items } = await api.playbooks.list(options);
    const found = items.find(({ name }) => name.toLowerCase() === playbook?.toLowerCase());
    if (found === undefined) return { playbooks: items.map(({ name }) => name) };
    const { trades, ...answer } = await api.playbooks.compare(
      {
        params: { id: found.id },
        body: { filter: period === undefined ? {} : { period }, ...(interval !== undefined && { interval }) },
      },
      options,
    );
    return { ...answer, trades: trades.slice(-MOST_TRADES) };
  },
});
