import { Answer } from '@zorivest/kernel';
import { z } from 'zod';
import { resultCharts } from '../../charts/kinds.ts';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { filterDescriptions, rarelyFiltered } from '../filter.ts';
import { views } from '../../views.ts';
import { linkFiltered } from '../../link.ts';

export const getExpectancyMetrics = endpointTool({
  endpoint: 'analytics.expectancy',
  name: 'get_expectancy_metrics',
  title: 'Expectancy',
  toolsets: ['trade-analytics'],
  view: views.results,
  description: {
    minimal: 'Win rate, average win and loss, expectancy, profit factor and Kelly fraction.',
    rich: 'Statistics over closed round trips, net of fees: win rate with and without break-evens, average win and loss, expectancy per trade, payoff ratio, profit factor, Kelly fraction, streaks, and whether there are enough trades to trust it. For a quality score use {tool:get_sqn}; by strategy {tool:get_strategy_breakdown}; for risk {tool:simulate_drawdown}.',
  },
  omit: rarelyFiltered,
  describe: filterDescriptions,
  add: () => ({ chart: z.enum(resultCharts).optional().describe('Adds a picture.') }),
  hints: READS,
  shownAt: linkFiltered('/analytics/results'),
  conciseDrops: [
    'win_rate_without_break_evens',
    'expectancy_ratio',
    'edge',
    'fx_pnl',
    'kelly_pct',
    'break_even_win_rate',
    'gross_profit',
    'gross_loss',
  ],
  conciseSame: { price_pnl: 'total_pnl' },
  handler: async ({ chart, ...query }, { api, options, ask }) => {
    if (chart === undefined) return ask(query);
    const [figures, curve, { resultChart }] = await Promise.all([
      ask(query),
      api.analytics.equityCurve({ query }, options),
      import('../../charts/index.ts'),
    ]);
    return new Answer(figures, await resultChart(chart, curve));
  },
});
