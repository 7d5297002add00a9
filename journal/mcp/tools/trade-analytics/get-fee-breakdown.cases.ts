import { FILTERED, number, list, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_fee_breakdown',
  good: [{ args: { account_id: 'main', period: '2026' }, gives: { total_fees: number, by_type: list } }, FILTERED],
  bad: [{ args: { period: 'someday' }, code: 'invalid_arguments' }],
};
