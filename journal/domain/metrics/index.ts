export { totalOf } from './amounts.ts';
export {
  byClose,
  closedAmong,
  type ClosedTrip,
  closedTrip,
  type ClosedTrips,
  closedTrips,
  type LeftOut,
} from './closed.ts';
export { type Drawdown, drawdown } from './drawdown.ts';
export { type EquityColumns, equityColumns, type EquityCurve, equityCurve, dayResultsIn } from './equity-curve.ts';
export { type EntryFill, type InitialRisk, riskAtEntries, riskAtStop, type StatedStop } from './initial-risk.ts';
export { initialMultiple, initialRisk, type RiskedTrade, type RMultiples, rMultiples } from './r-multiples.ts';
export { sliceBy, type Slice } from './slice.ts';
export { sqn, type SystemQuality } from './sqn.ts';
export { categoryOf, type StrategyBreakdown, strategyBreakdown, type StrategyPlan } from './strategy-breakdown.ts';
export type { DayResults } from './day-results.ts';
export {
  breakdownOf,
  holdingNames,
  type TimeBreakdown,
  timeBreakdown,
  timeSlicesIn,
  timeSlicesOf,
  weekdayNames,
} from './time-breakdown.ts';
export type { TimeSlices } from './time-slices.ts';
export { longestRuns, type TradeMetrics, tradeMetrics } from './trade-metrics.ts';
