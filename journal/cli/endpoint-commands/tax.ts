// The taxpayer, the year so far, the forms and the payments.
import { ApiError } from '@zorivest/contract';
import { command, type CommandSpec } from './command-spec.ts';
import { field } from './fields.ts';

const profileColumns = [
  'tax_year',
  'filing_status',
  'state',
  'state_tax_rate',
  'agi_estimate',
  'qualified_dividends',
  'withholding',
  'prior_year_tax',
  'prior_year_agi',
  'capital_loss_carryforward',
  'long_carryforward',
  'default_cost_basis',
  'wash_sale_method',
  'section_475_elected',
] as const;

export const tax: readonly CommandSpec[] = [
  command('taxProfiles.updateCurrent', {
    name: 'tax profile',
    summary: 'set the tax profile; without fields, show it',
    example: 'zorivest tax profile --filing-status single --agi-estimate 90000',
    also: () => [field('tax_year', 'Of another year than this', { type: 'number' })],
    perform: async ({ tax_year, ...fields }, { ask }) => {
      const year = { year: tax_year };
      if (Object.keys(fields).length === 0) {
        return tax_year === undefined ? ask({}, 'taxProfiles.current') : ask(year, 'taxProfiles.get');
      }
      if (tax_year === undefined) return ask(fields);
      return ask({ ...year, ...fields }, 'taxProfiles.update').catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
        return ask({ tax_year, ...fields }, 'taxProfiles.create');
      });
    },
    shown: profileColumns,
  }),
  command('tax.ytdSummary', {
    name: 'tax summary',
    summary: 'the tax year so far on one page',
    example: 'zorivest tax summary 2026',
    places: ['tax_year'],
    optional: ['tax_year'],
    optionNames: { tax_year: 'year' },
    shown: [
      'tax_year',
      'realized_st_gain',
      'realized_lt_gain',
      'total_realized',
      'wash_sale_adjustments',
      'section_1256_gain',
      'trades_count',
      'estimated_federal_tax',
      'estimated_state_tax',
      'disclaimer',
    ],
  }),
  command('tax.form', {
    name: 'tax forms',
    summary: 'Form 8949, Form 6781 or Schedule D, to stdout; CSV by default',
    example: 'zorivest tax forms 8949 --year 2025 > form-8949.csv',
    places: ['form'],
    without: ['tax_year'],
    fill: (input) => ({ format: 'csv', ...input }),
    shown: () => '',
  }),
  command('tax.recordPayment', {
    name: 'tax pay',
    summary: 'record an estimated tax payment',
    example: 'zorivest tax pay --quarter Q3 --payment-amount 1500 --paid-on 2026-09-15',
    without: ['confirm'],
    also: () => [
      field('quarter', 'Which of the four installments', { choices: ['Q1', 'Q2', 'Q3', 'Q4'] }),
      field('payment_amount', 'What was paid, in dollars', { type: 'number' }),
      field('tax_year', 'The year it was paid for; this one when absent', { type: 'number' }),
    ],
    fill: (input) => ({ ...input, confirm: true }),
    question: ({ quarter, payment_amount }) => `Note a payment of ${String(payment_amount)} for ${String(quarter)}?`,
    shown: ['tax_year', 'quarter', 'recorded_payment', 'cumulative_paid', 'remaining_shortfall'],
  }),
];
