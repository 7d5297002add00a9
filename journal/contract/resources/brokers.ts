// Brokers the service can ask for fills itself.
import { z } from 'zod';
import { directions, importStatuses } from '@zorivest/vocabulary';
import { resource } from '../core/endpoint.ts';
import { foreign, idText, nonBlankText, queryFlag, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { accountNames, importRows } from './imports.ts';
import { syncReconciliation, fullSyncReconciliation } from './reconciliations.ts';

const broker = once(() =>
  z.object({
    broker_id: z.string(),
    name: z.string(),
    environment: z.enum(['live', 'paper']),
    seen_live: z.boolean().describe('Somebody has reported that it works with a real account'),
    supports: z.array(z.enum(['fills', 'cash', 'positions', 'balances', 'events'])).describe('What it tells'),
    notice: z.string().nullable().describe('What to know before connecting it'),
    status: z.enum(['not_configured', 'ready', 'failed']),
    account_id: z.string().nullable(),
    schedule: z.string(),
    last_sync: timestamp.nullable(),
    next_sync: timestamp.nullable(),
    last_error: foreign(z.string()).nullable(),
    consent_ends: timestamp.nullable().describe('When the consent given at the broker ends and must be given again'),
    progress: z
      .object({ started_at: timestamp, pages: z.int(), rows: z.int() })
      .nullable()
      .describe('Of a running sync'),
    last_run: z
      .object({
        run_id: z.string(),
        status: z.enum(importStatuses),
        finished_at: timestamp,
        imported: z.int(),
        cash_imported: z.int(),
        events_imported: z.int(),
        updated: z.int(),
        duplicates: z.int(),
        invalid: z.int(),
        reconciliation: z
          .array(z.object(syncReconciliation()))
          .describe(
            'What the broker reported that it holds, compared with the book as it is now; empty where it reported nothing',
          ),
      })
      .nullable()
      .describe('What the last sync changed'),
    settings: z
      .array(z.object({ name: z.string(), secret: z.boolean(), description: z.string(), optional: z.boolean() }))
      .describe('What is needed to set it up'),
  }),
);

const schedule = once(() =>
  z
    .string()
    .regex(/^(?:off|after_close|[1-9]\d{0,2}h)$/, 'must be off, after_close, or a number of hours such as 6h')
    .describe("When it is asked automatically: off, after_close (New York's), or every N hours, such as 6h"),
);

const position = once(() =>
  z.object({
    account_id: z.string(),
    instrument: z.string(),
    direction: z.enum(directions),
    quantity: z.number(),
    avg_price: z.number(),
    cost: z.number(),
    opened_at: timestamp,
  }),
);

export const brokers = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/brokers',
    summary: 'Brokers and when each was last synced; never a credential',
    query: z.object({ include_available: queryFlag(false).describe('Also those that are not set up yet') }),
    response: z.array(broker()),
    role: 'read-only',
  }),
  configure: () => ({
    method: 'PUT',
    path: '/brokers/{broker_id}',
    summary: 'Set a broker up: the account its fills go to, its credentials, when it is asked automatically',
    body: z.strictObject({
      account_id: idText.optional().describe('The account its fills go to; left out, the one it has'),
      credentials: z
        .record(nonBlankText(50), text(4000))
        .optional()
        .describe('By the names in settings; what is left out or empty stays as it is'),
      schedule: schedule().optional(),
      accounts: accountNames()
        .optional()
        .describe("The book's account for each account as the broker names it; stored for every later sync"),
    }),
    response: broker().extend({
      consent_url: z.string().nullable().describe('Where to give consent in a browser, for a broker that wants it'),
    }),
    errors: [404, 502],
    // Credentials are entered by the person, never by an assistant.
    role: 'person',
    audit: 'broker.configure',
    write: 'outside',
    wantsPassphrase: true,
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/brokers/{broker_id}',
    summary: 'Forget a broker and its credentials; its trades stay',
    response: { kind: 'empty' },
    errors: [404],
    role: 'person',
    audit: 'broker.remove',
    write: 'book',
    wantsPassphrase: true,
  }),
  sync: () => ({
    method: 'POST',
    path: '/brokers/{broker_id}/sync',
    summary: 'Fetch fills from a broker; what the book has already is not added again',
    response: z.object({
      broker_id: z.string(),
      status: z
        .enum(['success', 'partial'])
        .describe('partial: the broker stopped answering; the next sync continues from there'),
      run_id: z.string(),
      imported: z.int(),
      cash_imported: z.int(),
      events_imported: z.int(),
      duplicates_skipped: z.int(),
      updated: z.int(),
      rows: importRows(),
      errors: z.array(z.object({ row: z.int(), message: foreign(z.string()) })),
      warnings: z.array(foreign(z.string())),
      reconciliation: z
        .array(z.object(fullSyncReconciliation()))
        .describe(
          'What the broker reports that it holds, compared with the book, an account each; empty where it reports nothing',
        ),
      synced_at: timestamp,
    }),
    errors: [404, 409, 502],
    role: 'read-write',
    audit: 'broker.sync',
    write: 'outside',
    touchesTrades: true,
    confirms: 'sync_broker',
  }),
  cancel: () => ({
    method: 'POST',
    path: '/brokers/{broker_id}/cancel',
    summary: 'Stop a running sync; what it has fetched is stored, and the next one continues from there',
    response: z.object({ broker_id: z.string(), was_running: z.boolean() }),
    errors: [404],
    role: 'read-write',
    audit: 'broker.cancel',
    write: 'service',
  }),
  positions: () => ({
    method: 'GET',
    path: '/brokers/{broker_id}/positions',
    summary: "Open positions of the broker's account, from the fills in the book",
    response: z.array(position()),
    errors: [404, 409],
    role: 'read-only',
  }),
});
