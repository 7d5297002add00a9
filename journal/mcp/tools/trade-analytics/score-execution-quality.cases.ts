import { text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'score_execution_quality',
  good: [
    { args: { trade_exec_id: 'E1' }, gives: { nbbo_available: false } },
    { args: { trade_exec_id: 'E1', bid: 149.9, ask: 150.1 }, gives: { nbbo_available: true, grade: text } },
  ],
  bad: [{ args: { trade_exec_id: 'no-such-trade' }, code: 'not_found' }],
};
