import { text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_sqn',
  good: [{ args: { account_id: 'main', period: '2026' }, gives: { grade: text, period: '2026' } }],
  bad: [{ args: { period: 'someday' }, code: 'invalid_arguments' }],
};
