// What a trader calls a trade: words of their own, on trades with and without a review.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { idText, nameText, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const name = nonBlankText(64);
const newName = nameText(64);
const several = once(() => z.array(name).max(50));

const tag = once(() =>
  z.object({
    tag: z.string(),
    trade_count: z.int().describe('Trades that have it, in the unit of the setting analytics.unit'),
    hidden: z.boolean().describe('Left out where tags are offered; figures know it still'),
  }),
);

export const tags = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/tags',
    summary: 'Every tag with how many trades have it, the most used first',
    response: z.object({ items: z.array(tag()) }),
    role: 'read-only',
  }),
  apply: () => ({
    method: 'POST',
    path: '/tags:apply',
    summary: 'Put tags on trades and take tags off them, by one of their executions each: all of them or none',
    body: z
      .strictObject({
        exec_ids: z.array(idText).min(1).max(1000),
        add: z.array(newName).max(50).default([]),
        remove: several().default([]),
      })
      .refine(({ add, remove }) => add.length + remove.length > 0, 'needs a tag to add or to remove'),
    response: z.object({ changed: z.int().describe('Executions whose tags are others now') }),
    errors: [404],
    role: 'read-write',
    audit: 'tag.apply',
    write: 'book',
  }),
  rename: () => ({
    method: 'POST',
    path: '/tags:rename',
    summary: 'Give tags another name; a name that exists already makes them one',
    body: z.strictObject({ tags: z.array(name).min(1).max(50), to: newName }),
    response: z.object({ changed: z.int().describe('Executions whose tags are others now') }),
    errors: [404],
    role: 'read-write',
    audit: 'tag.rename',
    write: 'book',
  }),
  update: () => ({
    method: 'PATCH',
    path: '/tags/{tag}',
    summary: 'Hide a tag where tags are offered, or show it again',
    params: z.object({ tag: name }),
    body: z.strictObject({ hidden: z.boolean() }),
    response: tag().pick({ tag: true, hidden: true }),
    errors: [404],
    role: 'read-write',
    audit: 'tag.update',
    write: 'book',
  }),
});
