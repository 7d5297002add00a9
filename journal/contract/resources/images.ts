// Screenshots of trades. Whatever comes in is stored as WebP.
import { z } from 'zod';
import { bytes, empty, multipart, resource } from '../core/endpoint.ts';
import { foreign, idText, queryInt, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';
import { draftForm } from './drafts.ts';

export const maxImageBytes = 10 * 1024 * 1024;

const imageParams = once(() => z.object({ image_id: z.coerce.number<number>().int().min(1) }));
const facts = once(() => ({
  id: z.int(),
  caption: foreign(z.string()),
  mime_type: z.string(),
  file_size: z.int(),
  created_at: timestamp,
}));

export const tradeImage = once(() => z.object({ ...facts(), thumbnail_url: z.string() }));

const upload = once(() => multipart(z.strictObject({ caption: text(1000).default('') }), maxImageBytes));
const entryParams = once(() => z.object({ journal_entry_id: idText }));
const draftParams = once(() => z.object({ form: draftForm() }));
const planParams = once(() => z.object({ plan_id: z.coerce.number<number>().int().min(1) }));
const playbookParams = once(() => z.object({ id: z.coerce.number<number>().int().min(1) }));

/** What every way to attach an image has in common. */
const attach = once(() => ({
  summary: 'Attach a PNG, JPEG, GIF or WebP of at most 10 MB',
  body: upload(),
  response: z.object({ image_id: z.int() }),
  status: 201,
  errors: [404, 413, 415],
  role: 'read-write',
  audit: 'image.create',
  write: 'book',
}));

export const images = resource('leaves-trades', {
  listForTrade: () => ({
    method: 'GET',
    path: '/trades/{exec_id}/images',
    summary: 'The images of a trade',
    response: z.array(tradeImage()),
    errors: [404],
    role: 'read-only',
  }),
  attachToTrade: () => ({ ...attach(), method: 'POST', path: '/trades/{exec_id}/images' }),
  listForEntry: () => ({
    method: 'GET',
    path: '/journal-entries/{journal_entry_id}/images',
    summary: 'The images of an entry of the diary',
    params: entryParams(),
    response: z.array(tradeImage()),
    errors: [404],
    role: 'read-only',
  }),
  attachToEntry: () => ({
    ...attach(),
    method: 'POST',
    path: '/journal-entries/{journal_entry_id}/images',
    params: entryParams(),
  }),
  listForDraft: () => ({
    method: 'GET',
    path: '/drafts/{form}/images',
    summary: 'The images of what the person has begun to write',
    params: draftParams(),
    response: z.array(tradeImage()),
    role: 'person',
  }),
  attachToDraft: () => ({
    ...attach(),
    method: 'POST',
    path: '/drafts/{form}/images',
    description: 'It goes along when a draft of the diary becomes an entry, and away when the draft is thrown away.',
    params: draftParams(),
    role: 'person',
  }),
  listForPlan: () => ({
    method: 'GET',
    path: '/trade-plans/{plan_id}/images',
    summary: 'The images of a plan',
    params: planParams(),
    response: z.array(tradeImage()),
    errors: [404],
    role: 'read-only',
  }),
  attachToPlan: () => ({ ...attach(), method: 'POST', path: '/trade-plans/{plan_id}/images', params: planParams() }),
  listForPlaybook: () => ({
    method: 'GET',
    path: '/playbooks/{id}/images',
    summary: 'The images of a playbook: what its setup looks like',
    params: playbookParams(),
    response: z.array(tradeImage()),
    errors: [404],
    role: 'read-only',
  }),
  attachToPlaybook: () => ({ ...attach(), method: 'POST', path: '/playbooks/{id}/images', params: playbookParams() }),
  update: () => ({
    method: 'PATCH',
    path: '/images/{image_id}',
    summary: 'Change what stands under an image',
    params: imageParams(),
    body: z.strictObject({ caption: text(1000) }),
    response: z.object({ ...facts(), width: z.int(), height: z.int() }),
    errors: [404],
    role: 'read-write',
    audit: 'image.update',
    write: 'book',
  }),
  get: () => ({
    method: 'GET',
    path: '/images/{image_id}',
    summary: 'Facts about an image',
    params: imageParams(),
    response: z.object({ ...facts(), width: z.int(), height: z.int() }),
    errors: [404],
    role: 'read-only',
  }),
  thumbnail: () => ({
    method: 'GET',
    path: '/images/{image_id}/thumbnail',
    summary: 'A small version of an image',
    params: imageParams(),
    query: z.object({ max_size: queryInt({ min: 16, max: 2000, default: 200 }) }),
    response: bytes('image/webp'),
    errors: [404],
    role: 'read-only',
  }),
  full: () => ({
    method: 'GET',
    path: '/images/{image_id}/full',
    summary: 'The image itself',
    params: imageParams(),
    response: bytes('image/webp'),
    errors: [404],
    role: 'read-only',
  }),
  remove: () => ({
    method: 'DELETE',
    path: '/images/{image_id}',
    summary: 'Delete an image',
    params: imageParams(),
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'image.delete',
    write: 'book',
  }),
});
