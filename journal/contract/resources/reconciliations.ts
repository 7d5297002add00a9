// Statements reconciled with the book: what their brokers state, what the book has, and why the two differ.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { idText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const checkKinds = [
  'position',
  'cost',
  'mark',
  'cash',
  'realised',
  'dividends',
  'withholding',
  'nav',
  'twr',
  'statement',
] as const;

/** How far an account was reconciled with its broker: a part of every answer about it. */
export const reconciliationMark = once(() => ({
  reconciled_to: z
    .string()
    .nullable()
    .describe('The evening of the last statement without an open difference; null where none was reconciled'),
  differences: z.int().describe('Open differences between the book and its broker’s statements'),
}));

const check = once(() =>
  z.object({
    kind: z.enum(checkKinds).describe('statement: it contradicts its own rows'),
    subject: z.string().describe('The instrument, the currency, or what a statement says twice'),
    stated: z.number(),
    book: z.number().nullable(),
    difference: z.number().nullable().describe('stated less book'),
    cause: z.string().nullable().describe('Why they differ; null where they do not'),
    act: z.string().nullable().describe('What settles it'),
    fix: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .nullable()
      .describe(
        'What settles it: a position event (POST /position-events), with kind trade a fill (POST /trades), with kind cash a row of money (POST /banking/transactions); its day is a proposal, and what only the person knows is left out',
      ),
    open: z.boolean().describe('Nothing explains it'),
    rows: z.array(z.string()).describe('Rows of the statement, and the book’s fills and movements'),
  }),
);

const statuses = ['equal', 'explained', 'open'] as const;

/** What a broker reported that it holds, compared with the book: a part of every answer about a sync. */
export const syncReconciliation = once(() => ({
  account_id: z.string(),
  date: z.string(),
  status: z.enum(statuses).describe('open: something differs that nothing explains'),
  checked: z.int().describe('Figures of the broker that were compared with the book'),
  open: z.int().describe('Those that differ and have no proved cause'),
}));

/** The same with every figure that differs. */
export const fullSyncReconciliation = once(() => ({ ...syncReconciliation(), differences: z.array(check()) }));

const answer = once(() =>
  z.object({
    items: z
      .array(
        z.object({
          account_id: z.string(),
          statement_id: z.string().describe('The run_id of the import that read it'),
          date: z.string().describe('The evening it is of'),
          source: z.string(),
          status: z.enum(statuses),
          checks: z.array(check()),
        }),
      )
      .describe('The newest first'),
    accounts: z.array(
      z.object({
        account_id: z.string(),
        ...reconciliationMark(),
        never: z.boolean().describe('No statement of it was ever reconciled with the book'),
      }),
    ),
  }),
);

/** One import's statements compared with the book, in short: part of the answer of an import. */
export const importReconciliation = once(() =>
  z.object({
    equal: z.int(),
    explained: z.int(),
    open: z.int(),
    differences: z
      .array(
        z.object({
          account_id: z.string(),
          kind: z.enum(checkKinds),
          subject: z.string(),
          cause: z.string(),
          act: z.string().nullable(),
          open: z.boolean(),
        }),
      )
      .describe('The first twenty, those that are open first'),
  }),
);

export const reconciliations = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/reconciliations',
    summary: 'Every imported statement compared with the book, with the cause of each difference',
    query: z.object({ account_id: idText.optional() }),
    response: answer(),
    errors: [404],
    role: 'read-only',
  }),
  run: () => ({
    method: 'POST',
    path: '/reconciliations:run',
    summary: 'Hold every imported statement against the book now',
    body: z.strictObject({ account_id: idText.optional() }),
    response: answer(),
    errors: [404],
    role: 'read-only',
  }),
});
