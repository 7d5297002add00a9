import { text, type Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'get_ytd_tax_summary',
  good: [{ args: { tax_year: 2026, account_id: 'main', limit: 5 }, gives: { tax_year: 2026, disclaimer: text } }],
  bad: [{ args: { tax_year: 1999 }, code: 'invalid_arguments' }],
};
