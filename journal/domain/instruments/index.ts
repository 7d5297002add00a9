export { BROAD_INDEX_ROOTS, deliveryOf, FUTURES, type InstrumentFacts, instrumentFacts } from './contract.ts';
