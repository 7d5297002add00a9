// Lists of tickers to keep an eye on.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { page, paging, text, timestamp, nameText, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const item = once(() =>
  z.object({
    id: z.int(),
    watchlist_id: z.int(),
    ticker: z.string(),
    notes: z.string(),
    added_at: timestamp,
  }),
);
const watchlist = once(() =>
  z.object({
    id: z.int(),
    name: z.string(),
    description: z.string(),
    created_at: timestamp,
    updated_at: timestamp.nullable(),
    items: z.array(item()),
  }),
);
const listParams = once(() => z.object({ watchlist_id: z.coerce.number<number>().int().min(1) }));
const itemParams = once(() => listParams().extend({ ticker: nonBlankText(30) }));

export const watchlists = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path: '/watchlists',
    summary: 'Start a watchlist',
    body: z.strictObject({ name: nonBlankText(100), description: text(2000).default('') }),
    response: watchlist(),
    status: 201,
    errors: [409],
    role: 'read-write',
    audit: 'watchlist.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/watchlists',
    summary: 'Watchlists with their tickers',
    query: z.object(paging({ limit: 100 })),
    response: page(watchlist()),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/watchlists/{watchlist_id}',
    summary: 'One watchlist',
    params: listParams(),
    response: watchlist(),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/watchlists/{watchlist_id}',
    summary: 'Rename or describe a watchlist',
    params: listParams(),
    body: z.strictObject({ name: nonBlankText(100), description: text(2000) }).partial(),
    response: watchlist(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'watchlist.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/watchlists/{watchlist_id}',
    summary: 'Delete a watchlist',
    params: listParams(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'watchlist.delete',
    write: 'book',
  }),
  addItem: () => ({
    method: 'POST',
    path: '/watchlists/{watchlist_id}/items',
    summary: 'Add a ticker; it is stored in capitals',
    params: listParams(),
    body: z.strictObject({ ticker: nameText(30), notes: text(5000).default('') }),
    response: item(),
    status: 201,
    errors: [404, 409],
    role: 'read-write',
    audit: 'watchlist.add_item',
    write: 'book',
  }),
  updateItem: () => ({
    method: 'PATCH',
    path: '/watchlists/{watchlist_id}/items/{ticker}',
    summary: 'Change the notes of a ticker',
    params: itemParams(),
    body: z.strictObject({ notes: text(5000) }),
    response: item(),
    errors: [404],
    role: 'read-write',
    audit: 'watchlist.update_item',
    write: 'book',
  }),
  removeItem: () => ({
    method: 'DELETE',
    path: '/watchlists/{watchlist_id}/items/{ticker}',
    summary: 'Take a ticker off the list',
    params: itemParams(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'watchlist.remove_item',
    write: 'book',
  }),
});
