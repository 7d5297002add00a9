import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_quarterly_estimate',
  good: [
    {
      args: { quarter: 'Q1', tax_year: 2026, estimation_method: 'actual' },
      gives: { due_date: '2026-04-15', method: 'regular' },
    },
  ],
  bad: [{ args: { quarter: 'Q5' }, code: 'invalid_arguments' }],
};
