// Brokers the service can ask for fills itself.
import { z } from 'zod';
import { directions } from '@zorivest/words';
import { resource } from '../core/endpoint.ts';
import { foreign, idText, nonBlankText, queryFlag, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

const broker = once(() =>
  z.object({
    broker_id: z.string(),
    name: z.string(),
    environment: z.enum(['live', 'paper']),
    status: z.enum(['not_configured', 'ready', 'failed']),
    account_id: z.string().nullable(),
    last_sync: timestamp.nullable(),
    last_error: foreign(z.string()).nullable(),
    settings: z.array(z.object({ name: z.string(), secret: z.boolean(), description: z.string() })),
  }),
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
    summary: 'Set a broker up: the account its fills go to, and its credentials',
    body: z.strictObject({ account_id: idText, credentials: z.record(nonBlankText(50), nonBlankText(500)) }),
    response: broker(),
    errors: [404],
    // Credentials are entered by the person, never by an assistant.
    role: 'person',
    audit: 'broker.configure',
    write: 'book',
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
        .describe('partial: the broker stopped answering; the next sync goes on from there'),
      run_id: z.string(),
      imported: z.int(),
      cash_imported: z.int(),
      duplicates_skipped: z.int(),
      updated: z.int(),
      errors: z.array(z.object({ row: z.int(), message: foreign(z.string()) })),
      warnings: z.array(foreign(z.string())),
      synced_at: timestamp,
    }),
    errors: [404, 409, 502],
    role: 'read-write',
    audit: 'broker.sync',
    write: 'outside',
    touchesTrades: true,
    confirms: 'sync_broker',
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
