import { ApiError, tradeActions } from '@zorivest/contract';
import { z } from 'zod';
import { journalTool, WRITES_ONCE } from '../../tool.ts';
import { execId, instrument } from '../parameters.ts';

export const createTrade = journalTool({
  name: 'create_trade',
  title: 'Record a trade',
  toolsets: ['trade-analytics', 'trade-planning'],
  description: {
    minimal: 'Record one execution (a fill) that already happened; it never places an order.',
    rich: 'Record one execution in the journal: what was bought or sold, how much, at which price, in which account. It writes down the past and never places an order. The same exec_id twice is answered as a duplicate, not stored again. For whole statements use {import_broker_csv}; for a trade still to come {create_trade_plan}.',
  },
  synonyms: [
    'log trade',
    'add fill',
    'enter execution',
    'bought shares',
    'sold shares',
    'book a trade',
    'new trade',
    'journal a buy',
    'record purchase',
    'I bought',
    'I sold',
    'got filled',
    'add trade',
    'note a buy',
    'short sale',
    'opened a position',
    'closed my position',
    'write down',
    'manual entry',
    'executed',
    'add a purchase',
    'put in my trade',
    'bought some',
    'dumped my shares',
    'went long',
    'went short',
    'new position',
    'log it',
    'bought 100',
    'sold 100',
    'at 100',
    '100 shares',
    'picked up',
    'got out of',
    'got into',
    'closed out',
    'took profit',
    'sold half',
    'shorted',
    'covered my short',
    'contracts of',
  ],
  input: () =>
    z.object({
      exec_id: execId
        .describe('Unique id.')
        .meta({ detail: "The broker's execution id, or one made up that is not in use." }),
      instrument,
      action: z.enum(tradeActions).describe('BOT or SLD.').meta({ detail: 'BOT is bought, SLD is sold.' }),
      quantity: z.number().gt(0).max(1e13).describe('Shares or contracts.'),
      price: z.number().min(0).max(1e13).describe('Per unit.'),
      account_id: z.string().trim().min(1).max(200).describe('Account.').meta({ detail: 'Must exist in the journal.' }),
      time: z
        .string()
        .max(40)
        .optional()
        .describe('ISO-8601; now if left out.')
        .meta({ detail: 'Without an offset it is read as UTC.' }),
      commission: z.number().min(0).max(1e9).default(0).describe('Cost.'),
      realized_pnl: z.number().min(-1e13).max(1e13).default(0).describe("Broker's realised P&L."),
      notes: z.string().max(20_000).optional().describe('Notes.'),
    }),
  output: () => z.looseObject({ status: z.enum(['created', 'duplicate']), exec_id: z.string() }),
  hints: { ...WRITES_ONCE, destructive: true },
  confirmation: 'required',
  effect: ({ action, quantity, instrument: symbol, price, account_id }) =>
    `Record that ${quantity} ${symbol} were ${action === 'BOT' ? 'bought' : 'sold'} at ${price} in account ${account_id}?`,
  handler: async (body, { api, options }) => {
    try {
      return await api.trades.create({ body }, options);
    } catch (error) {
      // Recording twice what is recorded changes nothing, so it is an answer and not a failure.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      return { status: 'duplicate' as const, exec_id: body.exec_id, detail: error.message };
    }
  },
});
