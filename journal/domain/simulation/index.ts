export { type DrawdownMonteCarlo, drawdownMonteCarlo, type MonteCarloOptions } from './monte-carlo.ts';
export { losingStreakProbability } from './streaks.ts';
