// What figures are narrowed by: how a trade ended, and whether it has.

/** How a trade ended. */
export const tradeResults = ['win', 'loss', 'break_even'] as const;
export type TradeResult = (typeof tradeResults)[number];

/** Whether a position still open counts in statistics per trade: with what it has realised, or not at all. */
export const openPositionRules = ['realised', 'closed_only'] as const;
export type OpenPositionRule = (typeof openPositionRules)[number];

/** What results are broken down by. */
export const breakdownParts = [
  'weekday',
  'hour',
  'month',
  'side',
  'instrument',
  'underlying',
  'setup',
  'tag',
  'holding',
  'size',
  'account',
] as const;
export type BreakdownPart = (typeof breakdownParts)[number];

/** By which figure the parts of a breakdown are ranked. */
export const breakdownMetrics = [
  'total_pnl',
  'expectancy',
  'win_rate',
  'profit_factor',
  'payoff_ratio',
  'avg_win',
  'avg_loss',
  'trade_count',
  'sqn',
  'mean_r',
] as const;
export type BreakdownMetric = (typeof breakdownMetrics)[number];

/** By what the trades behind a part of a breakdown can be asked for, besides the filter's own words. */
export const sliceKinds = [
  'hour',
  'weekday',
  'holding',
  'category',
  'tag',
  'plan',
  'mistake',
  'r',
  'month',
  'setup',
  'size',
  'review',
] as const;
