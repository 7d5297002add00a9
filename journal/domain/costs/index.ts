export { type CostOfFree, costOfFree } from './cost-of-free.ts';
export { type ExecutionQuality, executionQuality, type FillToScore, type Quote } from './execution-quality.ts';
export { type ChargedTrade, type FeeBreakdown, feeBreakdown, type FeeType, type LedgerFee } from './fees.ts';
export {
  type OrderFlowAssumptions,
  type OrderFlowEstimate,
  orderFlowEstimate,
  type RoutedTrade,
  routingOf,
  type RoutingType,
} from './order-flow.ts';
