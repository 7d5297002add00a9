export { BROAD_INDEX_ROOTS, deliveryOf, FUTURES } from './contract.ts';
export { type InstrumentFacts, instrumentFacts, underlyingOf, weeklyRoot } from './kind.ts';
export { pointValue } from './point-values.ts';
