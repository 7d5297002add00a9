// Wash sales: losses that a purchase nearby holds back.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { idText, isoDay, nonBlankText, paging } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { answer } from './tax-answer.ts';
import { taxYear } from './tax-profiles.ts';

const chain = once(() =>
  z.object({
    chain_id: z.string(),
    ticker: z.string(),
    account_id: z.string().nullable(),
    replacement_instrument: z.string().describe('What was bought: shares, or an option on them'),
    replacement_account_id: z.string().nullable(),
    sell_trade: z.string().nullable().describe('The execution that sold at a loss'),
    buy_trade: z.string().describe('The execution that bought the replacement'),
    loss_lot: z.string(),
    replacement_lot: z.string(),
    shares: z.number(),
    disallowed_loss: z.number(),
    adjusted_basis: z.number().describe('Of the replacing shares, with the loss'),
    sold_on: z.string(),
    replaced_on: z.string(),
    wash_window: z.object({ from: z.string(), to: z.string() }),
    permanently_lost: z.boolean(),
    status: z
      .enum(['ABSORBED', 'RELEASED', 'CONTINUED', 'DESTROYED'])
      .describe('Waits in shares held, came back when they were sold, was washed again with them, or is gone'),
  }),
);

/** A page in a body; `total` in the answer counts every match. */
const bodyPaging = once(() => ({
  limit: z.int().min(1).max(5000).default(500),
  offset: z.int().min(0).default(0),
}));

export const washSales = resource('leaves-trades', {
  find: () => ({
    method: 'POST',
    path: '/tax/wash-sales',
    summary: 'Wash sales across all accounts, shown for one or all',
    body: z
      .strictObject({
        account_id: idText.optional(),
        ticker: nonBlankText(100).optional(),
        date_range_start: isoDay.optional().describe('The start of the year when absent'),
        date_range_end: isoDay.optional().describe('Today when absent'),
        ...bodyPaging(),
      })
      .refine(
        ({ date_range_start: start, date_range_end: end }) => start === undefined || end === undefined || start <= end,
        'date_range_start must not be after date_range_end',
      ),
    response: answer({
      wash_sales: z.array(chain()),
      total: z.int().describe('All that match, not only this page'),
      total_disallowed: z.number(),
      affected_tickers: z.array(z.string()).describe('The 100 with the most disallowed'),
    }),
    errors: [404],
    role: 'read-only',
  }),
  scan: () => ({
    method: 'POST',
    path: '/tax/wash-sales/scan',
    summary: 'Losses now trapped in replacement shares, and purchases to beware of',
    body: z.strictObject({ tax_year: z.int().min(2000).max(2099).optional(), ...bodyPaging() }),
    response: answer({
      active_chains: z.array(chain()),
      total: z.int(),
      trapped_amount: z.number(),
      alerts: z.array(z.object({ ticker: z.string(), sold_on: z.string(), until: z.string(), message: z.string() })),
    }),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/tax/wash-sales/{chain_id}',
    summary: 'One wash sale',
    response: answer({ chain: chain() }),
    errors: [404],
    role: 'read-only',
  }),
  deferred: () => ({
    method: 'GET',
    path: '/tax/deferred-losses',
    summary: 'Losses that wash sales hold back, and those gone for good',
    query: z.object({ tax_year: taxYear.optional(), ...paging({ limit: 500, max: 5000 }) }),
    response: answer({
      trapped_chains: z.array(chain()),
      total: z.int(),
      total_deferred: z.number(),
      total_permanent_loss: z.number(),
      real_pnl: z.number(),
      reported_pnl: z.number(),
    }),
    role: 'read-only',
  }),
});
