export { type StrategyBreakdown, strategyBreakdown, type TimeBreakdown, timeBreakdown } from './breakdown.ts';
export type { LeftOut } from './closed.ts';
export { type Drawdown, drawdown } from './drawdown.ts';
export { type EquityCurve, equityCurve } from './equity-curve.ts';
export { initialRisk, type RiskedTrade, type RMultiples, rMultiples } from './r-multiples.ts';
export { sqn, type SystemQuality } from './sqn.ts';
export { type TradeMetrics, tradeMetrics } from './trade-metrics.ts';
