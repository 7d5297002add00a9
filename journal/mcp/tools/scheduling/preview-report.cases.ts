import type { Cases } from '../../test/cases.ts';
import { approvedPolicy } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'preview_report',
  good: [
    {
      args: async ({ world }) => ({ policy_id: await approvedPolicy(world, 'Previewed') }),
      gives: { status: 'success', dry_run: true },
    },
  ],
  bad: [{ args: { policy_id: 'no-such-policy' }, code: 'not_found' }],
};
