import { codes, KernelError } from '@zorivest/kernel';
import { endpointTool } from '../../endpoint-tool.ts';
import { READS } from '../../tool.ts';
import { views } from '../../views.ts';
import { taxYear } from '../../link.ts';

export const findWashSales = endpointTool({
  endpoint: 'washSales.find',
  name: 'find_wash_sales',
  title: 'Find wash sales',
  toolsets: ['tax'],
  view: views.lots,
  description: {
    minimal: 'Find losses disallowed by a purchase within 30 days, across all accounts.',
    rich: 'Find wash sales: losses held back because the same security was bought within 30 days before or after, in any account, IRA, spouse and options included. For each the sale, the purchase, where it was made, the loss and the new basis. Before selling at a loss try {tool:simulate_tax_impact}.',
  },
  describe: {
    date_range_start: 'First day; start of the year if left out.',
    date_range_end: 'Last day; today if left out.',
  },
  narrow: ({ ticker, limit }) => ({
    ticker: ticker.unwrap().toUpperCase().optional(),
    limit: limit.unwrap().max(500).default(10),
  }),
  omitFromAnswer: { data: 'the same figures a second time' },
  hints: READS,
  shownAt: taxYear,
  // A chain is named by its lots and its sale, a lot by what bought it; the window is thirty days on either side.
  conciseDrops: ['status', 'chain_id', 'wash_window', 'affected_tickers', 'buy_trade'],
  conciseSame: { replacement_instrument: 'ticker', replacement_account_id: 'account_id' },
  handler: (input, { ask }) => {
    const { date_range_start: start, date_range_end: end } = input;
    if (start !== undefined && end !== undefined && start > end) {
      throw new KernelError(codes.invalidArguments, 'date_range_start is after date_range_end.');
    }
    return ask(input);
  },
});
