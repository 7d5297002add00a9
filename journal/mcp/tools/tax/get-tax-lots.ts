import { endpointTool } from '../../endpoint-tool.ts';
import { NETWORK_MS, READS } from '../../tool.ts';
import { views } from '../../views.ts';
import { taxYear } from '../../link.ts';

export const getTaxLots = endpointTool({
  endpoint: 'tax.lots',
  name: 'get_tax_lots',
  title: 'Tax lots',
  toolsets: ['tax'],
  view: views.lots,
  description: {
    minimal: 'List tax lots: cost basis, age, long-term or not, gain or loss.',
    rich: 'List tax lots, of one account or all: side, quantity, cost basis with wash sales, day acquired and day the holding counts from, long-term or not, value and gain where a price is known. Computed from the trades. What selling would cost: {tool:simulate_tax_impact}.',
  },
  describe: {
    status: 'Which lots.',
    sort_by: 'Order.',
    with_prices: ['Ask for prices.', 'Asks the market-data providers what open lots are worth.'],
  },
  narrow: ({ ticker, status, limit }) => ({
    ticker: ticker.unwrap().toUpperCase().optional(),
    status: status.unwrap().default('open'),
    limit: limit.unwrap().max(1000).default(100),
  }),
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: READS,
  shownAt: taxYear,
  cost: 'network',
  timeoutMs: NETWORK_MS,
  conciseDrops: ['long_term_from', 'holding_period_days', 'status'],
  conciseSame: { opened_on: 'date_acquired', holding_start: 'date_acquired', account_id: '^account_id' },
  // Of one account, which one is stated once.
  handler: async (input, { ask }) => {
    const answer = await ask(input);
    return input.account_id === undefined ? answer : { ...answer, account_id: input.account_id };
  },
});
