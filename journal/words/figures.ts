// What figures are narrowed by: how a trade ended, and whether it has.

/** How a trade ended. */
export const tradeResults = ['win', 'loss', 'break_even'] as const;
export type TradeResult = (typeof tradeResults)[number];

/** Whether a position still open counts in statistics per trade: with what it has realised, or not at all. */
export const openPositionRules = ['realised', 'closed_only'] as const;
export type OpenPositionRule = (typeof openPositionRules)[number];
