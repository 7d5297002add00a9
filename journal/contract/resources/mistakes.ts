// Mistakes, so that they are counted and not only remembered.
import { z } from 'zod';
import { mistakeCategories } from '@zorivest/vocabulary';
import { empty, resource } from '../core/endpoint.ts';
import { basis, exactMoney, filter, maybeRatio, money, over } from './figures.ts';
import { anyCase, idText, notNegative, page, paging, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

const fields = once(() => ({
  category: anyCase(mistakeCategories),
  estimated_cost: notNegative.nullable(),
  notes: text(20_000).nullable(),
}));
export const mistake = once(() =>
  z.object({
    id: z.int(),
    trade_id: z.string(),
    category: z.enum(mistakeCategories),
    estimated_cost: z.number().nullable(),
    notes: z.string().nullable(),
    auto_detected: z.boolean(),
    created_at: timestamp,
  }),
);
const mistakeParams = once(() => z.object({ mistake_id: z.coerce.number<number>().int().min(1) }));

export const mistakes = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path: '/mistakes',
    summary: 'Tag a trade with a mistake',
    body: z.strictObject({
      trade_exec_id: idText,
      category: fields().category,
      estimated_cost: fields().estimated_cost.optional(),
      notes: fields().notes.optional(),
    }),
    response: mistake().extend({ mistake_id: z.int(), status: z.literal('created') }),
    status: 201,
    errors: [404],
    role: 'read-write',
    audit: 'mistake.create',
    write: 'book',
  }),
  createMany: () => ({
    method: 'POST',
    path: '/mistakes:many',
    summary: 'Tag several trades with the same mistake, by one execution each: all of them or none',
    body: z.strictObject({
      exec_ids: z.array(idText).min(1).max(1000),
      category: fields().category,
      estimated_cost: fields().estimated_cost.optional().describe('Of each'),
      notes: fields().notes.optional(),
    }),
    response: z.object({ created: z.int() }),
    status: 201,
    errors: [404],
    role: 'read-write',
    audit: 'mistake.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/mistakes',
    summary: 'Mistakes, newest first',
    query: z.object({
      ...paging(),
      ...filter(),
      trade_exec_id: idText.optional(),
      category: fields().category.optional(),
    }),
    response: page(mistake()),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/mistakes/{mistake_id}',
    summary: 'One mistake',
    params: mistakeParams(),
    response: mistake(),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/mistakes/{mistake_id}',
    summary: 'Change some fields of a mistake',
    params: mistakeParams(),
    body: z.strictObject(fields()).partial(),
    response: mistake(),
    errors: [404],
    role: 'read-write',
    audit: 'mistake.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/mistakes/{mistake_id}',
    summary: 'Delete a mistake',
    params: mistakeParams(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'mistake.delete',
    write: 'book',
  }),
  summary: () => ({
    method: 'GET',
    path: '/mistakes/summary',
    summary: 'What mistakes cost, by category and month',
    query: over('ytd'),
    response: z.object({
      ...basis(),
      total_cost: money,
      count: z.int(),
      by_category: z.array(z.object({ category: z.string(), count: z.int(), cost: money })),
      trend: z
        .array(z.object({ month: z.string(), count: z.int(), cost: money }))
        .describe('By the month of the trade'),
      win_rate_with_mistake: maybeRatio,
      win_rate_without: maybeRatio,
    }),
    role: 'read-only',
  }),
  suspects: () => ({
    method: 'GET',
    path: '/mistakes/suspects',
    summary: 'Trades that look like a mistake and were not answered for yet, with the evidence; nothing is recorded',
    query: over('ytd'),
    response: z.object({
      ...basis(),
      recorded: z.literal(false),
      suspects: z.array(
        z.object({
          category: z.string(),
          trip_id: z.string(),
          name: z.string().describe('What the trade is called'),
          opened_at: timestamp,
          closed_at: timestamp.nullable(),
          pnl: exactMoney.describe('What its exits in the period brought'),
          r: maybeRatio,
          exec_ids: z.array(z.string()),
          evidence: z.string(),
          figures: z.record(z.string(), z.union([z.number(), z.string()])),
        }),
      ),
    }),
    role: 'read-only',
  }),
  answer: () => ({
    method: 'POST',
    path: '/mistakes/suspects:answer',
    summary: 'Say of a suspected mistake whether it was one: it is recorded, or not suspected again',
    body: z.strictObject({
      trade_exec_id: idText.describe('An execution of the trade'),
      category: fields().category,
      was_one: z.boolean(),
      estimated_cost: fields().estimated_cost.optional(),
      notes: fields().notes.optional(),
    }),
    response: z.object({ was_one: z.boolean(), mistake_id: z.int().nullable() }),
    errors: [404],
    role: 'read-write',
    audit: 'mistake.answer',
    write: 'book',
  }),
});
