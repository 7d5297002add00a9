import { FILTERED, text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_sqn',
  good: [{ args: { account_id: 'main', period: '2026' }, gives: { measure: text, period: '2026' } }, FILTERED],
  bad: [{ args: { period: 'someday' }, code: 'invalid_arguments' }],
};
