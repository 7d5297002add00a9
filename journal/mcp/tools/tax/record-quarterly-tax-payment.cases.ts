import type { Cases } from '../../test/cases.ts';

export const cases: Cases = {
  tool: 'record_quarterly_tax_payment',
  good: [
    {
      args: { quarter: 'Q1', tax_year: 2026, payment_amount: 500, paid_on: '2026-04-10', confirm: true },
      gives: { status: 'recorded', cumulative_paid: 500 },
    },
    {
      args: { quarter: 'Q2', tax_year: 2026, payment_amount: 250, confirm: true },
      confirmed: true,
      gives: { cumulative_paid: 750 },
    },
  ],
  bad: [
    {
      args: { quarter: 'Q1', payment_amount: 500, confirm: false },
      code: 'invalid_arguments',
    },
  ],
};
