import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'detect_options_strategy',
  good: [
    { args: { leg_exec_ids: ['L1', 'L2'] }, gives: { strategy_type: 'vertical' } },
    { args: { leg_exec_ids: ['L1', 'L2'], chart: true }, gives: { strategy_type: 'vertical' }, image: true },
  ],
  bad: [{ args: { leg_exec_ids: ['L1', 'no-such-trade'] }, code: 'not_found' }],
};
