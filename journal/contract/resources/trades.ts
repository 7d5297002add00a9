// Executions: what was bought or sold, when, at which price.
import { z } from 'zod';
import { assetClasses, reversalSides, routingTypes, tradeActions } from '@zorivest/vocabulary';
import { empty, resource } from '../core/endpoint.ts';
import {
  amount,
  anyCase,
  foreign,
  idText,
  isoTime,
  nameText,
  nonBlankText,
  page,
  paging,
  positive,
  queryInt,
  text,
  timestamp,
} from '../core/fields.ts';
import { once } from '../core/once.ts';
import { listBasis } from './figures.ts';
import { instrumentName } from './instruments.ts';

/** All digits of a quantity, next to a number that cannot hold them. */
export const exactQuantity = z
  .string()
  .regex(/^\d{1,13}(?:\.\d{1,18})?$/, 'must be a decimal of up to 18 places, such as 0.123456789012345678')
  .describe('All digits of the quantity, up to 18 places; given where a number does not hold them');

const editable = once(() => ({
  time: isoTime,
  instrument: nameText(100),
  action: z.enum(tradeActions),
  quantity: positive,
  quantity_exact: exactQuantity.optional(),
  price: amount.describe('Below zero only for futures and options on them'),
  account_id: idText,
  commission: amount.describe('Positive is a cost, negative a rebate'),
  realized_pnl: amount.describe('As the broker says; in lists what a closing fill realised, where it says nothing'),
  notes: foreign(text(20_000)).nullable(),
  asset_class: anyCase(assetClasses),
  multiplier: positive,
  currency: z.string().regex(/^[A-Z]{3,5}$/, 'must be a currency code such as USD'),
  order_id: text(200).nullable(),
  routing: z.enum(routingTypes).nullable(),
  risk_amount: positive.nullable().describe('What was at risk, in money: one R'),
  fx_rate: positive
    .nullable()
    .describe('What the statement booked one unit of currency at in fx_currency; conversion starts from it'),
  fx_currency: z
    .string()
    .regex(/^[A-Z]{3,5}$/, 'must be a currency code such as USD')
    .nullable()
    .describe('The currency of the account, when left out with fx_rate'),
  settles_on: z.iso
    .date('must be a day such as 2026-03-31')
    .nullable()
    .describe('When money and shares change hands, where it is known'),
  tags_of: z
    .enum(reversalSides)
    .nullable()
    .describe('Of a fill that closes one trade and opens the opposite one: whose its tags are; opened by default'),
}));

export const trade = once(() =>
  z.object({
    ...editable(),
    // Also what was stored before names had to be visible.
    instrument: nonBlankText(100),
    exec_id: z.string(),
    time: timestamp,
    asset_class: z.enum(assetClasses),
    root: z.string().nullable().describe('What a contract is listed under: SPXW, ES; null for what is none'),
    time_known: z.boolean().describe('False where only the day is known'),
    import_batch_id: z.string().nullable(),
    created_at: timestamp,
  }),
);

const changes = once(() =>
  z
    .strictObject(editable())
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'needs at least one field to change'),
);

const several = once(() => z.array(idText).min(1).max(1000));

/** Everything may be left out but what makes an execution. */
const newTrade = once(() => {
  const { instrument, action, quantity, price, account_id, commission, realized_pnl } = editable();
  return z.strictObject({
    ...z.object(editable()).partial().shape,
    exec_id: idText.optional().describe('The broker’s id of the fill; made by the service when absent'),
    client_key: idText
      .optional()
      .describe('A word of the caller’s for this one fill: sent again with the same fill, nothing is recorded twice'),
    instrument,
    action,
    quantity,
    price,
    account_id,
    commission: commission.default(0),
    realized_pnl: realized_pnl.default(0),
  });
});

const update = once(() => ({
  path: '/trades/{exec_id}',
  summary: 'Change some fields of a trade',
  body: changes(),
  response: trade(),
  errors: [404],
  role: 'read-write',
  audit: 'trade.update',
  write: 'book',
}));

const sortable = [
  'time',
  'created_at',
  'instrument',
  'action',
  'quantity',
  'price',
  'account_id',
  'commission',
  'realized_pnl',
  'exec_id',
] as const;

export const trades = resource('touches-trades', {
  create: () => ({
    method: 'POST',
    path: '/trades',
    summary: 'Record an execution',
    description:
      'The same exec_id twice is a 409. An equal fill under another id, or without one, is stored, and ' +
      '`possible_duplicate_of` names the earlier one; with the same `client_key` the answer is the first one’s, and ' +
      'another fill with that key is a 409. Without `time` it is now; without asset_class and multiplier they are read from the instrument.',
    body: newTrade(),
    response: trade().extend({ status: z.literal('created'), possible_duplicate_of: z.string().nullable() }),
    status: 201,
    errors: [404, 409],
    role: 'read-write',
    audit: 'trade.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/trades',
    summary: 'Trades, filtered and sorted',
    query: z.object({
      ...paging(),
      account_id: idText.optional(),
      instrument: nonBlankText(100).optional(),
      action: z.enum(tradeActions).optional(),
      asset_class: anyCase(assetClasses).optional(),
      from: isoTime.optional().describe('Inclusive'),
      to: isoTime.optional().describe('Exclusive'),
      search: text(200).optional().describe('Case-insensitive, in instrument, exec_id, account_id, notes and time'),
      sort: z
        .enum(sortable.flatMap((name) => [name, `-${name}`] as const))
        .default('-time')
        .describe('A field, descending with a leading minus'),
    }),
    response: page(trade()).extend(listBasis()),
    role: 'read-only',
  }),
  instruments: () => ({
    method: 'GET',
    path: '/instruments',
    summary: 'Search the traded, planned and watched instruments of the book by text, best match first',
    query: z.object({ search: text(100).default(''), limit: queryInt({ min: 1, max: 100, default: 10 }) }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.string().describe('The same for all names of one instrument'),
          instrument: z.string(),
          names: z.array(instrumentName()),
          execution_count: z.int(),
          last_at: timestamp.describe('When it was last traded, planned or put on a watchlist'),
        }),
      ),
    }),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/trades/{exec_id}',
    summary: 'One trade',
    response: trade(),
    errors: [404],
    role: 'read-only',
  }),
  patch: () => ({ ...update(), method: 'PATCH' }),
  update: () => ({ ...update(), method: 'PUT' }),
  remove: () => ({
    method: 'DELETE',
    path: '/trades/{exec_id}',
    summary: 'Delete a trade with its report and images',
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'trade.delete',
    write: 'book',
    confirms: 'delete_trade',
  }),
  patchMany: () => ({
    method: 'PATCH',
    path: '/trades',
    summary: 'Change the same fields of several executions: all of them or none',
    body: z.strictObject({ exec_ids: several(), changes: changes() }),
    response: z.object({ changed: z.int() }),
    errors: [404],
    role: 'read-write',
    audit: 'trade.update',
    write: 'book',
  }),
  removeMany: () => ({
    method: 'POST',
    path: '/trades:remove',
    summary: 'Delete several executions with their reports and images: all of them or none',
    body: z.strictObject({ exec_ids: several() }),
    response: z.object({ removed: z.int() }),
    errors: [404],
    role: 'read-write',
    audit: 'trade.delete',
    write: 'book',
  }),
});
