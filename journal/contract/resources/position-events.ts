// What changes a position without a trade.
import { z } from 'zod';
import { optionEndings, positionEventKinds } from '@zorivest/words';
import { empty, resource } from '../core/endpoint.ts';
import { idText, isoTime, page, paging, positive, timestamp, words } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { maybe } from './figures.ts';

const positionEvent = once(() =>
  z.object({
    id: z.int(),
    kind: z.enum(positionEventKinds),
    instrument: z.string(),
    time: timestamp,
    account_id: z.string().nullable(),
    new_shares: maybe,
    old_shares: maybe,
    new_instrument: z.string().nullable(),
    quantity: maybe,
    settlement_price: maybe,
    cost_basis: maybe.describe('Of shares that were transferred in, where the statement says'),
    import_batch_id: z.string().nullable().describe('The import it came with; null when recorded by hand'),
    created_at: timestamp,
  }),
);

/** What changes a position without a trade. */
export const positionEvents = resource('touches-trades', {
  create: () => ({
    method: 'POST',
    path: '/position-events',
    summary: 'Record a split, a symbol change, or how an option ended',
    description:
      'An exercise or assignment without settlement_price delivers shares at the strike and needs the number of contracts; ' +
      'with it the contracts close at their intrinsic value.',
    body: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('split'),
        instrument: words(100),
        time: isoTime,
        new_shares: positive,
        old_shares: positive,
      }),
      z.strictObject({
        kind: z.literal('symbol_change'),
        instrument: words(100),
        time: isoTime,
        new_instrument: words(100),
      }),
      z.strictObject({
        kind: z.enum(optionEndings),
        instrument: words(100),
        time: isoTime,
        account_id: idText,
        quantity: positive.optional(),
        settlement_price: z.number().min(0).max(1e13).optional(),
      }),
    ]),
    response: positionEvent(),
    status: 201,
    errors: [404],
    role: 'read-write',
    audit: 'position_event.create',
  }),
  list: () => ({
    method: 'GET',
    path: '/position-events',
    summary: 'Recorded splits, symbol changes and option endings, newest first',
    query: z.object({ ...paging(), instrument: words(100).optional() }),
    response: page(positionEvent()),
    role: 'read-only',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/position-events/{event_id}',
    summary: 'Take a recorded event back',
    params: z.object({ event_id: z.coerce.number<number>().int().min(1) }),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'position_event.delete',
  }),
});
