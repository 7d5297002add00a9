export { FUTURES, type InstrumentFacts, instrumentFacts } from './contract.ts';
