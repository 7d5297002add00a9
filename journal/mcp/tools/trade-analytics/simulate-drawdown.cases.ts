import { FILTERED, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'simulate_drawdown',
  good: [
    { args: { account_id: 'main', simulations: 200, seed: 7, block: 2 }, gives: { simulations_run: 200, seed: 7 } },
    FILTERED,
  ],
  bad: [{ args: { simulations: 10 }, code: 'invalid_arguments' }],
};
