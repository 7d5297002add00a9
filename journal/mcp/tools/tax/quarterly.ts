import { contract } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, READS, WRITES } from '../../tool.ts';
import { once } from './answer.ts';
import { quarter, taxYear } from './parameters.ts';

export const getQuarterlyEstimate = journalTool({
  name: 'get_quarterly_estimate',
  title: 'Quarterly estimated payment',
  toolsets: ['tax'],
  description: {
    minimal: 'Estimated tax payment due for a quarter, what was paid, and any penalty so far.',
    rich: 'The estimated payment of a quarter: what is required, paid and still due, the due date, and the penalty so far for paying late; by annualised income, actual tax or the prior-year safe harbour. To note a payment that was made use {record_quarterly_tax_payment}; for the tax of the whole year {estimate_tax}.',
  },
  synonyms: [
    'estimated taxes',
    '1040-ES',
    'quarterly payment',
    'safe harbor',
    'underpayment penalty',
    'when is tax due',
    'Q1 payment',
    'quarter',
    'due this quarter',
    'estimated payment',
    'pay the IRS',
    'next tax payment',
    'deadline',
    'Q2',
    'Q3',
    'Q4',
    'how much to send',
    'next payment',
    'pay by',
    'installment',
    'april 15',
    'penalty',
    'payment deadline',
  ],
  input: () =>
    z.object({
      quarter,
      tax_year: taxYear,
      estimation_method: z.enum(['annualized', 'actual', 'prior_year']).default('annualized').describe('Method.'),
    }),
  output: () => contract.tax.quarterly.response.omit({ data: true }),
  hints: READS,
  conciseDrops: ['convention', 'installments', 'required', 'paid', 'due', 'penalty'],
  handler: async (query, { api, options }) => once(await api.tax.quarterly({ query }, options)),
});

export const recordQuarterlyTaxPayment = journalTool({
  name: 'record_quarterly_tax_payment',
  title: 'Record a tax payment',
  toolsets: ['tax'],
  description: {
    minimal: 'Note an estimated tax payment that was made; it pays nothing itself.',
    rich: 'Note in the journal an estimated tax payment the person has made: quarter, year and amount. It pays nothing itself. Repeating it records a second payment, so it needs confirm true and a confirmation. Answers with what has been paid and what is still short; before that see {get_quarterly_estimate}.',
  },
  synonyms: [
    'paid estimated tax',
    'log tax payment',
    'sent IRS payment',
    'mark quarter paid',
    'tax paid',
    'I paid the IRS',
    'record payment',
    'made a payment',
    'paid taxes',
    'quarterly paid',
    'sent a check',
    'mark as paid',
    'sent the payment',
    'mark Q2 paid',
    'paid my estimate',
  ],
  input: () =>
    z.object({
      quarter,
      tax_year: taxYear,
      payment_amount: z.number().gt(0).max(1e13).describe('Dollars paid.'),
      confirm: z.literal(true).describe('Must be true.'),
    }),
  output: () => contract.tax.recordPayment.response.omit({ data: true }),
  hints: { ...WRITES, destructive: true },
  confirmation: 'required',
  effect: ({ quarter: which, tax_year, payment_amount }) =>
    `Record that ${payment_amount} dollars of estimated tax were paid for ${which}${tax_year ? ` ${tax_year}` : ''}?`,
  handler: async (body, { api, options }) => once(await api.tax.recordPayment({ body }, options)),
});
