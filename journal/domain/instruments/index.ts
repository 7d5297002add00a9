export { isContractClass, isOptionClass } from './asset-classes.ts';
export { BROAD_INDEX_ROOTS, type Delivery, deliveryOf, FUTURES, isOnFuture } from './contract.ts';
export { coinOf, contractName, type InstrumentFacts, instrumentFacts, underlyingOf, weeklyRoot } from './kind.ts';
export { pointValue } from './point-values.ts';
