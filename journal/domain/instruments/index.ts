export { BROAD_INDEX_ROOTS, deliveryOf, FUTURES } from './contract.ts';
export { type InstrumentFacts, instrumentFacts, underlyingOf } from './kind.ts';
export { pointValue } from './point-values.ts';
