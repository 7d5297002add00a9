import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_account_review_checklist',
  good: [
    {
      args: { scope: 'all', stale_threshold_days: 30 },
      gives: { review_scope: 'all', stale_threshold_days: 30, total_accounts: 2 },
    },
  ],
  bad: [{ args: { scope: 'mine' }, code: 'invalid_arguments' }],
};
