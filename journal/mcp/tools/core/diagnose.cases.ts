import { expect } from 'vitest';
import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'zorivest_diagnose',
  good: [
    { gives: { backend: { reachable: true }, problems: [] } },
    { args: { verbose: true }, gives: { metrics: { per_tool: expect.anything() as unknown } } },
  ],
  bad: [{ args: { verbose: 'very' }, code: 'invalid_arguments' }],
};
