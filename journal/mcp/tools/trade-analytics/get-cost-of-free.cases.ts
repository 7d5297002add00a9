import { FILTERED, number, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_cost_of_free',
  good: [
    { args: { account_id: 'main', period: '2026' }, gives: { total_hidden_cost: number, label: 'ESTIMATE' } },
    FILTERED,
  ],
  bad: [{ args: { period: 'someday' }, code: 'invalid_arguments' }],
};
