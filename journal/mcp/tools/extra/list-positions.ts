import { z } from 'zod';
import { describeParameter } from '../../parameters.ts';
import { journalTool, READS } from '../../tool.ts';
import { views } from '../../views.ts';

export const listPositions = journalTool({
  name: 'list_positions',
  title: 'List open positions',
  toolsets: [],
  view: views['round-trips'],
  description: {
    minimal: 'List what is held now: open positions with quantity, average price and age.',
    rich: 'List open positions over all accounts or one: instrument, side, open quantity, average entry price, what was realised so far, costs and since when. It is made from the recorded executions, so it is as complete as they are. Closed ones and their results: {get_round_trips}; tax lots behind a position: {get_tax_lots}.',
  },
  input: () =>
    z.object({
      account_id: describeParameter(z.string().trim().min(1).max(200), 'account_id').optional(),
      ticker: describeParameter(z.string().trim().min(1).max(100), 'ticker', '').optional(),
      limit: z.int().min(1).max(200).default(50),
      offset: z.int().min(0).default(0),
    }),
  output: () => z.looseObject({ items: z.array(z.looseObject({ instrument: z.string() })) }),
  hints: READS,
  conciseDrops: ['multiplier', 'holding_period_seconds', 'limit', 'offset', 'fx_pnl', 'exit_exec_ids', 'underlying'],
  conciseSame: {
    gross_pnl: 'pnl+total_commission',
    price_pnl: 'pnl',
    realized_pnl: 'pnl',
    open_quantity: 'total_quantity',
    trade_currency: 'currency',
    currency: '^currency',
    trade_count: 'total',
  },
  handler: (query, { api, options }) => api.roundTrips.list({ query: { ...query, status: 'open' } }, options),
});
