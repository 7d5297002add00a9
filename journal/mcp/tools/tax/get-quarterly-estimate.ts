import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';

export const getQuarterlyEstimate = endpointTool({
  endpoint: 'tax.quarterly',
  name: 'get_quarterly_estimate',
  title: 'Quarterly estimated payment',
  toolsets: ['tax'],
  description: {
    minimal: 'Estimated tax payment due for a quarter, what was paid, and any penalty so far.',
    rich: 'The estimated payment of a quarter: what is required, paid and still due, the due date, and the penalty so far for paying late; by annualised income, actual tax or the prior-year safe harbour. To note a payment that was made use {record_quarterly_tax_payment}; for the tax of the whole year {estimate_tax}.',
  },
  describe: { estimation_method: 'Method.' },
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: READS,
  conciseDrops: ['convention', 'installments', 'required_payment', 'underpayment', 'penalty_estimate'],
});
