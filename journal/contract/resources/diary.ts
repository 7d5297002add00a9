// The diary: entries in the trader's own words, linked to trades.
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { idText, isoTime, page, paging, tags, text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const fields = once(() => ({ title: nonBlankText(300), body: text(200_000), tags }));
const entry = once(() =>
  z.object({
    id: z.string(),
    title: z.string(),
    body: z.string(),
    tags: z.array(z.string()),
    trade_exec_ids: z.array(z.string()).describe('The trades this entry is linked to'),
    created_at: timestamp,
    updated_at: timestamp.nullable(),
  }),
);

/** What was typed so far: tags as they stand in the field, nothing refused for being unfinished. */
const draftFields = once(() => ({
  journal_entry_id: idText.nullable().default(null).describe('The entry it changes; null: a new one'),
  entry_updated_at: stamp().nullable().default(null).describe('updated_at of that entry when the draft was begun'),
  title: text(300),
  body: text(200_000),
  tags: text(4000),
}));
const draft = once(() => z.object({ id: z.string(), ...draftFields(), kept_at: timestamp }));
const stamp = once(() => text(40));

const ofDraft = once(() => ({ draft_id: idText.optional().describe('The draft this was: gone once this is written') }));

const link = once(() => z.object({ trade_exec_id: z.string(), journal_entry_id: z.string(), linked: z.literal(true) }));

export const diary = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path: '/journal-entries',
    summary: 'Write an entry',
    body: z.strictObject({
      ...fields(),
      body: fields().body.default(''),
      tags: fields().tags.default([]),
      ...ofDraft(),
    }),
    response: entry(),
    status: 201,
    role: 'read-write',
    audit: 'journal_entry.create',
    write: 'book',
  }),
  list: () => ({
    method: 'GET',
    path: '/journal-entries',
    summary: 'Entries, newest first',
    query: z.object({
      ...paging(),
      search: text(200).optional().describe('Case-insensitive, in title and body'),
      tag: nonBlankText(64).optional(),
      trade_exec_id: idText.optional(),
      from: isoTime.optional().describe('Inclusive'),
      to: isoTime.optional().describe('Exclusive'),
    }),
    response: page(entry()),
    role: 'read-only',
  }),
  get: () => ({
    method: 'GET',
    path: '/journal-entries/{journal_entry_id}',
    summary: 'One entry',
    response: entry(),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path: '/journal-entries/{journal_entry_id}',
    summary: 'Change some fields of an entry',
    body: z.strictObject({
      ...z.object(fields()).partial().shape,
      ...ofDraft(),
      if_updated_at: stamp()
        .nullable()
        .optional()
        .describe('The updated_at that was seen: refused with 409 when the entry has changed since'),
    }),
    response: entry(),
    errors: [404, 409],
    role: 'read-write',
    audit: 'journal_entry.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/journal-entries/{journal_entry_id}',
    summary: 'Delete an entry and its links',
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'journal_entry.delete',
    write: 'book',
  }),
  drafts: () => ({
    method: 'GET',
    path: '/journal-drafts',
    summary: 'What the person has begun to write and not finished, newest first',
    response: z.object({ items: z.array(draft()) }),
    // Unfinished words are the writer's own: no key reads them.
    role: 'person',
  }),
  keepDraft: () => ({
    method: 'PUT',
    path: '/journal-drafts/{draft_id}',
    summary: 'Keep what was typed so far',
    description: 'Refused with 409 when another writer has kept something else since `replaces`.',
    body: z.strictObject({
      ...draftFields(),
      writer: idText.describe('Names the editor, such as one page of a browser'),
      replaces: stamp().nullable().describe('kept_at of what this editor began with; null: there was none'),
    }),
    response: draft(),
    errors: [409],
    role: 'person',
  }),
  dropDraft: () => ({
    method: 'DELETE',
    path: '/journal-drafts/{draft_id}',
    summary: 'Throw a draft away',
    response: empty,
    errors: [404],
    role: 'person',
  }),
  linkTrade: () => ({
    method: 'POST',
    path: '/trades/{exec_id}/journal-link',
    summary: 'Link a trade and an entry; linking twice changes nothing',
    body: z.strictObject({ journal_entry_id: idText }),
    response: link(),
    errors: [404],
    role: 'read-write',
    audit: 'journal_entry.link',
    write: 'book',
  }),
  unlinkTrade: () => ({
    method: 'DELETE',
    path: '/trades/{exec_id}/journal-link/{journal_entry_id}',
    summary: 'Undo a link',
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'journal_entry.unlink',
    write: 'book',
  }),
});
