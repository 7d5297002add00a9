// What assistants did: every call of a tool, resource or prompt, and every request of a key that belongs to none.
import { z } from 'zod';
import { document, empty, resource } from '../core/endpoint.ts';
import { text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const callKinds = ['tool', 'resource', 'prompt'] as const;
const callOutcomes = [
  'ok',
  'refused_guard',
  'refused_role',
  'invalid',
  'pending',
  'declined',
  'failed',
  'cancelled',
] as const;
const confirmations = ['none', 'client', 'app', 'token'] as const;

const client = z.object({ name: z.string().max(200), version: z.string().max(100).nullable() });

const facts = once(() =>
  z.object({
    kind: z.enum(callKinds),
    tool: z.string().describe('Name or URI; for `rest` method and path'),
    outcome: z
      .enum(callOutcomes)
      .describe(
        'invalid: refused before the handler; pending: told to confirm or to wait; declined: the person said no, or time ' +
          'ran out; failed: the service answered an error, not found too',
      ),
    client: client.nullable(),
    arguments: z.string().nullable().describe('JSON without secrets, cut at 4 kB'),
    confirmed_by: z.enum(confirmations),
    duration_ms: z.number(),
    request_ids: z.array(z.string()).describe('Ties the call to rows of the audit'),
    at: timestamp.describe('When it began'),
  }),
);

const filter = once(() =>
  z.object({
    tool: text(500).optional().describe('Name or URI; for `rest` method and path'),
    key_id: text(100).optional(),
    client: text(200).optional().describe('What the client calls itself'),
    outcome: z.enum(callOutcomes).optional(),
    from: z.iso.datetime({ offset: true }).optional().describe('The first moment that counts'),
    to: z.iso.datetime({ offset: true }).optional().describe('The first moment that does not'),
  }),
);

/** More at once would be too much for one answer. */
const MOST_EXPORTED = 50_000;

export const activity = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/activity',
    summary: 'What assistants did, newest first',
    query: filter().extend({
      limit: z.coerce.number<number>().int().min(1).max(1000).default(50),
      offset: z.coerce.number<number>().int().min(0).default(0),
    }),
    response: z.object({
      items: z.array(
        facts().extend({
          id: z.int(),
          via: z.enum(['mcp', 'rest']),
          key_id: z.string().nullable(),
          arguments: z.unknown().describe('Without secrets; a string where it was cut at 4 kB'),
          answer_tokens: z.int().describe('Bytes of the answer, divided by 4'),
        }),
      ),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
    role: 'person',
  }),
  export: () => ({
    method: 'GET',
    path: '/activity/export',
    summary: 'What assistants did as a file, newest first',
    description:
      'CSV makes text safe for spreadsheets, as every export does. More than `limit` rows: go on with `offset`.',
    query: filter().extend({
      format: z.enum(['csv', 'json']).default('csv'),
      did: z
        .enum(['read', 'write', 'refused'])
        .optional()
        .describe('write: calls that changed something; refused: those that did not and were not answered either'),
      limit: z.coerce.number<number>().int().min(1).max(MOST_EXPORTED).default(MOST_EXPORTED),
      offset: z.coerce.number<number>().int().min(0).default(0),
    }),
    response: document('text/csv', 'application/json'),
    role: 'person',
  }),
  record: () => ({
    method: 'POST',
    path: '/activity',
    summary: "A server of an assistant's reports what was called with its own key",
    description:
      'A call that the guard was asked about and that is neither reported nor named as running for 60 seconds ends as failed.',
    body: z.strictObject({
      calls: z
        .array(
          facts()
            .extend({
              id: nonBlankText(100).describe('The same as in the guard check'),
              tool: nonBlankText(500),
              arguments: z.string().max(4096).nullable(),
              answer_bytes: z.int().min(0),
              request_ids: z.array(text(100)).max(200),
            })
            .strict(),
        )
        .max(1000),
      running: z.array(nonBlankText(100)).max(1000).default([]),
      lost: z.int().min(0).default(0).describe('Calls whose record was lost while the service was away'),
    }),
    response: empty,
    role: 'read-only',
    isControl: true,
    whileGuardLocked: true,
  }),
});
