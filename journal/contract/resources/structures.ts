// Legs that were traded as one.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { idText, page, paging, queryFlag } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { listBasis, maybe } from './figures.ts';
import { roundTrip } from './round-trips.ts';

const structure = once(() =>
  roundTrip().extend({
    name: z.string().nullable().describe('What its options form: Short Iron Condor, Long Call, Custom'),
    risk: maybe.describe(
      'What an option structure of one expiry could lose at most when it was opened; null: not known',
    ),
    rolled_from: z.string().nullable().describe('The structure that one order closed to open this one'),
    trip_ids: z.array(z.string()).describe('Its legs'),
  }),
);

export const structures = resource('touches-trades', {
  list: () => ({
    method: 'GET',
    path: '/structures',
    summary: 'Trades as they were decided, newest first: the legs of one order count as one',
    query: z.object({
      ...paging(),
      account_id: idText.optional(),
      status: z.enum(['open', 'closed', 'all']).default('all').describe('open includes what is partly closed'),
      follow_rolls: queryFlag(false).describe('A chain counts as one: rolls, shares that were assigned, calls on them'),
    }),
    response: page(structure()).extend(listBasis()),
    role: 'read-only',
  }),
  join: () => ({
    method: 'POST',
    path: '/structures:join',
    summary: 'Make one structure of the legs these executions belong to; it holds when they are imported again',
    body: z.strictObject({ exec_ids: z.array(idText).min(2).max(100) }),
    response: structure(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'structure.join',
    write: 'book',
  }),
  split: () => ({
    method: 'POST',
    path: '/structures:split',
    summary: 'Take a structure apart: each of its legs is a trade of its own',
    body: z.strictObject({ structure_id: idText }),
    response: z.object({ structures: z.array(structure()) }),
    errors: [404, 409],
    role: 'read-write',
    audit: 'structure.split',
    write: 'book',
  }),
});
