// Bank accounts, their statements and their transactions.
import { z } from 'zod';
import { dateOrders, transactionCategories } from '@zorivest/vocabulary';
import { empty, multipart, resource } from '../core/endpoint.ts';
import {
  amount,
  foreign,
  idText,
  isoDay,
  nonBlankText,
  page,
  paging,
  queryFlag,
  text,
  timestamp,
} from '../core/fields.ts';
import { once } from '../core/once.ts';
import { currencyCode } from './figures.ts';
import { importSummary, mappedAccounts, sheetName } from './imports.ts';

const statementFormats = ['auto', 'csv', 'ofx', 'qif', 'camt', 'mt940'] as const;
const transaction = once(() =>
  z.object({
    id: z.int(),
    account_id: z.string(),
    date: z.string(),
    value_date: z.string().nullable(),
    description: foreign(z.string()),
    memo: foreign(z.string()),
    amount: z.number(),
    currency: z.string(),
    fx_rate: z.number().nullable().describe('What the statement booked one unit of currency at in fx_currency'),
    fx_currency: z.string().nullable(),
    category: z.enum(transactionCategories),
    symbol: z.string().nullable(),
    qualified: z
      .boolean()
      .nullable()
      .describe('Of a dividend: qualified or not, where somebody stated it; null: by how long the shares were held'),
    reference_id: z.string().nullable(),
    source: z.string(),
    import_batch_id: z.string().nullable(),
    created_at: timestamp,
  }),
);

const security = once(() => ({
  symbol: nonBlankText(100).describe('The security it was paid on: its ticker, ISIN or CUSIP'),
  qualified: z
    .boolean()
    .describe('Of a dividend: whether it is qualified, as the 1099-DIV says; else the holding period decides'),
}));

const profile = once(() =>
  z.strictObject({
    columns: z
      .strictObject({
        date: nonBlankText(200),
        value_date: nonBlankText(200).optional(),
        amount: nonBlankText(200).optional(),
        debit: nonBlankText(200).optional().describe('Money out, where the bank has a column for each way'),
        credit: nonBlankText(200).optional(),
        sign: nonBlankText(200)
          .optional()
          .describe('Says which way an amount without a sign goes: Debit or Credit, D or C'),
        payee: nonBlankText(200).optional(),
        memo: nonBlankText(200).optional(),
        type: nonBlankText(200).optional(),
        balance: nonBlankText(200).optional(),
        id: nonBlankText(200).optional(),
        check_number: nonBlankText(200).optional(),
        category: nonBlankText(200).optional(),
        currency: nonBlankText(200).optional(),
        account: nonBlankText(200).optional(),
        pending: nonBlankText(200).optional(),
      })
      .refine(
        ({ amount, debit, credit }) => amount ?? debit ?? credit,
        'name the column of the amount, or of debit and credit',
      )
      .describe('Field -> column name, as the file spells it'),
    kind: z.enum(['bank', 'creditcard', 'investment']).default('bank'),
    invert_sign: z.boolean().default(false).describe('What was spent is written as positive'),
    decimal_mark: z.enum(['.', ',']).optional().describe('Found out from the file when left out'),
    date_order: z.enum(dateOrders).optional().describe('Found out from the file when left out'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a code like EUR')
      .optional(),
  }),
);

/** What borrowing shares cost is part of the result of the short it was charged for. */
const touchesTrades = true;

export const banking = resource('leaves-trades', {
  importStatement: () => ({
    method: 'POST',
    path: '/banking/import',
    summary: 'Import a bank statement: OFX/QFX, QIF, CAMT, MT940, CSV or a workbook (.xlsx, .xls, .ods)',
    body: multipart(
      z.strictObject({
        account_id: idText,
        format_hint: z.enum(statementFormats).default('auto'),
        profile: nonBlankText(100).optional().describe('A saved mapping of the columns of a CSV'),
        sheet: sheetName,
        accounts: mappedAccounts(),
        preview: queryFlag(false).describe('Say what would happen and store nothing'),
      }),
      200 * 1024 * 1024,
    ),
    response: importSummary().extend({
      closing_balance: z.number().nullable(),
      closing_currency: z.string().nullable().describe('Of the closing balance'),
    }),
    errors: [404, 413],
    role: 'read-write',
    audit: 'import.bank',
    write: 'book',
    touchesTrades,
  }),
  profiles: () => ({
    method: 'GET',
    path: '/banking/profiles',
    summary: 'Saved mappings of the columns of bank CSV files',
    response: z.array(profile().extend({ name: z.string() })),
    role: 'read-only',
  }),
  saveProfile: () => ({
    method: 'PUT',
    path: '/banking/profiles/{name}',
    summary: 'Save a mapping of columns for a bank whose CSV is not understood',
    body: profile(),
    response: profile().extend({ name: z.string() }),
    role: 'read-write',
    audit: 'import_profile.save',
    write: 'book',
  }),
  removeProfile: () => ({
    method: 'DELETE',
    path: '/banking/profiles/{name}',
    summary: 'Forget a saved mapping',
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'import_profile.delete',
    write: 'book',
  }),
  accounts: () => ({
    method: 'GET',
    path: '/banking/accounts',
    summary: 'Bank accounts with balance and age',
    response: z.array(
      z.object({
        account_id: z.string(),
        name: z.string(),
        institution: z.string(),
        currency: z.string(),
        balance: z.number().nullable(),
        last_updated: timestamp.nullable(),
        balance_source: z.string().nullable().describe('manual, agent_submit, or the format it was imported from'),
      }),
    ),
    role: 'read-only',
  }),
  transactions: () => ({
    method: 'GET',
    path: '/banking/transactions',
    summary: 'Transactions of bank and broker accounts, newest first',
    query: z.object({ ...paging(), account_id: idText.optional(), from: isoDay.optional(), to: isoDay.optional() }),
    response: page(transaction()),
    role: 'read-only',
  }),
  submit: () => ({
    method: 'POST',
    path: '/banking/transactions',
    summary: 'Submit transactions read from a document',
    body: z.strictObject({
      account_id: idText,
      transactions: z
        .array(
          z.strictObject({
            date: isoDay,
            amount: amount.refine((value) => value !== 0, 'must not be zero'),
            currency: currencyCode.optional().describe('The account’s when left out'),
            description: nonBlankText(500),
            category: z.enum(transactionCategories).optional(),
            reference_id: text(200).optional(),
            symbol: security().symbol.optional(),
            qualified: security().qualified.optional(),
          }),
        )
        .min(1)
        .max(5000),
      closing_balance: amount.optional(),
    }),
    response: z.object({
      success: z.boolean(),
      run_id: z.string(),
      imported_count: z.int(),
      duplicate_count: z.int(),
      flagged_count: z.int(),
      balance_match: z.boolean().nullable(),
      balance_drift: z.number().nullable(),
      warnings: z.array(z.string()),
    }),
    errors: [404],
    role: 'read-write',
    audit: 'banking.submit',
    write: 'book',
    touchesTrades,
  }),
  change: () => ({
    method: 'PATCH',
    path: '/banking/transactions/{transaction_id}',
    summary: 'Say what a movement of money was, of which security, and whether a dividend is qualified',
    params: z.object({ transaction_id: z.coerce.number<number>().int().min(1) }),
    body: z
      .strictObject({
        category: z.enum(transactionCategories).optional(),
        symbol: security().symbol.nullable().optional(),
        qualified: security().qualified.nullable().optional(),
      })
      .refine((body) => Object.keys(body).length > 0, 'give category, symbol or qualified'),
    response: transaction(),
    errors: [404],
    role: 'read-write',
    audit: 'transaction.update',
    write: 'book',
    touchesTrades,
  }),
  setBalance: () => ({
    method: 'PUT',
    path: '/banking/accounts/{account_id}/balance',
    summary: 'Record a balance by hand',
    body: z.strictObject({ balance: amount, as_of_date: isoDay.optional(), notes: text(2000).optional() }),
    response: z.object({ id: z.int(), account_id: z.string(), balance: z.number(), datetime: timestamp }),
    errors: [404],
    role: 'read-write',
    audit: 'balance.create',
    write: 'book',
  }),
});
