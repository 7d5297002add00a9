export {
  type Exact,
  type Flow,
  type FlowTiming,
  type Period,
  RETURN_REASONS,
  type ReturnReason,
  type Valuation,
} from './input.ts';
export {
  type DietzInput,
  type DietzReturn,
  type LinkedDietzInput,
  linkedModifiedDietz,
  modifiedDietz,
} from './modified-dietz.ts';
export { type TimeWeightedInput, type TimeWeightedReturn, twr } from './time-weighted.ts';
export { type Xirr, xirr } from './xirr.ts';
