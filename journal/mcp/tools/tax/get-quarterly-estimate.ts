import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { taxYear } from '../../link.ts';
import { views } from '../../views.ts';

export const getQuarterlyEstimate = endpointTool({
  endpoint: 'tax.quarterly',
  name: 'get_quarterly_estimate',
  title: 'Quarterly estimated payment',
  toolsets: ['tax'],
  view: views['tax-year'],
  description: {
    minimal: 'Estimated tax payment due for a quarter, what was paid, and any penalty so far.',
    rich: 'The estimated payment of a quarter: required, paid and still due, due date, and the penalty so far for paying late; by annualised income, actual tax (the regular method) or last year’s alone. To note a payment use {tool:record_quarterly_tax_payment}; the whole year: {tool:estimate_tax}.',
  },
  describe: { estimation_method: 'Method.' },
  omitFromAnswer: {
    data: 'the same figures a second time',
    estimation_method: 'it was asked for',
    installments: 'one quarter is asked for; get_ytd_tax_summary has all four',
  },
  hints: READS,
  shownAt: taxYear,
  conciseSame: { required_payment: 'required', underpayment: 'due', penalty_estimate: 'penalty' },
});
