// Calls that continued as tasks: rows of the servers that assistants talk to, stored here because those have no file of
// their own. What a row contains is theirs; the service stores it for the key, once each, until its time is over.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { nonBlankText, queryFlag, queryInt } from '../core/fields.ts';
import { once } from '../core/once.ts';

/** The longest a task is stored. */
export const TASK_DAYS = 8;

const row = once(() =>
  z.object({
    id: z.string(),
    version: z.int().describe('Grows by one with every change'),
    is_over: z.boolean(),
    expires_at: z.int().describe('Unix time in ms at which it is forgotten'),
    record: z.record(z.string(), z.unknown()),
  }),
);

const id = once(() => z.object({ id: nonBlankText(100) }));

export const tasks = resource('leaves-trades', {
  put: () => ({
    method: 'PUT',
    path: '/tasks/{id}',
    summary: "A server of an assistant's keeps a task of its own key, or its next state",
    description:
      'Version 1 is new; any other must follow the stored one, else 409: of two simultaneous changes one comes first. ' +
      'A task that is over is not changed any more. Ending one stops the requests that were sent with its id in ' +
      '`X-Zorivest-Task` and are still running.',
    params: id(),
    body: z.strictObject({
      version: z.int().min(1),
      is_over: z.boolean().default(false),
      expires_at: z.int().min(0),
      record: z.record(z.string(), z.unknown()),
    }),
    response: row(),
    errors: [409, 413, 429],
    role: 'read-only',
    isControl: true,
  }),
  get: () => ({
    method: 'GET',
    path: '/tasks/{id}',
    summary: 'A task of this key',
    params: id(),
    response: row(),
    errors: [404],
    role: 'read-only',
  }),
  list: () => ({
    method: 'GET',
    path: '/tasks',
    summary: 'The tasks of this key, newest first',
    query: z.object({
      open_only: queryFlag(false).describe('Only those that are not over'),
      after: nonBlankText(100).optional().describe('Those that are older than this one'),
      limit: queryInt({ min: 1, max: 500, default: 100 }),
    }),
    response: z.object({ items: z.array(row()) }),
    role: 'read-only',
  }),
});
