import { list, type Cases } from '../../test/cases.ts';
import { ranTwice } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'get_pipeline_history',
  good: [
    {
      args: async ({ world }) => ({ policy_id: await ranTwice(world, 'Ran') }),
      gives: { count: 2 },
    },
    {
      args: async ({ world }) => ({ policy_id: await ranTwice(world, 'Ran again'), limit: 1 }),
      gives: { count: 1 },
    },
    { gives: { items: list } },
  ],
  bad: [{ args: { policy_id: 'no-such-policy' }, code: 'not_found' }],
};
