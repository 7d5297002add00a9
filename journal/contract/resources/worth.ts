// Cash, net worth, returns and income: what the accounts are worth, and why.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { amount, idText } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { currencyCode } from './figures.ts';

const day = z.iso.date('must be a day such as 2026-03-31');

const cashBalance = once(() =>
  z.object({
    account_id: z.string(),
    currency: z.string(),
    balance: z.number(),
    as_of: z.string().describe('The day whose evening is meant'),
    stated_on: z.string().nullable().describe('The first day somebody stated; before it cash is worked back'),
    last_moved: z.string().nullable().describe('The last day that moved it'),
  }),
);

export const worth = resource('leaves-trades', {
  cashBalances: () => ({
    method: 'GET',
    path: '/cash-balances',
    summary: 'Cash by account and currency on the evening of a day',
    query: z.object({ account_id: idText.optional(), date: day.optional().describe('Today when left out') }),
    response: z.object({
      items: z.array(cashBalance()),
      without_cash: z
        .array(z.string())
        .describe('Accounts whose cash nobody stated: they have none and show positions only'),
      convention: z.string(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  stateCash: () => ({
    method: 'PUT',
    path: '/cash-balances',
    summary: 'State how much cash an account had on the evening of a day',
    body: z.strictObject({
      account_id: idText,
      currency: currencyCode.optional().describe("The account's when left out"),
      balance: amount,
      date: day.optional().describe('Today when left out'),
    }),
    response: cashBalance(),
    errors: [404],
    role: 'read-write',
    audit: 'cash.state',
    write: 'book',
  }),
});
