// Unlocking, sessions and API keys.
import { z } from 'zod';
import { empty, resource, roles } from '../core/endpoint.ts';
import { timestamp, words } from '../core/fields.ts';
import { once } from '../core/once.ts';

const role = z.enum(roles);

export const sessionGrant = once(() =>
  z.object({
    session_token: z.string(),
    role: z.enum([...roles, 'person']),
    scopes: z.array(z.enum(['read', 'write'])),
    expires_in: z.int().describe('Seconds'),
  }),
);

const apiKey = once(() =>
  z.object({
    key_id: z.string(),
    label: z.string(),
    role,
    masked_key: z.string(),
    created_at: timestamp,
    last_used_at: timestamp.nullable(),
    expires_at: timestamp.nullable(),
    revoked_at: timestamp.nullable(),
  }),
);

export const auth = resource('leaves-trades', {
  unlock: () => ({
    method: 'POST',
    path: '/auth/unlock',
    summary: 'Open a session with an API key, unlocking the vault when it is locked',
    body: z.strictObject({ api_key: z.string().min(1).max(200) }),
    response: sessionGrant(),
    errors: [401, 403, 423, 429],
    role: 'public',
    whileLocked: true,
  }),
  lock: () => ({
    method: 'POST',
    path: '/auth/lock',
    summary: 'Lock the vault: forget the data key, close the database, end every session',
    description:
      'Sessions end at once, and work under way has a second. Locked by the person, the vault opens to the passphrase ' +
      'alone (423 `locked_by_person` to every key), also after a restart; locked by a key it opens to any valid key.',
    response: z.object({ status: z.literal('locked') }),
    role: 'admin',
    whileGuardLocked: true,
    audit: 'vault.lock',
  }),
  status: () => ({
    method: 'GET',
    path: '/auth/status',
    summary: 'Is the vault locked',
    response: z.object({ locked: z.boolean(), active_sessions: z.int() }),
    role: 'public',
    whileLocked: true,
  }),
  createKey: () => ({
    method: 'POST',
    path: '/auth/keys',
    summary: 'Create an API key; the raw key is shown only in this answer',
    body: z
      .strictObject({
        name: words(100).optional(),
        label: words(100).optional().describe('Another word for name'),
        role,
        expires_in: z
          .int()
          .min(60)
          .max(10 * 365 * 86_400)
          .optional()
          .describe('Seconds'),
      })
      .refine((body) => body.name !== undefined || body.label !== undefined, {
        path: ['name'],
        message: 'is required',
      }),
    response: z.object({ key_id: z.string(), name: z.string(), role, raw_key: z.string() }),
    status: 201,
    role: 'admin',
    audit: 'key.create',
  }),
  listKeys: () => ({
    method: 'GET',
    path: '/auth/keys',
    summary: 'Every API key, masked',
    response: z.array(apiKey()),
    role: 'admin',
  }),
  revokeKey: () => ({
    method: 'DELETE',
    path: '/auth/keys/{key_id}',
    summary: 'Revoke an API key at once: its sessions end and its copy of the data key is destroyed',
    response: empty,
    errors: [404, 409],
    role: 'admin',
    audit: 'key.revoke',
    confirms: 'revoke_api_key',
  }),
});
