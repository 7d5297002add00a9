// The diary: entries in the trader's own words, linked to trades.
import { tradeActions } from '@zorivest/vocabulary';
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { idText, isoTime, page, paging, queryFlag, tags, text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { draftForm } from './drafts.ts';
import { tradeImage } from './images.ts';

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
    trades: z
      .array(z.object({ exec_id: z.string(), instrument: z.string(), action: z.enum(tradeActions) }))
      .optional()
      .describe('There with `whole`'),
    images: z.array(tradeImage()).optional().describe('There with `whole`'),
  }),
);

const stamp = once(() => text(40));

const ofDraft = once(() => ({
  draft_form: draftForm()
    .optional()
    .describe('Form of the draft that this entry came from; absent once a person has edited the text'),
}));

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
      trade_exec_ids: text(4000).optional().describe('Linked to any of these, by comma'),
      from: isoTime.optional().describe('Inclusive'),
      to: isoTime.optional().describe('Exclusive'),
      whole: queryFlag(false).describe('Also the images of each entry and what the linked trades are called'),
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
