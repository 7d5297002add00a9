// What the person has begun to write in a form of the app and not finished.
import { namesSecret } from '@zorivest/vocabulary';
import { z } from 'zod';
import { empty, resource } from '../core/endpoint.ts';
import { idText, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

/** The name of a form, and after a colon the id of what it changes: `trade:ID`, `diary:ID`, `trade:new`. */
export const draftForm = once(() =>
  z
    .string()
    .max(300)
    .regex(/^[a-z][a-z0-9_-]*(?::[^\p{Cc}]+)?$/u, 'must be the name of a form, such as trade:new or diary:ID')
    .describe('The form, and after a colon the id of what it changes: `trade:ID`, `diary:ID`'),
);

/** As it was typed: nothing is refused for being unfinished. */
const fields = once(() =>
  z
    .record(z.string().min(1).max(100), z.union([text(200_000), z.boolean()]))
    .refine((typed) => Object.keys(typed).length <= 100, 'must not have more than 100 fields')
    .refine((typed) => !Object.keys(typed).some(namesSecret), 'must not hold a secret: leave it out')
    .describe('What stands in its fields, by their names'),
);

const stamp = once(() => text(40));
const params = once(() => z.object({ form: draftForm() }));
const draft = once(() => z.object({ form: z.string(), fields: fields(), kept_at: timestamp }));

// Unfinished words are the writer's own: no key reads them.
export const drafts = resource('leaves-trades', {
  list: () => ({
    method: 'GET',
    path: '/drafts',
    summary: 'What the person has begun to write and not finished, newest first',
    response: z.object({ items: z.array(draft()) }),
    role: 'person',
  }),
  get: () => ({
    method: 'GET',
    path: '/drafts/{form}',
    summary: 'What was typed into one form so far',
    params: params(),
    response: draft(),
    errors: [404],
    role: 'person',
  }),
  keep: () => ({
    method: 'PUT',
    path: '/drafts/{form}',
    summary: 'Keep what was typed so far',
    description:
      'In the encrypted book, and in no export or activity. Refused with 409 when another writer has stored something else since ' +
      '`replaces`. A field whose name says that it holds a secret is refused.',
    params: params(),
    body: z.strictObject({
      fields: fields(),
      writer: idText.default('one writer').describe('Names the editor, such as one page of a browser'),
      replaces: stamp()
        .nullable()
        .default(null)
        .describe('kept_at of what this editor began with; null: there was none'),
    }),
    response: draft(),
    errors: [409],
    role: 'person',
  }),
  drop: () => ({
    method: 'DELETE',
    path: '/drafts/{form}',
    summary: 'Throw a draft away, with its images',
    params: params(),
    response: empty,
    errors: [404],
    role: 'person',
  }),
});
