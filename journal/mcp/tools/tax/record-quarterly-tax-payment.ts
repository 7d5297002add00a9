import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES } from '../../tool.ts';
import { views } from '../../views.ts';
import { taxYear } from '../../link.ts';

export const recordQuarterlyTaxPayment = endpointTool({
  endpoint: 'tax.recordPayment',
  name: 'record_quarterly_tax_payment',
  title: 'Record a tax payment',
  toolsets: ['tax'],
  view: views.approval,
  description: {
    minimal: 'Record an estimated tax payment that was made; it pays nothing itself.',
    rich: 'Note in the journal an estimated tax payment the person has made: quarter, year and amount. It pays nothing itself. Repeating it records a second payment, so it needs confirm true and a confirmation. Answers with what has been paid and what is still short; before that see {tool:get_quarterly_estimate}.',
  },
  describe: {
    payment_amount: 'Dollars paid.',
    paid_on: ['Day it was paid.', 'Today when left out; penalties depend on it.'],
  },
  narrow: () => ({ confirm: z.literal(true).describe('Must be true.') }),
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: { ...WRITES, destructive: true },
  shownAt: taxYear,
  confirmation: 'required',
  effect: ({ quarter, tax_year, payment_amount, paid_on }) =>
    `Record that ${payment_amount} dollars of estimated tax were paid for ${quarter}${tax_year ? ` ${tax_year}` : ''}${paid_on ? ` on ${paid_on}` : ''}?`,
});
