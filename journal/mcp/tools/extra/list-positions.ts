import { z } from 'zod';
import { describeParameter } from '../../parameters.ts';
import { journalTool, READS } from '../../tool.ts';
import { views } from '../../views.ts';

export const listPositions = journalTool({
  name: 'list_positions',
  title: 'List open positions',
  toolsets: [],
  view: views.positions,
  description: {
    minimal: 'List what is held now: open positions with quantity, average price and unrealised result.',
    rich: 'List open positions over all accounts or one: instrument, quantity (negative when short), average entry price and the unrealised result at the current price, with their sum and the open risk. A position without a price has no unrealised result. Closed ones and their results: {tool:get_round_trips}; tax lots behind a position: {tool:get_tax_lots}; cash and what all is worth: {tool:get_net_worth}.',
  },
  input: () =>
    z.object({
      account_id: describeParameter(z.string().trim().min(1).max(200), 'account_id').optional(),
      ticker: describeParameter(z.string().trim().min(1).max(100), 'ticker', '').optional(),
      limit: z.int().min(1).max(200).default(50),
      offset: z.int().min(0).default(0),
    }),
  output: () => z.looseObject({ items: z.array(z.looseObject({ instrument: z.string() })), total: z.int() }),
  hints: READS,
  // The unrealised result has the price in it; that, its day and its source are in the detailed answer and on the page.
  conciseDrops: [
    'opened_at',
    'market_value',
    'price',
    'price_date',
    'price_source',
    'provider',
    'time_zone',
    'period',
    'unit',
    'convention',
  ],
  conciseSame: { account_id: '^account_id', trade_count: 'total' },
  handler: async ({ account_id, ticker, limit, offset }, { api, options }) => {
    const query = {
      ...(account_id !== undefined && { account_id }),
      ...(ticker !== undefined && { instrument: ticker }),
    };
    const { items, ...sums } = await api.roundTrips.open({ query }, options);
    return {
      ...sums,
      total: items.length,
      items: items.slice(offset, offset + limit).map((position) => {
        const { trip_id, account_id: account, instrument, direction, open_quantity, trade_currency, ...row } = position;
        return {
          trip_id,
          account_id: account,
          instrument,
          // Its sign says the side.
          quantity: direction === 'BOT' ? open_quantity : -open_quantity,
          ...(trade_currency !== sums.currency && { trade_currency }),
          ...row,
        };
      }),
    };
  },
});
