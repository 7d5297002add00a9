import { endpointTool } from '../../endpoint-tool.ts';
import { NETWORK_MS, READS } from '../../tool.ts';
import { taxYear } from '../../link.ts';
import { views } from '../../views.ts';

export const harvestLosses = endpointTool({
  endpoint: 'tax.harvest',
  name: 'harvest_losses',
  title: 'Losses worth harvesting',
  toolsets: ['tax'],
  view: views.harvest,
  description: {
    minimal: 'Find open losses worth realising for tax, and which would be wash sales.',
    rich: 'Find open losses worth realising: by ticker and lot, holding period, whether selling now would be washed, until when to wait and from when to buy again. Sells nothing. For the tax of one sale use {tool:simulate_tax_impact}; for past wash sales {tool:find_wash_sales}.',
  },
  describe: {
    min_loss_threshold: 'Smallest loss, in dollars.',
    exclude_wash_risk: 'Leave out what would be washed.',
  },
  narrow: ({ min_loss_threshold }) => ({ min_loss_threshold: min_loss_threshold.unwrap().default(100) }),
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: READS,
  shownAt: taxYear,
  cost: 'network',
  timeoutMs: NETWORK_MS,
});
