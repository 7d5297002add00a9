// Filters of the app by name.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const named = once(() => z.object({ name: nonBlankText(100) }));

const saved = once(() =>
  z.object({
    name: z.string(),
    query: z.record(z.string(), z.string()).describe('Names and values as in the query of a figure'),
    updated_at: timestamp,
  }),
);

export const filters = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/filters',
    summary: 'The filters that were saved, by name',
    response: z.object({ items: z.array(saved()) }),
    role: 'read-only',
  }),
  save: () => ({
    method: 'PUT',
    path: '/filters/{name}',
    summary: 'Save a filter under a name, in place of the one that had it',
    params: named(),
    body: z.strictObject({
      query: z
        .record(nonBlankText(64), text(2000))
        .refine((query) => Object.keys(query).length <= 30, 'must have at most 30 fields'),
    }),
    response: saved(),
    role: 'read-write',
    audit: 'filter.save',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/filters/{name}',
    summary: 'Forget a saved filter',
    params: named(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'filter.delete',
    write: 'book',
  }),
});
