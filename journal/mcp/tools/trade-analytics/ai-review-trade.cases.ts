import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'ai_review_trade',
  good: [
    { args: { trade_exec_id: 'E2' }, gives: { status: 'reviewed', model: 'lent-model', review_type: 'single' } },
    { args: { trade_exec_id: 'E2', review_type: 'weekly', budget_cap: 10 }, gives: { review_type: 'weekly' } },
  ],
  bad: [{ args: { trade_exec_id: 'no-such-trade' }, code: 'not_found' }],
};
