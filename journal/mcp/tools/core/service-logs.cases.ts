import { list, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'zorivest_service_logs',
  good: [{ gives: { log_files: list } }],
  bad: [{ args: { lines: 10 }, code: 'invalid_arguments' }],
};
