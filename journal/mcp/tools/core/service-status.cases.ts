import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'zorivest_service_status',
  good: [{ gives: { backend: 'running', pid: process.pid } }],
  bad: [{ args: { pid: 1 }, code: 'invalid_arguments' }],
};
