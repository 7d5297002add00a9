export * from './fx/index.ts';
export * from './identifiers/index.ts';
export * from './lots/index.ts';
export * from './returns/index.ts';
export * from './tax/index.ts';
export * from './wash/index.ts';
export { calendarIn, clockTimeIn, type DayOf, DAY_MS, dayNumber, dayOf as dayText } from './time/index.ts';
export type { Execution } from './executions/index.ts';
export {
  contractName,
  type InstrumentFacts,
  instrumentFacts,
  pointValue,
  underlyingOf,
  weeklyRoot,
} from './instruments/index.ts';
export { cents, Decimal, eighths, type Fixed, fixedText, type Num, parseFixed, type Problem } from './money/index.ts';
export {
  canonicalOptionSymbol,
  classifyOptionStrategy,
  type Leg,
  type OptionContract,
  type OptionPayoff,
  optionPayoff,
  type OptionStrategy,
  parseOptionSymbol,
  payoffAt,
  payoffCurve,
} from './options/index.ts';
export {
  type Need,
  type PositionEvent,
  type ResolvedEvents,
  resolveEvents,
  type StatedLot,
  type TransferEvent,
} from './events/index.ts';
export {
  definedRisk,
  followRolls,
  legsOf,
  type OpenPositions,
  type Realised,
  realisedIn,
  type Structure,
  type StructureChoice,
  structureName,
  Neighbours,
  structuresOf,
  withLegs,
} from './structures/index.ts';
export {
  type Exit,
  exitsOf,
  type Position,
  positions,
  type RoundTrip,
  type RoundTripOptions,
  type RoundTrips,
  roundTrips,
  type TripMethod,
} from './trips/index.ts';
export {
  breakdownOf,
  categoryOf,
  type ClosedTrip,
  closedTrip,
  type ClosedTrips,
  closedTrips,
  type Drawdown,
  drawdown,
  type EquityColumns,
  equityColumns,
  type EquityCurve,
  equityCurve,
  type HourOfWeek,
  hoursOfWeek,
  initialRisk,
  byClose,
  closedAmong,
  type LeftOut,
  type RiskedTrade,
  type RMultiples,
  rMultiples,
  sqn,
  type StrategyBreakdown,
  strategyBreakdown,
  type StrategyPlan,
  type SystemQuality,
  type TimeBreakdown,
  type DayResults,
  dayResultsIn,
  timeBreakdown,
  type TimeSlices,
  timeSlicesIn,
  timeSlicesOf,
  totalOf,
  type TradeMetrics,
  tradeMetrics,
} from './metrics/index.ts';
export { type DrawdownMonteCarlo, drawdownMonteCarlo, type MonteCarloOptions } from './simulation/index.ts';
export { type Bar, barSizeFor, type Excursion, excursion, type ExcursionTrade } from './excursion/index.ts';
export { type PositionSize, type PositionSizeInput, positionSize } from './sizing/index.ts';
export {
  type Mistake,
  mistakeSummary,
  type MistakeSummary,
  firstSuspects,
  mistakeSuspects,
  planPrices,
  SizedTrips,
  type Suspect,
  SUSPECT_CONVENTION,
  type SuspectContext,
  type Suspects,
  type TripPlan,
} from './behaviour/index.ts';
export {
  type Charges,
  chargesOf,
  type ChargedTrade,
  type CostOfFree,
  costOfFree,
  type ExecutionQuality,
  executionQuality,
  type FeeBreakdown,
  feeBreakdown,
  type FillToScore,
  type LedgerFee,
  type OrderFlowAssumptions,
  type OrderFlowEstimate,
  orderFlowEstimate,
  type Quote,
  type RoutedTrade,
  routingOf,
} from './costs/index.ts';
export {
  type FactSheet,
  type PersonaBrief,
  reviewBriefs,
  reviewFacts,
  type ReviewInput,
  reviewPrompt,
  type TradeReview,
} from './review/index.ts';
