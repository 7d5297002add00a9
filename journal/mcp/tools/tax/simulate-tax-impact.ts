import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { taxYear } from '../../link.ts';
import { views } from '../../views.ts';

export const simulateTaxImpact = endpointTool({
  endpoint: 'tax.simulate',
  name: 'simulate_tax_impact',
  title: 'Simulate the tax of a sale',
  toolsets: ['tax'],
  view: views.sale,
  description: {
    minimal: 'What-if: the tax a sale would cause, lot by lot, before it is made.',
    rich: 'What a sale would mean for tax before it is made: the lots it would close, gain by term, federal and state tax, whether and until when a loss would be washed, what waiting for long-term would save. Records nothing. Lots at hand: {tool:get_tax_lots}; losses worth taking: {tool:harvest_losses}.',
  },
  describe: {
    action: 'Sell a long or cover a short.',
    quantity: 'Shares.',
    price: 'Price per share.',
    cost_basis_method: 'Which lots go first.',
    lot_ids: 'With specific_id.',
    date: ['Day of the sale.', 'Today when left out.'],
  },
  narrow: ({ ticker }) => ({ ticker: ticker.toUpperCase() }),
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: READS,
  shownAt: taxYear,
  promises: ['summary', 'estimated_tax', 'wash_sale_risk', 'disclaimer'],
  conciseSame: { total_proceeds: 'proceeds', total_basis: 'basis' },
});
