import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'zorivest_service_restart',
  good: [{ args: { confirm: 'RESTART' }, confirmed: true, gives: { status: 'restarted' } }],
  bad: [{ args: { confirm: 'restart' }, code: 'invalid_arguments' }],
};
