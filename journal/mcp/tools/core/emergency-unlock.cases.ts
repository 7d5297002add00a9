import { saying, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'zorivest_emergency_unlock',
  good: [
    {
      args: async ({ call }) => {
        await call('zorivest_emergency_stop', { reason: 'a false alarm' });
        return { confirm: 'UNLOCK' };
      },
      gives: { text: saying('unlocked') },
    },
  ],
  bad: [{ args: { confirm: 'please' }, code: 'invalid_arguments' }],
};
