import { endpointTool } from '../../endpoint-tool.ts';
import { NETWORK_MS, READS } from '../../tool.ts';
import { views } from '../../views.ts';
import { taxYear } from '../../link.ts';

export const estimateTax = endpointTool({
  endpoint: 'tax.estimate',
  name: 'estimate_tax',
  title: 'Estimate the tax of a year',
  toolsets: ['tax'],
  view: views['tax-year'],
  description: {
    minimal: 'Estimate the tax of a year from the tax profile and realised gains and losses.',
    rich: 'The whole tax of a year from the profile, realised results, dividends and interest: federal by bracket with AMT and NIIT, state, effective rate, carryforward. With include_unrealized as if all were sold today. For one sale use {tool:simulate_tax_impact}; the due payment {tool:get_quarterly_estimate}.',
  },
  describe: { filing_status: "Instead of the profile's.", include_unrealized: 'As if all were sold.' },
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: READS,
  shownAt: taxYear,
  timeoutMs: NETWORK_MS,
  promises: ['tax_year', 'realized_gains', 'total_estimated_tax', 'effective_rate', 'disclaimer'],
});
