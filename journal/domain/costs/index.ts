export { type Charges, chargesOf } from './charges.ts';
export { type CostOfFree, costOfFree } from './cost-of-free.ts';
export { type ExecutionQuality, executionQuality, type FillToScore, type Quote } from './execution-quality.ts';
export { type ChargedTrade, type FeeBreakdown, feeBreakdown, type LedgerFee } from './fees.ts';
export {
  type OrderFlowAssumptions,
  type OrderFlowEstimate,
  orderFlowEstimate,
  type RoutedTrade,
  routingOf,
} from './order-flow.ts';
