export { type DrawdownMonteCarlo, drawdownMonteCarlo, type MonteCarloOptions } from './monte-carlo.ts';
