// What would have been: the same trades left at other moments, or not taken.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { idText, nameText } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { exactMoney, filter, leftOut, maybe, money, period } from './figures.ts';
import { listed } from './round-trips.ts';

/** The fields of the list's query; several accounts and tags as lists. */
const whatFilter = once(() => {
  const { account_ids: _ids, tags: _tags, ...fields } = filter();
  const { sort: _sort, ...narrowed } = listed();
  return z.strictObject({
    ...z.object({ ...fields, ...narrowed, period: period.optional() }).partial().shape,
    account_ids: z.array(idText).min(1).max(100).optional(),
    tags: z.array(nameText(64)).min(1).max(50).optional().describe('Any of these'),
    trip_ids: z.array(idText).min(1).max(1000).optional().describe('Only these trades'),
    status: z.enum(['open', 'closed', 'all']).optional(),
    open_positions: fields.open_positions.unwrap().optional(),
    follow_rolls: z.boolean().optional(),
  });
});

const curve = once(() => z.array(z.object({ date: z.string(), equity: money })));

export const whatIf = resource('leaves-trades', {
  exits: () => ({
    method: 'POST',
    path: '/what-if/exits',
    summary: 'The trades of a filter with another exit: what they would have realised, compared with what they did',
    body: z.strictObject({
      filter: whatFilter().default({}),
      rule: z.strictObject({
        kind: z
          .enum(['target', 'stop', 'mfe', 'bars', 'close', 'trail'])
          .describe(
            'At the target; at the stop; at a share of the best price (hindsight); after n bars; at the close; by a trailing stop',
          ),
        value: z
          .number()
          .gt(0)
          .max(100_000)
          .nullable()
          .optional()
          .describe(
            'R from the entry for target and stop (the plan’s when left out), a share for mfe, bars, R for trail',
          ),
      }),
    }),
    response: z.object({
      currency: z.string(),
      trades: z.array(
        z.object({ id: z.string(), pnl: exactMoney, what_if: exactMoney, exit_price: maybe, tie: z.boolean() }),
      ),
      net_pnl: money,
      what_if_net_pnl: money,
      n: z.int(),
      ties: z.int().describe('Bars that reached both sides: the worse one counts'),
      hindsight: z.boolean(),
      left_out: z.array(leftOut()),
      convention: z.string(),
    }),
    role: 'read-only',
  }),
  trades: () => ({
    method: 'POST',
    path: '/what-if/trades',
    summary: 'The record without some trades, or with smaller ones, compared with the true one',
    body: z.strictObject({
      filter: whatFilter().default({}),
      drop: z
        .strictObject({ tags: z.array(nameText(64)).min(1).max(50) })
        .optional()
        .describe('Trades with any of these tags'),
      max_risk_r: z.number().gt(0).max(100).optional().describe('Scales a trade down to this many of its own R'),
      stop_after_losses: z
        .int()
        .min(1)
        .max(100)
        .optional()
        .describe('Nothing is opened after this many losses of a day'),
    }),
    response: z.object({
      currency: z.string(),
      net_pnl: money,
      what_if_net_pnl: money,
      difference: money,
      n: z.int(),
      dropped: z.int(),
      scaled: z.int(),
      unknown_risk: z.int().describe('Left as they were: their risk was not stated'),
      curve: curve(),
      what_if_curve: curve(),
      convention: z.string(),
    }),
    role: 'read-only',
  }),
});
