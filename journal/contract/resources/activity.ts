// What was done with keys: every request of a key, with what the assistant's server reports of the call it belongs to.
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
const client = z.object({ name: z.string().max(200), version: z.string().max(100).nullable() });

const outcome = z
  .enum(callOutcomes)
  .describe(
    'invalid: refused before the handler; pending: asked to confirm or to wait; declined: the person declined, or time ' +
      'ran out; failed: the service answered an error, not found too',
  );

/** What a server reports of a call. */
const callReport = once(() =>
  z.object({
    kind: z.enum(callKinds),
    tool: z.string().describe('Name or URI'),
    outcome,
    arguments: z.unknown().describe('Without secrets; a string where it was cut at 4 kB'),
    duration_ms: z.number().nullable(),
    answer_tokens: z.int().nullable().describe('Bytes of the answer, divided by 4'),
    client: client.nullable(),
  }),
);

const row = once(() =>
  z.object({
    id: z.int(),
    at: timestamp.describe('By the clock of the service'),
    key_id: z.string().nullable(),
    label: z.string().nullable().describe('What the person called the key then'),
    request_id: z.string().nullable().describe('Id that the service assigned to the request; the audit names it too'),
    client_request_id: z.string().nullable().describe('What the caller called its request'),
    call_id: z.string().nullable().describe('What the caller calls the call that the request is part of'),
    operation: z
      .string()
      .nullable()
      .describe('Such as `trades.create`; null where a call reached nothing here and is known by its report alone'),
    outcome,
    duration_ms: z.number().nullable(),
    answer_bytes: z.int().nullable(),
    used_token: z.boolean().describe('A confirmation token was sent along and was good'),
    approval_id: z.string().optional().describe('The approval that was good for it'),
    told: callReport().optional().describe("What the assistant's server reports; nothing else confirms it"),
    hash: z.string().describe('Signs this row together with the one before it'),
  }),
);

const filter = once(() =>
  z.object({
    tool: text(500).optional().describe('As reported: name or URI'),
    operation: text(100).optional().describe('Such as `trades.create`'),
    key_id: text(100).optional(),
    client: text(200).optional().describe('As reported: what the client calls itself'),
    outcome: z.enum(callOutcomes).optional(),
    from: z.iso.datetime({ offset: true }).optional().describe('The first moment that counts'),
    to: z.iso.datetime({ offset: true }).optional().describe('The first moment that does not'),
    serving: z
      .stringbool()
      .optional()
      .describe('Also what only serves calls: questions to the guard, reports, approvals, sessions'),
  }),
);

/** More in one answer would be too much. */
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
    response: z.object({ items: z.array(row()), total: z.int(), limit: z.int(), offset: z.int() }),
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
  verify: () => ({
    method: 'GET',
    path: '/activity/verify',
    summary: 'Whether a row of the record, or of the audit, was changed, removed or moved',
    description:
      'Every row is signed together with the one before it, and the record and the audit note where the other ends. What the ' +
      'service itself took out or met, such as rows older than 90 days, a restored book or a power cut, is in `marks`.',
    response: z.object({
      ok: z.boolean(),
      checked: z.object({ activity: z.int(), audit: z.int(), control_audit: z.int() }).describe('Signed rows of each'),
      first_bad: z
        .object({
          table: z.enum(['activity', 'audit', 'control_audit']),
          id: z.int(),
          what: z.enum(['changed', 'removed', 'moved']),
          detail: z.string(),
        })
        .nullable(),
      marks: z.array(z.object({ at: timestamp, mark: z.string(), detail: z.string() })),
    }),
    role: 'person',
  }),
  record: () => ({
    method: 'POST',
    path: '/activity',
    summary: "A server of an assistant's tells what was called with its own key",
    description:
      'Stored as its own report next to what the service saw, up to 1 MB a day and key. It dates, confirms and hides nothing: ' +
      '`at`, `confirmed_by` and `request_ids` are read and not stored.',
    body: z.strictObject({
      calls: z
        .array(
          z.strictObject({
            id: nonBlankText(100).describe('The same as in the guard check and in `X-Zorivest-Call`'),
            kind: z.enum(callKinds).default('tool'),
            tool: nonBlankText(500),
            outcome: z.enum(callOutcomes).default('ok'),
            client: client.nullable().default(null),
            arguments: z.string().max(4096).nullable().default(null),
            duration_ms: z.number().min(0).default(0),
            answer_bytes: z.int().min(0).default(0),
            at: z.string().max(100).optional(),
            confirmed_by: text(100).optional(),
            request_ids: z.array(text(100)).max(200).optional(),
          }),
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
