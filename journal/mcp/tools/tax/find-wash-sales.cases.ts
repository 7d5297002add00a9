import { number, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'find_wash_sales',
  good: [
    {
      args: {
        account_id: 'main',
        ticker: 'XYZ',
        date_range_start: '2026-01-01',
        date_range_end: '2026-12-31',
        limit: 10,
        offset: 0,
      },
      gives: { total_disallowed: number },
    },
  ],
  bad: [
    {
      args: { date_range_start: '2026-12-31', date_range_end: '2026-01-01' },
      code: 'invalid_arguments',
    },
  ],
};
