import { FILTERED, list, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_strategy_breakdown',
  good: [{ args: { account_id: 'main', period: '2026' }, gives: { strategies: list, period: '2026' } }, FILTERED],
  bad: [{ args: { account_id: '' }, code: 'invalid_arguments' }],
};
