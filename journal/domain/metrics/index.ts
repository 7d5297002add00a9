export { totalOf } from './amounts.ts';
export { type ClosedTrip, closedTrip, type ClosedTrips, closedTrips, inOrderOfClose, type LeftOut } from './closed.ts';
export { type Drawdown, drawdown } from './drawdown.ts';
export { type EquityCurve, equityCurve } from './equity-curve.ts';
export { initialRisk, type RiskedTrade, type RMultiples, rMultiples } from './r-multiples.ts';
export { sqn, type SystemQuality } from './sqn.ts';
export { categoryOf, type StrategyBreakdown, strategyBreakdown, type StrategyPlan } from './strategy-breakdown.ts';
export { type HourOfWeek, hoursOfWeek, type TimeBreakdown, timeBreakdown, timeSlicesOf } from './time-breakdown.ts';
export { type TradeMetrics, tradeMetrics } from './trade-metrics.ts';
