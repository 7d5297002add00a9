// Cash, prices, net worth, returns and income: what the accounts are worth, and why.
import { z } from 'zod';
import { multipart, resource } from '../core/endpoint.ts';
import { amount, foreignName, idText, isoDay, nonBlankText, positive } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { bookMark, currencyCode, names, period, problem } from './figures.ts';
import { sheetName } from './imports.ts';

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

const withoutCash = z
  .array(z.string())
  .describe('Accounts without stated cash: they show positions only, and purchases and sales are their flows');

const price = once(() =>
  z.object({
    instrument: foreignName(z.string()),
    date: z.string(),
    price: z.number(),
    currency: z.string().nullable().describe('Null: what the instrument is traded in'),
    source: z.enum(['person', 'statement', 'provider', 'fill']),
    by: z.string().nullable().describe('The provider, or the import of the statement'),
  }),
);

const stretch = once(() => ({
  account_ids: names.optional().describe('One or several accounts, by comma; all when left out'),
  period: period.optional(),
  from: isoDay.optional().describe('First day; the evening before it is the start'),
  to: isoDay.optional().describe('Last day'),
}));

/** What every answer that values something says. */
const valued = once(() => ({
  account_ids: z.array(z.string()),
  from: z.string().describe('The evening it starts with'),
  to: z.string().describe('The evening it ends with'),
  currency: z.string(),
  time_zone: z.string(),
  without_cash: withoutCash,
  oldest_price_days: z.int().nullable().describe('How old the oldest price on the last evening is, in days'),
  convention: z.string(),
  problems: z.array(problem()),
  ...bookMark(),
}));

const bridgeLines = [
  'deposits',
  'withdrawals',
  'transfers',
  'realised',
  'unrealised_change',
  'dividends',
  'interest',
  'fees',
  'withholding',
  'fx',
  'other',
] as const;

const rate = z.string().nullable();

export const worth = resource('leaves-trades', {
  cashBalances: () => ({
    method: 'GET',
    path: '/cash-balances',
    summary: 'Cash by account and currency on the evening of a day',
    query: z.object({ account_id: idText.optional(), date: isoDay.optional().describe('Today when left out') }),
    response: z.object({
      items: z.array(cashBalance()),
      without_cash: withoutCash,
      convention: z.string(),
      ...bookMark(),
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
      date: isoDay.optional().describe('Today when left out'),
    }),
    response: cashBalance(),
    errors: [404],
    role: 'read-write',
    audit: 'cash.state',
    write: 'book',
  }),
  prices: () => ({
    method: 'GET',
    path: '/prices',
    summary: 'The price of each instrument that counts on a day, or all that are known of one',
    query: z.object({
      instrument: names.optional().describe('One or several, by comma; those held when left out'),
      date: isoDay.optional().describe('The day they are to count on; today when left out'),
      history: z.enum(['no', 'yes']).default('no').describe('yes: every known price of the instruments named'),
    }),
    response: z.object({
      items: z.array(price()),
      gaps: z.array(z.string()).describe('Held, and no recent price is known'),
      oldest_days: z.int().describe('For how many days a price holds: the setting prices.oldest_days'),
    }),
    role: 'read-only',
  }),
  putPrices: () => ({
    method: 'PUT',
    path: '/prices',
    summary: 'Enter prices; they take precedence over those of statements and providers',
    body: z.strictObject({
      prices: z
        .array(
          z.strictObject({
            date: isoDay,
            instrument: nonBlankText(100),
            price: positive.or(z.literal(0)),
            currency: currencyCode.optional(),
          }),
        )
        .min(1)
        .max(10_000),
    }),
    response: z.object({ stored: z.int() }),
    role: 'read-write',
    audit: 'price.put',
    write: 'book',
  }),
  importPrices: () => ({
    method: 'POST',
    path: '/prices/import',
    summary: 'Prices from a CSV, a pasted list or a workbook: date, instrument, price, and a currency where it differs',
    body: multipart(z.strictObject({ sheet: sheetName }), 20 * 1024 * 1024),
    response: z.object({
      stored: z.int(),
      instruments: z.int(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      invalid: z
        .array(z.object({ row: z.int(), reason: z.string() }))
        .describe('Rows that were left out; the first hundred'),
    }),
    errors: [413, 415],
    role: 'read-write',
    audit: 'price.import',
    write: 'book',
  }),
  netWorth: () => ({
    method: 'GET',
    path: '/net-worth',
    summary: 'What accounts were worth every evening, and the bridge from the first to the last',
    query: z.object({
      ...stretch(),
      rows: z.enum(bridgeLines).optional().describe('Also the rows behind this line of the bridge'),
    }),
    response: z.object({
      ...valued(),
      series: z.array(
        z.object({
          date: z.string(),
          value: z.number().nullable().describe('Null where something has no price'),
          cash: z.number().describe('The cash in it'),
          gaps: z.array(z.string()).describe('What had no price, or which currency no rate'),
          price_age: z.int().nullable().describe('Of the oldest price, in days'),
          flow: z.number().optional().describe('Paid in that day less taken out, where something was'),
        }),
      ),
      bridge: z
        .object({
          start: z.number(),
          deposits: z.number(),
          withdrawals: z.number().describe('Positive, taken off'),
          transfers: z.number(),
          realised: z.number(),
          unrealised_change: z.number(),
          dividends: z.number(),
          interest: z.number(),
          fees: z.number().describe('Of no trade; positive, taken off'),
          withholding: z.number().describe('Positive, taken off'),
          fx: z.number(),
          other: z.number(),
          end: z.number(),
        })
        .nullable(),
      bridge_reason: z.string().nullable().describe('Why there is no bridge'),
      rows: z
        .array(
          z.object({
            id: z.string(),
            date: z.string(),
            account_id: z.string(),
            instrument: foreignName(z.string()).nullable(),
            amount: z.number().describe('In the currency of the answer, into the accounts'),
            text: z.string().nullable(),
          }),
        )
        .optional(),
    }),
    errors: [404],
    role: 'read-only',
  }),
  returns: () => ({
    method: 'GET',
    path: '/returns',
    summary: 'Time-weighted and money-weighted returns, Modified Dietz, and how they fluctuated',
    query: z.object({
      ...stretch(),
      instrument: nonBlankText(100)
        .optional()
        .describe('Of one instrument alone: its purchases and sales are the flows'),
      flow_timing: z.enum(['in_start_out_end', 'start_of_day', 'end_of_day']).default('in_start_out_end'),
      benchmark: nonBlankText(100).optional().describe('Any instrument with prices'),
    }),
    response: z.object({
      ...valued(),
      days: z.int(),
      start_value: z.number().nullable(),
      end_value: z.number().nullable(),
      twr: rate,
      twr_annual: rate.describe('None under 365 days'),
      twr_gross: rate.describe('Before fees that belong to no trade'),
      mwr_annual: rate.describe('XIRR, act/365'),
      mwr_period: rate,
      mwr_roots: z.array(z.string()),
      modified_dietz: rate,
      modified_dietz_annual: rate,
      linked_modified_dietz: rate,
      approximated: z
        .array(z.object({ from: z.string(), to: z.string() }))
        .describe('Stretches with a flow on a day without prices: Modified Dietz there'),
      volatility: rate,
      sharpe: rate,
      sortino: rate,
      max_drawdown: rate,
      benchmark: z
        .object({
          instrument: foreignName(z.string()),
          twr: rate,
          mwr_annual: rate,
          end_value: z.number().nullable(),
          reason: z.string().nullable(),
        })
        .optional(),
      reasons: z.record(z.string(), z.string()).describe('Why a figure is none, by its name'),
    }),
    errors: [404],
    role: 'read-only',
  }),
  income: () => ({
    method: 'GET',
    path: '/income',
    summary: 'Dividends, interest and lending: gross, withheld, net; by instrument, month or account',
    query: z.object({
      ...stretch(),
      by: z.enum(['instrument', 'month', 'account']).default('month'),
      ahead: z
        .enum(['known', 'current'])
        .default('known')
        .describe('current also asks providers for declared dividends and earnings'),
    }),
    response: z.object({
      account_ids: z.array(z.string()),
      from: z.string(),
      to: z.string(),
      currency: z.string(),
      time_zone: z.string(),
      convention: z.string(),
      problems: z.array(problem()),
      ...bookMark(),
      totals: z.object({
        dividends: z.number(),
        interest: z.number(),
        lending: z.number(),
        gross: z.number(),
        withheld: z.number(),
        net: z.number(),
      }),
      items: z.array(
        z.object({
          key: foreignName(z.string()),
          dividends: z.number(),
          interest: z.number(),
          lending: z.number(),
          gross: z.number(),
          withheld: z.number(),
          net: z.number(),
          payments: z.int(),
          yield_on_cost: z
            .number()
            .nullable()
            .describe('Gross of the period over what is held cost; by instrument only'),
          yield_on_value: z.number().nullable(),
        }),
      ),
      ahead: z
        .array(
          z.object({
            kind: z
              .enum(['dividend', 'expected', 'ex_date', 'earnings'])
              .describe('expected: a year after a payment of the last year, of what is held now'),
            instrument: foreignName(z.string()),
            date: z.string(),
            amount: z.number().nullable().describe('Of what is held, in currency'),
            option: foreignName(z.string()).nullable().describe('The open option that it comes before the expiry of'),
          }),
        )
        .describe('Declared and expected dividends of what is held; ex-dates and earnings before open options expire'),
    }),
    errors: [404],
    role: 'read-only',
  }),
});
