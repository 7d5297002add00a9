// What was deleted or changed, and can be undone.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { foreign, queryFlag, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

const entry = once(() =>
  z.object({
    id: z.int(),
    at: timestamp,
    actor: z.string().describe('key:<key_id> or person'),
    label: z.string().nullable().describe('What the person called the key then'),
    what: foreign(z.string()).describe('A sentence that names the instrument, or what it was about'),
    operation: z.string().describe('Such as `trades.remove`'),
    audit_ids: z.array(z.int()).describe('The rows of the audit that record it'),
    expires_at: timestamp.describe('It can be undone until then'),
  }),
);

const params = once(() => z.object({ id: z.coerce.number<number>().int().min(1) }));

export const bin = resource('touches-trades', {
  list: () => ({
    method: 'GET',
    path: '/bin',
    summary: 'What was deleted or changed and can be undone, newest first',
    description: 'One request is one entry. A key sees what it did itself.',
    query: z.object({
      limit: z.coerce.number<number>().int().min(1).max(1000).default(50),
      offset: z.coerce.number<number>().int().min(0).default(0),
      exec_id: text(200).optional().describe('Only what deleted this fill'),
      all: queryFlag(false).describe('Also what only added something, and what took something back'),
    }),
    response: z.object({ items: z.array(entry()), total: z.int() }),
    role: 'read-only',
  }),
  restore: () => ({
    method: 'POST',
    path: '/bin/{id}:restore',
    summary: 'Take back what one request did, with everything that hung on it',
    description:
      'Every stored field returns, or nothing does: 409 `changed_since` names what was changed since, or what it needs and is ' +
      'gone. A key takes back what it did itself, where its role could do that.',
    params: params(),
    response: entry()
      .omit({ expires_at: true })
      .extend({ rows: z.int().describe('How many rows are as they were') }),
    errors: [404, 409],
    role: 'read-write',
    audit: 'bin.restore',
    write: 'book',
  }),
  empty: () => ({
    method: 'DELETE',
    path: '/bin/{id}',
    summary: 'Empty one entry of the bin: its words and pictures leave every table',
    description: 'The audit retains its shortened form of it. This cannot be undone.',
    params: params(),
    response: empty,
    errors: [404],
    role: 'person',
    audit: 'bin.empty',
    write: 'book',
    touchesTrades: false,
  }),
});
