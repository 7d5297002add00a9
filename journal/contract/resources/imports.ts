// Statements into the book: every import is a run that can be looked at, previewed and undone.
import { z } from 'zod';
import {
  assetClasses,
  bankFields,
  byName,
  dateOrders,
  importCounts,
  importKinds,
  importOutcomes,
  importStatuses,
  leftOutKinds,
  lookAlikeDecisions,
  mappedFields,
  statedKinds,
  watchedStates,
} from '@zorivest/vocabulary';
import { multipart, multipartFiles, resource } from '../core/endpoint.ts';
import {
  foreign,
  foreignName,
  idText,
  nameText,
  nonBlankText,
  page,
  paging,
  queryFlag,
  text,
  timestamp,
} from '../core/fields.ts';
import { once } from '../core/once.ts';
import { importReconciliation } from './reconciliations.ts';

/** Statements of five years fit; what is larger is not one. */
const maxStatementBytes = 200 * 1024 * 1024;

/** What a run did, in numbers. */
const counts = once(() => byName(importCounts, (meaning) => (meaning === null ? z.int() : z.int().describe(meaning))));

/** Every row of data, counted once by what became of it. */
export const importRows = once(() =>
  z.object({
    read: z.int().describe('Rows of data: no headings, totals or blank lines; the sum of all that follows'),
    trades: z.int().describe('Gave trades that are new'),
    events: z.int().describe('Gave, or are part of, splits, transfers and other events that are new'),
    cash: z.int().describe('Gave movements of money that are new'),
    known: z.int().describe('The book has them already'),
    changed: z.int().describe('Corrected or cancelled earlier rows'),
    asked: z.int().describe('Need an answer from you'),
    unreadable: z.int().describe('Could not be read; errors says why'),
    left_out: z
      .array(
        z.object({
          kind: z
            .enum(byName(leftOutKinds, (_, name) => name))
            .describe('deleted: the fill was deleted on purpose and stays so'),
          reason: foreign(z.string()),
          count: z.int(),
          example_row: z.int().describe('The first of them; 0 where the file does not number them'),
        }),
      )
      .describe('Left out on purpose, by reason'),
  }),
);

const status = z.enum(importStatuses).describe('partial: some rows could not be read; failed: none could');

/** What a person is to see before a file that leaves something open is stored. */
const review = once(() =>
  z.object({
    review_id: z.string().describe('Send it back with accept: true to import the file as it is shown here'),
    columns: z.record(z.string(), z.string()).describe("Field -> the file's column it was taken from"),
    samples: z
      .array(
        z.object({
          row: z.int(),
          before: z.record(z.string(), z.string()).describe('Column -> cell'),
          after: z.record(z.string(), z.unknown()).describe('The trade, the movement of money, or why it was left out'),
        }),
      )
      .describe('The first rows, as they stand in the file and as they were understood'),
    unclear: z.array(z.string()).describe('What had to be guessed or needs an answer, in sentences'),
  }),
);

/** What decides about a file that leaves something open. */
const decision = once(() => ({
  accept: queryFlag(false).describe('Import it as the review with review_id showed it'),
  review_id: text(64).optional(),
}));

/** The account of the book for each account of a file, as the file names it. */
export const accountNames = once(() => z.record(nonBlankText(200), idText));

const accountNamesText = once(
  () =>
    z.preprocess((value, context) => {
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value) as unknown;
      } catch {
        context.addIssue('must be a JSON object: {"account as in the file": "account of the book"}');
        return z.NEVER;
      }
    }, accountNames()) as unknown as z.ZodType<Record<string, string>, Record<string, string>>, // sent as text in a form
);

export const mappedAccounts = once(() =>
  accountNamesText().optional().describe("Account as the file names it -> the book's account; stored for next time"),
);

export const importSummary = once(() =>
  z.object({
    run_id: z.string().nullable().describe('null when nothing was stored: for a preview, or when needs_review'),
    preview: z.boolean(),
    status,
    detected_format: z.string(),
    confidence: z.number(),
    reason: z.string(),
    needs_review: z.boolean().describe('Nothing was imported: review says what is to be decided first'),
    review: review().nullable(),
    ...counts(),
    rows: importRows(),
    errors: z
      .array(z.object({ row: z.int(), message: foreign(z.string()) }))
      .describe('The first hundred rows that could not be read'),
    left_out: z
      .array(
        z.object({
          row: z.int(),
          outcome: z.enum(importOutcomes).describe('deleted: the fill was deleted on purpose and stays so'),
          message: foreign(z.string()),
          exec_id: z.string().optional().describe('Of a deleted fill'),
          bin_id: z
            .int()
            .nullable()
            .optional()
            .describe(
              'Brings a deleted fill back with what hung on it (POST /bin/{id}:restore); null: the bin no longer has it',
            ),
        }),
      )
      .describe('The first hundred rows left out on purpose'),
    look_alike_fills: z
      .array(z.object({ row: z.int(), exec_id: z.string(), message: foreign(z.string()) }))
      .describe('The first hundred look-alikes, each with what it looks like; they wait for a decision'),
    warnings: z.array(foreign(z.string())),
    reconciliation: importReconciliation()
      .nullable()
      .describe(
        'What the statement states besides its rows, reconciled with the book; null where it states nothing, or the book is large: then /reconciliations has it',
      ),
  }),
);

const uploadSummary = once(() =>
  importSummary().extend({
    movements: z
      .array(
        z.object({
          date: z.string(),
          amount: z.number(),
          currency: z.string().nullable().describe('Null: that of the account'),
          description: foreign(z.string()),
        }),
      )
      .describe('The first cash movements as they were understood, to check which column is what'),
  }),
);

const run = once(() =>
  z.object({
    run_id: z.string(),
    kind: z.enum(importKinds),
    source: z.string().describe('The format of the file, or the broker that was synced'),
    file_name: foreignName(z.string()).nullable(),
    account_id: z.string(),
    status,
    ...counts(),
    rows: importRows().describe('As the import ended'),
    warnings: z.array(foreign(z.string())),
    started_at: timestamp,
    finished_at: timestamp,
    undone_at: timestamp.nullable(),
  }),
);

const runNote = once(() =>
  z.object({
    row: z.int().nullable(),
    outcome: z.enum(importOutcomes),
    message: foreign(z.string()),
    ref: z.string().nullable(),
  }),
);

const profile = once(() =>
  z.strictObject({
    columns: z
      .partialRecord(z.enum(mappedFields), nonBlankText(200))
      .describe('Field -> column name; fields left out are looked for under their usual names'),
    costs: z.enum(['positive', 'negative']).default('positive').describe('How costs are written'),
    side_words: z
      .strictObject({ buy: z.array(nonBlankText(64)).max(50), sell: z.array(nonBlankText(64)).max(50) })
      .optional()
      .describe("The file's own words for a buy and a sell"),
    asset_class: z.enum(assetClasses).optional().describe('What every row trades, where the symbols do not say'),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/, 'must be a code like EUR')
      .optional()
      .describe('Of rows that name none'),
    signed_quantity: z.boolean().default(false).describe('The side is the sign of the quantity'),
    decimal_mark: z.enum(['.', ',']).default('.'),
    date_order: z.enum(dateOrders).default('mdy'),
    time_zone: nonBlankText(64).optional(),
  }),
);

const shared = once(() => ({
  method: 'POST',
  response: importSummary(),
  errors: [404, 413],
  role: 'read-write',
}));

const uploaded = once(() =>
  z.object({
    id: z.string(),
    name: z.string(),
    size: z.int(),
    kind: z.enum(importKinds),
    format: z.string().describe('unknown when no format knows the file; generic when it is known by its shape only'),
    confidence: z.number(),
    reason: z.string(),
    accounts: z.array(z.string()).describe('The accounts it holds, as it names them'),
    sheets: z.array(z.string()).describe('The sheets of a workbook that have cells; none for other files'),
    expires_at: timestamp,
  }),
);

export const sheetName = nonBlankText(100)
  .optional()
  .describe('Of a workbook: the sheet to read; left out, the one whose columns are known');

/** Answers about files that were uploaded before. */
const aboutUploads = once(() =>
  z.strictObject({
    account_id: idText.optional().describe('The account of rows that name none'),
    accounts: accountNames()
      .optional()
      .describe("Account as the file names it -> the book's account; stored for next time"),
    kind: z
      .enum(['broker_csv', 'bank'])
      .optional()
      .describe("What a table is: a broker's trades or a bank's statement; recognised by the columns when left out"),
    profile: nonBlankText(100).optional().describe('A saved mapping of columns, of that kind'),
    time_zone: text(64).optional().describe('The zone of times that carry none; each format knows its own'),
    sheet: sheetName,
    accept: z.boolean().default(false).describe('Import it as the review with review_id showed it'),
    review_id: text(64).optional(),
    uploads: z.array(idText).max(49).default([]).describe('Further uploads of the same kind that go into the same run'),
  }),
);

const watched = once(() =>
  z.object({
    state: z
      .enum(['off', 'watching', 'paused', 'failed'])
      .describe('paused: while the assistants are stopped; failed: fault says why'),
    folder: z.string().nullable(),
    account_id: z.string().nullable(),
    warning: z.string().nullable().describe('Who may put statements there'),
    fault: z.string().nullable(),
    turn_at: timestamp
      .nullable()
      .describe('When its turn last came, every two seconds; while it is paused nothing is opened then'),
    files: z.array(
      z.object({
        name: foreignName(z.string()),
        state: z.enum(byName(watchedStates, (_, name) => name)).describe('asked: import it by hand after looking'),
        message: foreign(z.string()),
        run_id: z.string().nullable().describe('Takes it back (POST /imports/{run_id}:undo)'),
        looked_at: timestamp,
      }),
    ),
  }),
);

const previewFlag = queryFlag(false).describe('Say what would happen and store nothing');

const statedOf = once(() => ({
  account_id: z.string().describe('The book’s'),
  account: z.string().optional().describe('As the file names it'),
  currency: z.string().optional(),
  date: z.string().optional(),
  row: z.int().optional(),
}));

export const imports = resource('touches-trades', {
  brokerCsv: () => ({
    ...shared(),
    path: '/import/csv',
    summary: 'Import a broker file: CSV or workbook (.xlsx, .xls, .ods) of any known broker, or IBKR Flex XML',
    description:
      'The format is found by its columns. A file known by its shape only is not stored before somebody has looked at its review. Rows the book has already are counted as duplicates; importing a file again adds nothing.',
    body: multipart(
      z.strictObject({
        account_id: idText,
        broker_hint: text(64).default('auto'),
        time_zone: text(64).optional().describe('The zone of times that carry none; each format knows its own'),
        profile: nonBlankText(100).optional().describe('A saved mapping of columns'),
        sheet: sheetName,
        accounts: mappedAccounts(),
        ...decision(),
        preview: previewFlag,
      }),
      maxStatementBytes,
    ),
    audit: 'import.broker_csv',
    write: 'book',
  }),
  brokerPdf: () => ({
    ...shared(),
    path: '/import/pdf',
    summary: 'Import a broker PDF; scans are refused',
    body: multipart(
      z.strictObject({
        account_id: idText,
        accounts: mappedAccounts(),
        preview: previewFlag,
        accept_low_confidence: queryFlag(false).describe(
          'Import what the reader is not sure of, after looking at the preview',
        ),
      }),
      25 * 1024 * 1024,
    ),
    audit: 'import.broker_pdf',
    write: 'book',
  }),
  upload: () => ({
    method: 'POST',
    path: '/import/uploads',
    summary: 'Send statements once, to be previewed and imported by their ids',
    description:
      'One or more parts called file. An upload lies encrypted in the home, for a day at most and 2 GB all together, until its run is undone, the vault is locked or the service ends. ' +
      'A key sees its own, and has 200 MB for what it has not imported; all keys together have 1 GB.',
    body: multipartFiles(z.object({}), maxStatementBytes),
    response: z.object({ uploads: z.array(uploaded()) }),
    status: 201,
    errors: [413],
    role: 'read-write',
    isControl: true,
    audit: 'import.upload',
    touchesTrades: false,
  }),
  uploadTable: () => ({
    method: 'GET',
    path: '/import/uploads/{upload_id}/table',
    summary: 'The headings and first rows of an uploaded table, to say in a profile which column is what',
    query: z.strictObject({ sheet: sheetName }),
    response: z.object({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())),
      fields: z
        .partialRecord(z.enum(mappedFields), z.string())
        .describe('Field -> the column whose heading gives it away'),
      bank_fields: z.partialRecord(z.enum(bankFields), z.string()).describe("The same, were it a bank's statement"),
      decimal_mark: z.enum(['.', ',']),
      date_order: z.enum(dateOrders),
    }),
    errors: [404, 409],
    role: 'read-only',
  }),
  previewUpload: () => ({
    method: 'POST',
    path: '/import/uploads/{upload_id}:preview',
    summary: 'Say what importing an upload would do, and store nothing',
    body: aboutUploads(),
    response: uploadSummary(),
    errors: [404, 409],
    role: 'read-write',
    isControl: true,
    audit: 'import.preview',
    touchesTrades: false,
  }),
  importUpload: () => ({
    ...shared(),
    path: '/import/uploads/{upload_id}:import',
    summary: 'Import an upload, or several in one run',
    body: aboutUploads(),
    response: uploadSummary(),
    errors: [404, 409],
    audit: 'import.upload',
    write: 'book',
  }),
  watch: () => ({
    method: 'GET',
    path: '/import/watch',
    summary: 'The folder whose statements are imported automatically, and what became of its files',
    response: watched(),
    role: 'read-only',
  }),
  setWatch: () => ({
    method: 'PUT',
    path: '/import/watch',
    summary: 'Watch a folder: statements put there are imported where they leave nothing open and only add',
    description:
      'A statement that leaves anything open, or would change what is in the book, is named with the reason and left where it is; one that is in the book is moved into the folder `imported` next to it. Nothing happens while the assistants are stopped.',
    body: z.strictObject({
      folder: nonBlankText(1000).describe('The whole path, from the root'),
      account_id: idText.optional().describe('The account of rows that name none'),
    }),
    response: watched(),
    errors: [404],
    role: 'person',
    audit: 'import.watch',
    write: 'service',
    touchesTrades: false,
  }),
  stopWatch: () => ({
    method: 'DELETE',
    path: '/import/watch',
    summary: 'Watch no folder any more; what was imported stays',
    response: { kind: 'empty' },
    role: 'person',
    audit: 'import.unwatch',
    write: 'service',
    touchesTrades: false,
  }),
  list: () => ({
    method: 'GET',
    path: '/imports',
    summary: 'The import log, newest first',
    query: z.object({ ...paging(), account_id: idText.optional(), kind: z.enum(importKinds).optional() }),
    response: page(run()),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/imports/{run_id}',
    summary: 'One run with what happened to its rows',
    query: z.object(paging({ limit: 200 })),
    response: run().extend({ notes: page(runNote()) }),
    errors: [404],
    role: 'read-only',
  }),
  stated: () => ({
    method: 'GET',
    path: '/imports/{run_id}/stated',
    summary: 'What the broker states besides its rows: results and rates of fills, positions, cash',
    query: z.object(paging({ limit: 200 })),
    response: z.object({
      fills: page(
        z.object({
          exec_id: z.string(),
          realized_pnl: z.number().nullable(),
          amount: z.number().nullable(),
          currency: z.string().nullable(),
          fx_rate: z.number().nullable().describe('What one unit of the fill’s currency was of fx_currency'),
          fx_currency: z.string().nullable(),
          isin: z.string().nullable(),
        }),
      ),
      positions: z.array(
        z.object({
          ...statedOf(),
          instrument: z.string(),
          quantity: z.number(),
          price: z.number().optional(),
          value: z.number().optional(),
          cost: z.number().optional().describe('Of the whole position'),
          cost_price: z.number().optional(),
          unrealised: z.number().optional(),
          multiplier: z.number().optional(),
          isin: z.string().optional(),
          name: z.string().optional(),
          kind: z.string().optional().describe('As the broker calls it'),
          broker_id: z.string().optional(),
          priced: z.string().optional(),
          prior_quantity: z.number().optional(),
          prior_price: z.number().optional(),
          result: z.number().optional(),
        }),
      ),
      cash: z.array(
        z.object({
          ...statedOf(),
          currency: z.string(),
          amount: z.number().describe('At the end'),
          in_base: z.boolean().optional().describe('The sum of all currencies, in that of the account'),
          settled: z.number().optional(),
          opening: z.number().optional(),
          from: z.string().optional(),
          moved: z.record(z.string(), z.number()).optional().describe('What moved it, by the broker’s word for it'),
        }),
      ),
      figures: z
        .array(
          z.object({
            ...statedOf(),
            kind: z.enum(statedKinds),
            subject: z.string(),
            from: z.string().optional(),
            name: z.string().optional(),
            note: z.string().optional(),
            amounts: z.record(z.string(), z.number()),
          }),
        )
        .describe('Every other sum: results by instrument, income, the value of the account, its return'),
      contradictions: z.array(
        z.object({
          ...statedOf(),
          subject: z.string(),
          stated: z.number(),
          own: z.number().describe('What the statement’s own rows or parts come to'),
          reason: z.string(),
        }),
      ),
    }),
    errors: [404],
    role: 'read-only',
  }),
  lookAlikes: () => ({
    method: 'GET',
    path: '/imports/{run_id}/look-alikes',
    summary: 'The rows of a run that look like rows the book has from another source',
    query: z.object({ ...paging({ limit: 200 }), undecided: queryFlag(false).describe('Only those that wait') }),
    response: page(
      z.object({
        row: z.int(),
        kind: z.enum(['trade', 'cash']),
        id: z.string().describe('What the row would be stored as'),
        like: z.string().describe('What the book has'),
        message: foreign(z.string()),
        decision: z.enum(lookAlikeDecisions).nullable(),
        decided_at: timestamp.nullable(),
      }),
    ),
    errors: [404],
    role: 'read-only',
  }),
  decide: () => ({
    method: 'POST',
    path: '/imports/{run_id}/look-alikes:decide',
    summary: 'Answer for rows that look alike whether they are the same as what the book has, or new',
    description: 'New ones are stored with the run. The answer holds for every later import of the row.',
    body: z.strictObject({
      decisions: z
        .array(z.strictObject({ row: z.int(), decision: z.enum(lookAlikeDecisions) }))
        .min(1)
        .max(10_000),
    }),
    response: z.object({
      run_id: z.string(),
      same: z.int(),
      new: z.int(),
      imported: z.int(),
      cash_imported: z.int(),
      undecided: z.int(),
    }),
    errors: [404, 409],
    role: 'read-write',
    audit: 'import.decide',
    write: 'book',
  }),
  undo: () => ({
    method: 'POST',
    path: '/imports/{run_id}:undo',
    summary: 'Take back everything a run brought in or changed',
    description:
      'Refused while trades of the run carry work of your own (reports, images, links, mistakes, edits), which would go with them, unless discard_own_work says so.',
    query: z.object({ discard_own_work: queryFlag(false) }),
    response: z.object({
      run_id: z.string(),
      trades_removed: z.int(),
      transactions_removed: z.int(),
      events_removed: z.int(),
      trades_restored: z.int(),
    }),
    errors: [404, 409],
    role: 'read-write',
    audit: 'import.undo',
    write: 'book',
  }),
  instruments: () => ({
    method: 'GET',
    path: '/import/instruments',
    summary: 'Instruments that statements name by their ISIN only, with what they are called in the book',
    query: z.object({ ...paging({ limit: 200 }), unnamed: queryFlag(false).describe('Only those without a name') }),
    response: page(
      z.object({
        isin: z.string(),
        name: z.string().nullable().describe('What the statements call it'),
        instrument: z.string().nullable().describe('What you have called it; null until you say'),
        trades: z.int(),
      }),
    ),
    role: 'read-only',
  }),
  nameInstrument: () => ({
    method: 'PUT',
    path: '/import/instruments/{isin}',
    summary: 'Assign a symbol to an instrument without a ticker, in all existing rows and in later statements',
    description: 'Naming it by its own ISIN takes the name back.',
    body: z.strictObject({ instrument: nameText(100) }),
    response: z.object({
      isin: z.string(),
      instrument: z.string(),
      trades_renamed: z.int(),
      transactions_renamed: z.int(),
      events_renamed: z.int(),
    }),
    errors: [404],
    role: 'read-write',
    audit: 'instrument.name',
    write: 'book',
  }),
  profiles: () => ({
    method: 'GET',
    path: '/import/profiles',
    summary: 'Saved mappings of columns',
    response: z.array(profile().extend({ name: z.string() })),
    role: 'read-only',
  }),
  saveProfile: () => ({
    method: 'PUT',
    path: '/import/profiles/{name}',
    summary: 'Save a mapping of columns for files no format knows',
    body: profile(),
    response: profile().extend({ name: z.string() }),
    role: 'read-write',
    audit: 'import_profile.save',
    write: 'book',
    touchesTrades: false,
  }),
  removeProfile: () => ({
    method: 'DELETE',
    path: '/import/profiles/{name}',
    summary: 'Forget a saved mapping',
    response: { kind: 'empty' },
    errors: [404],
    role: 'read-write',
    audit: 'import_profile.delete',
    write: 'book',
    touchesTrades: false,
  }),
});
