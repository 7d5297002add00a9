import type { Cases } from '../../test/cases.ts';
import { approvedPolicy } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'update_policy_schedule',
  good: [
    {
      args: async ({ world }) => ({
        policy_id: await approvedPolicy(world, 'Rescheduled'),
        cron_expression: '30 9 * * *',
        timezone: 'Europe/Berlin',
        enabled: true,
      }),
      gives: { requires_reapproval: true },
    },
  ],
  bad: [{ args: { policy_id: 'no-such-policy', enabled: false }, code: 'not_found' }],
};
