import { endpointTool } from '../../endpoint-tool.ts';
import { linkFiltered } from '../../link.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';

/** What a row says besides the figure it is ranked by; the others answer when they are asked for. */
const FIGURES = ['name', 'trade_count', 'win_rate', 'total_pnl', 'expectancy', 'profit_factor', 'mean_r'];

export const getBreakdown = endpointTool({
  endpoint: 'analytics.breakdown',
  name: 'get_breakdown',
  title: 'Break results down',
  toolsets: [],
  description: {
    minimal: 'Compare results by weekday, hour, side, symbol, setup, tag, size: best and worst.',
    rich: 'Break results down by one quality: weekday, hour, month, long or short, symbol, setup, tag, holding time, size, account. Each part with its trades, win rate, P&L and expectancy; best and worst by the metric are named. names puts two tags or setups side by side. The trades themselves: {get_round_trips}.',
  },
  omit: rarelyFiltered,
  describe: {
    ...filterDescriptions,
    by: '',
    names: ['a,b: only these', 'Side by side.'],
    metric: ['Ranks them.', ''],
    sort: '',
    limit: '',
  },
  narrow: ({ limit }) => ({ limit: limit.unwrap().max(100).default(15) }),
  omitFromAnswer: { account_id: 'it was asked for' },
  promises: ['by', 'best', 'worst', 'parts'],
  hints: READS,
  shownAt: linkFiltered('/analytics/time'),
  conciseDrops: ['total'],
  handler: async (input, { ask }) => {
    const answer = await ask(input);
    const shown = new Set([...FIGURES, answer.metric]);
    const parts = answer.parts.map((part) =>
      Object.fromEntries(Object.entries(part).filter(([name]) => shown.has(name))),
    );
    return { ...answer, parts } as typeof answer;
  },
});
