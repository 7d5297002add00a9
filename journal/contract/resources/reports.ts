// The review of a trade after it is over: one per trade.
import { z } from 'zod';
import { grades } from '@zorivest/vocabulary';
import { empty, resource } from '../core/endpoint.ts';
import { idText, nonBlankText, tags, text, timestamp } from '../core/fields.ts';
import { once } from '../core/once.ts';

export const emotionalStates = [
  'calm',
  'anxious',
  'fearful',
  'greedy',
  'frustrated',
  'confident',
  'neutral',
  'impulsive',
  'hesitant',
] as const;

const fields = once(() => ({
  setup_quality: z.enum(grades),
  execution_quality: z.enum(grades),
  followed_plan: z.boolean(),
  emotional_state: z.enum(emotionalStates),
  lessons_learned: text(20_000),
  tags,
}));
export const report = once(() =>
  z.object({
    ...fields(),
    tags: z.array(nonBlankText(64)).max(50),
    id: z.int(),
    trade_id: z.string(),
    created_at: timestamp,
  }),
);
const path = '/trades/{exec_id}/report';

export const reports = resource('leaves-trades', {
  create: () => ({
    method: 'POST',
    path,
    summary: 'Review a trade',
    body: z.strictObject({
      ...fields(),
      emotional_state: fields().emotional_state.default('neutral'),
      lessons_learned: fields().lessons_learned.default(''),
      tags: fields().tags.default([]),
      trade_id: z.string().optional().describe('Ignored: the path names the trade'),
    }),
    response: report(),
    status: 201,
    errors: [404, 409],
    role: 'read-write',
    audit: 'report.create',
    write: 'book',
  }),
  get: () => ({
    method: 'GET',
    path,
    summary: 'The review of a trade',
    response: report(),
    errors: [404],
    role: 'read-only',
  }),
  update: () => ({
    method: 'PUT',
    path,
    summary: 'Change some fields of the review',
    body: z.strictObject(fields()).partial(),
    response: report(),
    errors: [404],
    role: 'read-write',
    audit: 'report.update',
    write: 'book',
  }),
  upsertMany: () => ({
    method: 'POST',
    path: '/trades:review',
    summary: 'Write the same into the reviews of several trades, by one execution each: all of them or none',
    description: 'A trade without a review gets one, for which both grades and followed_plan must be given.',
    body: z.strictObject({
      exec_ids: z.array(idText).min(1).max(1000),
      changes: z
        .strictObject(fields())
        .partial()
        .refine((change) => Object.keys(change).length > 0, 'needs at least one field'),
    }),
    response: z.object({ created: z.int(), changed: z.int() }),
    errors: [404],
    role: 'read-write',
    audit: 'report.update',
    write: 'book',
  }),
  remove: () => ({
    method: 'DELETE',
    path,
    summary: 'Delete the review',
    response: empty,
    errors: [404],
    role: 'read-write',
    audit: 'report.delete',
    write: 'book',
  }),
});
