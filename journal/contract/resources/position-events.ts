// What changes a position without a trade.
import { z } from 'zod';
import { optionEndings, positionEventKinds } from '@zorivest/vocabulary';
import { empty, resource } from '../core/endpoint.ts';
import {
  idText,
  isoDay,
  isoTime,
  nameText,
  nonBlankText,
  notNegative,
  page,
  paging,
  positive,
  timestamp,
} from '../core/fields.ts';
import { once } from '../core/once.ts';
import { maybe } from './figures.ts';

const statedLot = once(() =>
  z.strictObject({
    acquired: isoDay,
    quantity: positive,
    cost: notNegative.describe('Of the whole lot'),
  }),
);

/** What each kind takes besides instrument and time; the same fields may be changed later. */
const fields = once(() => ({
  account_id: idText.describe('Absent: every account'),
  new_instrument: nameText(100),
  new_shares: positive,
  old_shares: positive,
  quantity: positive,
  settlement_price: z.number().min(0).max(1e13),
  from_account_id: idText,
  to_account_id: idText,
  lots: z.array(statedLot()).min(1).max(1000).describe('What came and what it cost, where the other half is not known'),
  lot_ids: z.array(idText).min(1).max(1000).describe('The lots that move; absent: first in, first out'),
  cash_per_share: positive,
  price: positive.describe('What a new share was worth, where cash was paid too'),
  allocation: z.number().min(0).max(1).describe('The share of the basis that goes to the new shares'),
  amount_per_share: positive,
  amount: notNegative,
  value: notNegative.describe('What it was worth when it came, all of it'),
}));

const optionalFields = once(() => z.object(fields()).partial().shape);

function event<K extends string, S extends z.ZodRawShape>(kind: K, own: S) {
  return z.strictObject({
    kind: z.literal(kind),
    instrument: nameText(100),
    time: isoTime,
    account_id: idText.optional().describe('Absent: every account'),
    ...own,
  });
}

const newPositionEvent = once(() => {
  const needed = fields();
  const may = optionalFields();
  const ratio = { new_shares: needed.new_shares, old_shares: needed.old_shares };
  return z.discriminatedUnion('kind', [
    event('split', ratio),
    event('symbol_change', { new_instrument: needed.new_instrument }),
    event('transfer', {
      quantity: needed.quantity,
      from_account_id: may.from_account_id,
      to_account_id: may.to_account_id,
      lots: may.lots,
      lot_ids: may.lot_ids,
    }),
    event('cash_merger', { cash_per_share: needed.cash_per_share }),
    event('stock_merger', {
      ...ratio,
      new_instrument: needed.new_instrument,
      cash_per_share: may.cash_per_share,
      price: may.price,
    }),
    event('spin_off', { ...ratio, new_instrument: needed.new_instrument, allocation: may.allocation }),
    event('return_of_capital', { amount_per_share: needed.amount_per_share }),
    event('cash_in_lieu', { quantity: needed.quantity, amount: needed.amount }),
    z.strictObject({
      kind: z.literal('reward'),
      instrument: nameText(100),
      time: isoTime,
      account_id: idText,
      quantity: needed.quantity,
      value: needed.value,
    }),
    z.strictObject({
      kind: z.enum(optionEndings),
      instrument: nameText(100),
      time: isoTime,
      account_id: idText,
      quantity: may.quantity,
      settlement_price: may.settlement_price,
      new_instrument: may.new_instrument.describe('The future an option on one delivered, where it names no month'),
    }),
  ]);
});

const effect = once(() =>
  z.object({
    lot_id: z.string(),
    account_id: z.string(),
    instrument: z.string(),
    change: z.enum(['rescaled', 'exchanged', 'moved', 'sold', 'basis', 'opened', 'ended']),
    quantity_before: z.number(),
    quantity_after: z.number(),
    basis_before: z.number(),
    basis_after: z.number(),
    gain: maybe.describe('What it realised'),
  }),
);

const positionEvent = once(() => {
  const nullable = Object.fromEntries(Object.entries(fields()).map(([name, field]) => [name, field.nullable()])) as {
    [N in keyof ReturnType<typeof fields>]: z.ZodNullable<ReturnType<typeof fields>[N]>;
  }; // one entry per field
  return z.object({
    ...nullable,
    id: z.int(),
    kind: z.enum(positionEventKinds),
    instrument: z.string(),
    time: timestamp,
    quantity: maybe,
    cost_basis: maybe.describe('Of shares that were transferred in, where the statement says'),
    linked_event_id: z.int().nullable().describe('The other half of a transfer'),
    import_batch_id: z.string().nullable().describe('The import it came with; null when recorded by hand'),
    created_at: timestamp,
    effects: z.array(effect()).describe('What it did to which lots'),
    needs: z
      .array(z.object({ field: z.string(), question: z.string() }))
      .describe('What only the person knows: answer with PATCH'),
  });
});

const one = once(() => z.object({ event_id: z.coerce.number<number>().int().min(1) }));

export const positionEvents = resource('touches-trades', {
  create: () => ({
    method: 'POST',
    path: '/position-events',
    summary: 'Record what changed a position without a trade',
    description:
      'Without account_id it holds for every account. An exercise or assignment without settlement_price delivers shares ' +
      'at the strike and needs the number of contracts (of an option on a future, the future); with it the contracts close at their intrinsic value. A transfer ' +
      'names where the shares left, where they came, or both; two halves are paired automatically where instrument and ' +
      'quantity agree within 10 days and the accounts are of one tax kind.',
    body: newPositionEvent(),
    response: positionEvent(),
    status: 201,
    errors: [404],
    role: 'read-write',
    audit: 'position_event.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/position-events',
    summary: 'What changed positions without a trade, newest first',
    query: z.object({
      ...paging(),
      instrument: nonBlankText(100).optional(),
      account_id: idText.optional(),
      kind: z.enum(positionEventKinds).optional(),
    }),
    response: page(positionEvent()),
    role: 'read-only',
  }),
  patch: () => ({
    method: 'PATCH',
    path: '/position-events/{event_id}',
    summary: 'Complete or correct an event; linked_event_id pairs two halves of a transfer',
    params: one(),
    body: z
      .strictObject({
        instrument: nameText(100),
        time: isoTime,
        ...fields(),
        linked_event_id: z.int().min(1).nullable(),
      })
      .partial()
      .refine((body) => Object.keys(body).length > 0, 'needs at least one field to change'),
    response: positionEvent(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'position_event.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/position-events/{event_id}',
    summary: 'Take a recorded event back',
    params: one(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'position_event.delete',
    write: 'book',
  }),
});
