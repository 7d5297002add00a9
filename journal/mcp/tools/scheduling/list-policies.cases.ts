import { some, type Cases } from '../../test/cases.ts';
import { approvedPolicy } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'list_policies',
  good: [
    {
      args: async ({ world }) => {
        await approvedPolicy(world, 'Listed');
        return { enabled_only: true };
      },
      gives: { policies: some({ name: 'Listed', approved: true }) },
    },
  ],
  bad: [{ args: { enabled_only: 'some' }, code: 'invalid_arguments' }],
};
