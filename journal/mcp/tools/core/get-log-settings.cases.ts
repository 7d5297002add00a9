import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_log_settings',
  good: [
    { gives: { 'logging.rotation_mb': '10' } },
    {
      args: async ({ world }) => {
        await world.bench.api.settings.update({ body: { 'logging.tax.level': 'WARNING' } });
        return { prefix: 'tax' };
      },
      gives: { 'logging.tax.level': 'WARNING' },
    },
  ],
  bad: [{ args: { prefix: 7 }, code: 'invalid_arguments' }],
};
