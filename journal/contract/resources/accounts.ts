// Accounts and what they were worth when.
import { reportsBasis } from '@zorivest/vocabulary';
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import {
  amount,
  idText,
  isoTime,
  page,
  paging,
  queryFlag,
  text,
  timestamp,
  nameText,
  nonBlankText,
} from '../core/fields.ts';
import { once } from '../core/once.ts';
import { figureBasis } from './figures.ts';
import { reconciliationMark } from './reconciliations.ts';

export const accountTypes = [
  'broker',
  'bank',
  'revolving',
  'installment',
  'ira',
  'roth_ira',
  '401k',
  'hsa',
  'crypto',
] as const;
type AccountType = (typeof accountTypes)[number];

const otherNames: Readonly<Record<string, string>> = { k401: '401k', brokerage: 'broker' };

const accountType = z.preprocess((value) => {
  if (typeof value !== 'string') return value;
  const lower = value.toLowerCase();
  return otherNames[lower] ?? lower;
}, z.enum(accountTypes)) as unknown as z.ZodType<AccountType, string>; // preprocess types its input as unknown

const fields = once(() => ({
  name: nameText(200),
  account_type: accountType.describe('Any case; K401 is 401k, brokerage is broker'),
  institution: text(200),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code such as USD'),
  is_tax_advantaged: z.boolean(),
  is_spousal: z.boolean().describe('Belongs to the spouse: counted by the wash-sale rules'),
  broker_id: text(100).nullable(),
  reports_basis: z
    .enum(reportsBasis)
    .nullable()
    .describe('What its broker reports of sales: yes with the basis (also where null), no without, no_1099 nothing'),
  notes: text(20_000).nullable(),
}));

const account = once(() =>
  z.object({
    ...fields(),
    name: nonBlankText(200),
    account_id: z.string(),
    account_type: z.enum(accountTypes),
    is_archived: z.boolean(),
    is_system: z.boolean(),
    created_at: timestamp,
    latest_balance: z.number().nullable().describe('In the currency of the account'),
    latest_balance_date: timestamp.nullable(),
    foreign_balances: z
      .array(z.object({ currency: z.string(), balance: z.number(), datetime: timestamp }))
      .describe('The latest of each other currency that a statement closed in'),
  }),
);

const snapshot = once(() =>
  z.object({ id: z.int(), account_id: z.string(), balance: z.number(), currency: z.string(), datetime: timestamp }),
);

const verb = once(() => ({
  method: 'POST',
  response: account(),
  errors: [404],
  role: 'read-write',
}));

export const accounts = resource('touches-trades', {
  create: () => ({
    method: 'POST',
    path: '/accounts',
    summary: 'Open an account in the book',
    body: z.strictObject({
      ...fields(),
      account_id: idText.refine((id) => !/[:/]/.test(id), 'must not contain a colon or a slash').optional(),
      institution: fields().institution.default(''),
      currency: fields().currency.default('USD'),
      is_tax_advantaged: fields().is_tax_advantaged.default(false),
      is_spousal: fields().is_spousal.default(false),
      broker_id: fields().broker_id.optional(),
      reports_basis: fields().reports_basis.optional(),
      notes: fields().notes.optional(),
    }),
    response: account(),
    status: 201,
    errors: [409],
    role: 'read-write',
    audit: 'account.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/accounts',
    summary: 'Accounts with their latest balances',
    query: z.object({
      include_archived: queryFlag(false),
      include_system: queryFlag(false),
      with_history: queryFlag(false).describe('Also the balances before the latest'),
    }),
    response: z.array(
      account().extend({
        ...reconciliationMark(),
        history: z
          .array(z.number())
          .optional()
          .describe('There with `with_history`: up to 24 recorded balances in its own currency, oldest first'),
      }),
    ),
    role: 'read-only',
  }),
  tradeCounts: () => ({
    method: 'POST',
    path: '/accounts:trade-counts',
    summary: 'How many trades, executions and plans refer to each account',
    body: z.strictObject({ account_ids: z.array(idText).min(1).max(100) }),
    response: z.record(
      z.string(),
      z.object({
        trade_count: z.int().describe('Trades, in the setting analytics.unit'),
        execution_count: z.int(),
        plan_count: z.int(),
      }),
    ),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/accounts/{account_id}',
    summary: 'One account with its results',
    response: account().extend({
      ...figureBasis(),
      ...reconciliationMark(),
      currency: fields().currency.describe('Of the account, and of every amount here'),
      trade_count: z.int().describe('Trades, in the setting analytics.unit'),
      execution_count: z.int(),
      round_trip_count: z.int(),
      win_rate: z.number().nullable().describe('Percent of closed trades with a profit'),
      total_realized_pnl: z
        .number()
        .describe('Net of costs, what is still open included, in the currency of the account'),
    }),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/accounts/{account_id}',
    summary: 'Change some fields of an account',
    body: z.strictObject(fields()).partial(),
    response: account(),
    errors: [404],
    role: 'read-write',
    audit: 'account.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/accounts/{account_id}',
    summary: 'Delete an account that no trade and no plan refers to',
    response: empty,
    errors: [404, 409],
    role: 'read-write',
    audit: 'account.delete',
    write: 'book',
    confirms: 'delete_account',
  }),
  archive: () => ({
    ...verb(),
    path: '/accounts/{account_id}:archive',
    summary: 'Put an account away',
    audit: 'account.archive',
    write: 'book',
  }),
  unarchive: () => ({
    ...verb(),
    path: '/accounts/{account_id}:unarchive',
    summary: 'Bring an account back',
    audit: 'account.unarchive',
    write: 'book',
  }),
  reassignTrades: () => ({
    ...verb(),
    path: '/accounts/{account_id}:reassign-trades',
    summary: 'Move the trades to the SYSTEM_DEFAULT account, then delete the account',
    response: z.object({ trades_reassigned: z.int() }),
    audit: 'account.reassign_trades',
    write: 'book',
    confirms: 'reassign_trades',
  }),
  recordBalance: () => ({
    method: 'POST',
    path: '/accounts/{account_id}/balances',
    summary: 'Record what the account is worth',
    body: z.strictObject({ balance: amount, snapshot_datetime: isoTime.optional() }),
    response: snapshot(),
    status: 201,
    errors: [404],
    role: 'read-write',
    audit: 'balance.create',
    write: 'book',
    touchesTrades: false,
  }),
  balances: () => ({
    method: 'GET',
    path: '/accounts/{account_id}/balances',
    summary: 'The recorded balances, newest first',
    query: z.object(paging({ limit: 100 })),
    response: page(snapshot()),
    errors: [404],
    role: 'read-only',
  }),
});
