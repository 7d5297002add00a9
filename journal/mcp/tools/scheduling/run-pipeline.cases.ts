import type { Cases } from '../../test/cases.ts';
import { approvedPolicy } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'run_pipeline',
  good: [
    {
      args: async ({ world }) => ({ policy_id: await approvedPolicy(world, 'Run') }),
      gives: { status: 'success', dry_run: false },
    },
    {
      args: async ({ world }) => ({ policy_id: await approvedPolicy(world, 'Tried'), dry_run: true }),
      gives: { status: 'success', dry_run: true },
    },
  ],
  bad: [{ args: { policy_id: 'no-such-policy' }, code: 'not_found' }],
};
