import type { Cases } from '../../test/cases.ts';
import { POLICY } from '../../test/world.ts';

export const cases: Cases = {
  tool: 'create_policy',
  good: [{ args: { policy_json: POLICY }, gives: { approved: false, name: 'Morning' } }],
  bad: [
    {
      args: { policy_json: { ...POLICY, name: 'Broken', trigger: { cron_expression: 'at noon' } } },
      code: 'validation_failed',
    },
  ],
};
