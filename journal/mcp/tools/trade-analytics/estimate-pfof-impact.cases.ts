import { FILTERED, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'estimate_pfof_impact',
  good: [
    { args: { account_id: 'main', period: '2026' }, gives: { label: 'ESTIMATE', period: '2026' } },
    { args: {}, gives: { label: 'ESTIMATE' } },
    FILTERED,
  ],
  bad: [{ args: { account_id: 'no-such-account' }, code: 'not_found' }],
};
