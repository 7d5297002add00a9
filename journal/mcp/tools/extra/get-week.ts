import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';

export const getWeek = endpointTool({
  endpoint: 'week.get',
  name: 'get_week',
  title: 'The week on one page',
  toolsets: [],
  view: views.week,
  description: {
    minimal: 'One week: result and R, best, worst, rules followed, mistakes, plans, risk, three questions.',
    rich: 'A trading week on one page: net result and R compared with the week before, best and worst trade, adherence by playbook, mistakes and their cost, plans against results, open risk and headroom (as of now), how far the book is reconciled, and three questions to put to the trader.',
  },
  rename: { iso: 'week' },
  describe: { iso: '2026-W46, this or last' },
  output: () => z.looseObject({ net_pnl: z.number(), questions: z.array(z.string()) }),
  hints: READS,
  conciseDrops: ['convention', 'time_zone', 'problems', 'left_out', 'previous', 'next'],
});
