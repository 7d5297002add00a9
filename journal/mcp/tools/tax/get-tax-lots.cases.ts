import { expect } from 'vitest';
import { number, list, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_tax_lots',
  good: [
    { args: { ticker: 'XYZ', with_prices: false }, gives: { lots: list } },
    { args: { account_id: 'main', ticker: 'XYZ', tax_year: 2025, with_prices: false }, gives: { lots: list } },
    {
      args: { account_id: 'main', status: 'all', sort_by: 'cost_basis', limit: 1, offset: 1 },
      gives: { lots: [expect.anything()], total_count: number },
    },
  ],
  bad: [{ args: { account_id: 'no-such-account' }, code: 'not_found' }],
};
