import { text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'estimate_tax',
  good: [
    {
      args: { tax_year: 2026, account_id: 'main', filing_status: 'married_joint', include_unrealized: true },
      gives: { tax_year: 2026, disclaimer: text },
    },
  ],
  bad: [{ args: { account_id: 'no-such-account' }, code: 'not_found' }],
};
