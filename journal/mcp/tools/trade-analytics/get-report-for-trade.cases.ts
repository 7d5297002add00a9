import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_report_for_trade',
  good: [
    {
      args: async ({ world }) => {
        await world.bench.api.reports.create({
          params: { exec_id: 'E2' },
          body: { setup_quality: 'B', execution_quality: 'C', followed_plan: false, lessons_learned: 'Wait.' },
        });
        return { trade_id: 'E2' };
      },
      gives: { lessons_learned: 'Wait.' },
    },
  ],
  bad: [{ args: { trade_id: 'E3' }, code: 'not_found' }],
};
