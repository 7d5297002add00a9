import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'update_log_level',
  good: [{ args: { feature: 'tax', level: 'DEBUG' }, gives: { level: 'DEBUG' } }],
  bad: [{ args: { feature: 'everything', level: 'DEBUG' }, code: 'invalid_arguments' }],
};
