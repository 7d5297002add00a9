import { saying, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'zorivest_emergency_stop',
  good: [
    {
      args: { reason: 'enough' },
      gives: { text: saying('enough') },
      after: ({ call }) => call('zorivest_emergency_unlock', { confirm: 'UNLOCK' }),
    },
    {
      args: { reason: 'once more' },
      confirmed: true,
      gives: { text: saying('once more') },
      after: ({ call }) => call('zorivest_emergency_unlock', { confirm: 'UNLOCK' }),
    },
  ],
  bad: [{ args: { reason: 5 }, code: 'invalid_arguments' }],
};
