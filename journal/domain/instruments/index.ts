export { type InstrumentFacts, instrumentFacts } from './contract.ts';
