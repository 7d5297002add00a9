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
    rich: 'List open positions over all accounts or one: instrument, quantity (negative when short), average entry price, the price that counts today and the unrealised result, with their sum. A position without a price says none. Closed ones and their results: {get_round_trips}; tax lots behind a position: {get_tax_lots}; cash and what all is worth: {get_net_worth}.',
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
  // quantity has the side; value, day and source of a price are in the detailed answer and on the page.
  conciseDrops: [
    'direction',
    'open_quantity',
    'opened_at',
    'market_value',
    'price_date',
    'price_source',
    'provider',
    'time_zone',
    'period',
    'unit',
    'convention',
  ],
  conciseSame: { trade_currency: '^currency', account_id: '^account_id', trade_count: 'total' },
  handler: async ({ account_id, ticker, limit, offset }, { api, options }) => {
    const query = {
      ...(account_id !== undefined && { account_id }),
      ...(ticker !== undefined && { instrument: ticker }),
    };
    const { items, ...sums } = await api.roundTrips.open({ query }, options);
    return {
      ...sums,
      total: items.length,
      items: items.slice(offset, offset + limit).map(({ trip_id, account_id: account, instrument, ...row }) => ({
        trip_id,
        account_id: account,
        instrument,
        quantity: row.direction === 'BOT' ? row.open_quantity : -row.open_quantity,
        ...row,
      })),
    };
  },
});
