import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, LONG_MS, READS } from '../../tool.ts';
import { accountId, period } from '../parameters.ts';

const FOOTNOTES = ['convention', 'left_out', 'problems'];

export const getExpectancyMetrics = journalTool({
  name: 'get_expectancy_metrics',
  title: 'Expectancy',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Win rate, average win and loss, expectancy, profit factor and Kelly fraction.',
    rich: 'Statistics over closed round trips, net of fees: win rate with and without break-evens, average win and loss, expectancy per trade, payoff ratio, profit factor, Kelly fraction, streaks, and whether there are enough trades to trust it. For a quality score use {get_sqn}; by strategy {get_strategy_breakdown}; for risk {simulate_drawdown}.',
  },
  synonyms: [
    'win rate',
    'average win',
    'average loss',
    'profit factor',
    'kelly',
    'edge',
    'am I profitable',
    'statistics',
    'how am I doing',
    'batting average',
    'hit rate',
  ],
  input: z.object({ account_id: accountId, period: period('all') }),
  output: contract.analytics.expectancy.response,
  hints: READS,
  conciseDrops: [
    ...FOOTNOTES,
    'win_rate_without_break_evens',
    'expectancy_ratio',
    'edge',
    'avg_commission',
    'kelly_pct',
    'break_even_win_rate',
    'largest_win',
    'largest_loss',
    'gross_profit',
    'gross_loss',
  ],
  handler: (query, { api, options }) => api.analytics.expectancy({ query }, options),
});

export const simulateDrawdown = journalTool({
  name: 'simulate_drawdown',
  title: 'Simulate drawdown',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'Drawdown so far and, by Monte Carlo, how deep it could get; suggested risk percent.',
    rich: 'The drawdown there was and, by resampling past results thousands of times, the ones there could be: a table of depth and probability, losing streaks, risk of ruin, and a suggested risk per trade. The same data gives the same answer. For the edge itself use {get_expectancy_metrics}; to size a trade {calculate_position_size}.',
  },
  synonyms: [
    'monte carlo',
    'risk of ruin',
    'worst case',
    'losing streak',
    'max drawdown',
    'how bad could it get',
    'blow up',
    'how much to risk',
  ],
  input: z.object({
    account_id: accountId,
    simulations: z.int().min(100).max(100_000).default(10_000).describe('How many paths.'),
  }),
  output: contract.analytics.drawdown.response,
  hints: READS,
  cost: 'slow',
  timeoutMs: LONG_MS,
  conciseDrops: [
    ...FOOTNOTES,
    'equity_percentiles',
    'losing_streak_percentiles',
    'losing_streak_table',
    'seed',
    'path_length',
    'simulations',
    'expected_return',
    'starting_equity',
  ],
  handler: (query, { api, options, context }) => {
    context.progress({ done: 0, total: query.simulations, message: 'Simulating' });
    return api.analytics.drawdown({ query }, options);
  },
});

export const getStrategyBreakdown = journalTool({
  name: 'get_strategy_breakdown',
  title: 'Results by strategy',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'P&L, win rate and expectancy per strategy tag, to see which setups pay.',
    rich: 'Results per strategy: trades, total P&L, win rate, expectancy and profit factor for each tag given in the reviews of trades. Shows which setups pay and which do not. Trades without a tag are counted apart. Tags are set with {create_report}; for all trades together use {get_expectancy_metrics}.',
  },
  synonyms: [
    'which strategy works',
    'best setup',
    'by tag',
    'performance per strategy',
    'playbook results',
    'what should I stop trading',
  ],
  input: z.object({ account_id: accountId }),
  output: contract.analytics.strategyBreakdown.response,
  hints: READS,
  conciseDrops: [...FOOTNOTES, 'payoff_ratio', 'frequency', 'avg_win', 'avg_loss'],
  handler: (query, { api, options }) => api.analytics.strategyBreakdown({ query }, options),
});

export const getSqn = journalTool({
  name: 'get_sqn',
  title: 'System Quality Number',
  toolsets: ['trade-analytics'],
  description: {
    minimal: 'System Quality Number (SQN) of the closed trades, with its grade.',
    rich: "Van Tharp's System Quality Number over closed round trips, net of fees: mean result over its deviation times the root of the number of trades, with a grade from Poor to Holy Grail. In R where every trade has a recorded risk, else in dollars. For win rate and expectancy use {get_expectancy_metrics}.",
  },
  synonyms: ['van tharp', 'system quality', 'grade my system', 'consistency', 'how good is my system', 'R multiple'],
  input: z.object({ account_id: accountId, period: period('all') }),
  output: contract.analytics.sqn.response,
  hints: READS,
  conciseDrops: FOOTNOTES,
  handler: (query, { api, options }) => api.analytics.sqn({ query }, options),
});
