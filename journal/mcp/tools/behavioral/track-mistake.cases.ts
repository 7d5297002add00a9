import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'track_mistake',
  good: [
    {
      args: { trade_exec_id: 'E4', category: 'EARLY_EXIT', estimated_cost: 40, notes: 'Lost my nerve.' },
      gives: { trade_id: 'E4', category: 'early_exit', estimated_cost: 40, notes: 'Lost my nerve.' },
    },
  ],
  bad: [{ args: { trade_exec_id: 'E4', category: 'bad luck' }, code: 'invalid_arguments' }],
};
