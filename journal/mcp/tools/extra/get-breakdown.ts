import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { linkFiltered } from '../../link.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';

/** What a row says besides the figure it is ranked by; the others answer when they are asked for. */
const FIGURES = ['name', 'trade_count', 'win_rate', 'total_pnl', 'expectancy', 'profit_factor', 'mean_r'];

/** There may be hundreds of these; who wants them all says how many. */
const MANY: ReadonlySet<string> = new Set(['instrument', 'tag', 'setup']);

export const getBreakdown = endpointTool({
  endpoint: 'analytics.breakdown',
  name: 'get_breakdown',
  title: 'Breakdown',
  toolsets: [],
  description: {
    minimal: 'Compare results by weekday, hour, side, symbol, setup, tag, size: best and worst.',
    rich: 'Break results down by weekday, hour, long or short, symbol, setup, size and so on: trades, win rate and P&L of each part, best and worst by the metric. names puts two setups side by side. Their trades: {tool:get_round_trips}.',
  },
  omit: { ...rarelyFiltered, unit: 'the setting says what one trade is' },
  describe: {
    ...filterDescriptions,
    by: '',
    names: 'a,b',
    metric: '',
    sort: '',
    limit: '',
  },
  // What is left out the endpoint fills in: a default in the list of tools is paid for by every session.
  narrow: ({ by, metric, sort }) => ({
    by: by.exclude(['underlying']),
    metric: metric.unwrap().extract(['total_pnl', 'win_rate', 'expectancy', 'profit_factor', 'mean_r']).optional(),
    sort: sort.unwrap().optional(),
    limit: z.int().min(1).max(100).optional(),
  }),
  omitFromAnswer: { account_id: 'it was asked for' },
  promises: ['by', 'best', 'worst', 'parts'],
  hints: READS,
  shownAt: linkFiltered('/analytics/time'),
  conciseDrops: ['total'],
  handler: async (input, { ask }) => {
    const answer = await ask({ limit: MANY.has(input.by) ? 10 : 50, ...input });
    const shown = new Set([...FIGURES, answer.metric]);
    const parts = answer.parts.map((part) =>
      Object.fromEntries(Object.entries(part).filter(([name]) => shown.has(name))),
    );
    return { ...answer, parts } as typeof answer;
  },
});
