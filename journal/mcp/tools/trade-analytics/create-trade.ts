import { ApiError } from '@zorivest/contract';
import { z } from 'zod';
import { endpointTool } from '../../endpoint-tool.ts';
import { WRITES_ONCE } from '../../tool.ts';
import { views } from '../../views.ts';
import { tradeNamed } from '../../link.ts';

export const createTrade = endpointTool({
  endpoint: 'trades.create',
  name: 'create_trade',
  title: 'Record a trade',
  toolsets: ['trade-analytics', 'trade-planning'],
  view: views.approval,
  description: {
    minimal: 'Record one execution (a fill) that already happened; it never places an order.',
    rich: 'Record one execution in the journal: what was bought or sold, how much, at which price, in which account. It writes down the past and never places an order. Without an exec_id one is made; the same exec_id or client_key twice is not stored again. For whole statements use {tool:import_broker_csv}; for a trade still to come {tool:create_trade_plan}.',
  },
  omit: {
    fx_rate: 'Statements bring it; conversion has the rate of the day without it.',
    fx_currency: 'Goes with fx_rate.',
    quantity_exact: 'Statements bring it; who records by hand has no more digits than a number.',
    settles_on: 'Statements bring it; tax has the cycle of the market without it.',
    tags_of: 'The person is asked in the app, once the trades are there.',
  },
  describe: {
    exec_id: "The broker's, if known.",
    client_key: ['', 'Any word of yours: sent again, nothing is recorded twice.'],
    action: ['', 'BOT is bought, SLD is sold.'],
    quantity: 'Shares or contracts.',
    price: 'Per unit.',
    account_id: ['', 'Must exist in the journal.'],
    time: ['ISO-8601; now if left out.', 'Without an offset it is read as UTC.'],
    commission: 'Cost; a rebate is negative.',
    realized_pnl: "Broker's realised P&L.",
    asset_class: ['', 'Read from the symbol when left out.'],
    multiplier: ['', 'Of a contract. Read from the symbol when left out.'],
    currency: ['', "Such as USD. The account's when left out."],
    order_id: ['', 'The order it belongs to, as the broker numbers it.'],
    routing: ['', 'How the broker routes; the cost of free trading is estimated from it.'],
    risk_amount: ['Money at risk: one R.', 'What the trade loses at its stop; results in R are computed from it.'],
  },
  output: () =>
    z.looseObject({
      status: z.enum(['created', 'duplicate']),
      exec_id: z.string(),
      possible_duplicate_of: z.string().nullable().optional(),
    }),
  hints: { ...WRITES_ONCE, destructive: true },
  shownAt: tradeNamed('exec_id'),
  confirmation: 'required',
  effect: ({ action, quantity, instrument, price, account_id }) =>
    `Record that ${quantity} ${instrument} were ${action === 'BOT' ? 'bought' : 'sold'} at ${price} in account ${account_id}?`,
  handler: async (input, { ask }) => {
    try {
      return await ask(input);
    } catch (error) {
      // Recording twice what is recorded changes nothing, so it is an answer and not a failure.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      if (input.exec_id === undefined) throw error;
      return { status: 'duplicate' as const, exec_id: input.exec_id, detail: error.message };
    }
  },
});
