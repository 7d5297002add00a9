// Unlocking, sessions and API keys.
import { z } from 'zod';
import { empty, resource, roles } from '../core/endpoint.ts';
import { timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const role = z.enum(roles);

export const keyModes = ['off', 'read', 'ask', 'write'] as const;
export type KeyMode = (typeof keyModes)[number];

/** How long the passphrase counts as given lately, for what asks for it again. */
export const PASSPHRASE_FRESH_SECONDS = 15 * 60;

const keyMode = z
  .enum(keyModes)
  .describe(
    'What the person lets the key do besides its role: nothing at all; read; write what the person approves; write',
  );

export const sessionGrant = once(() =>
  z.object({
    session_token: z.string(),
    role: z.enum([...roles, 'person']),
    scopes: z.array(z.enum(['read', 'write'])),
    expires_in: z.int().describe('Seconds'),
    passphrase_at: timestamp.nullable().optional().describe('When the passphrase was given; null for a key'),
  }),
);

const apiKey = once(() =>
  z.object({
    key_id: z.string(),
    label: z.string(),
    role,
    mode: keyMode,
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
      'Sessions end immediately, and running work has a second. Locked by the person, the vault opens to the passphrase ' +
      'alone (423 `locked_by_person` to every key), also after a restart; locked by a key it opens to any valid key.',
    response: z.object({ status: z.literal('locked') }),
    role: 'admin',
    whileGuardLocked: true,
    isControl: true,
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
        name: nonBlankText(100).optional(),
        label: nonBlankText(100).optional().describe('Another word for name'),
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
    response: z.object({ key_id: z.string(), name: z.string(), role, mode: keyMode, raw_key: z.string() }),
    status: 201,
    role: 'admin',
    audit: 'key.create',
    write: 'service',
    wantsPassphrase: true,
  }),
  listKeys: () => ({
    method: 'GET',
    path: '/auth/keys',
    summary: 'Every API key, masked',
    response: z.array(apiKey()),
    role: 'admin',
  }),
  budgets: () => ({
    method: 'GET',
    path: '/auth/budgets',
    summary: 'What each key takes of what it may: sessions, feeds, calls, money, addresses',
    response: z.object({
      limits: z.object({
        sessions: z.int().describe('Of one key; one more ends its own oldest'),
        feeds: z.int().describe('Of one key; one more ends its own oldest'),
        calls_per_hour: z
          .int()
          .nullable()
          .describe('Of all keys together; null while the guard counts without a limit'),
        cents_per_day: z.int().describe('Of all keys together'),
      }),
      items: z.array(
        z.object({
          key_id: z.string(),
          sessions: z.int(),
          feeds: z.int(),
          calls_last_hour: z.int(),
          cents_today: z.number(),
          addresses: z.array(z.string()).describe('Hosts that its approved policies download from'),
        }),
      ),
    }),
    role: 'person',
  }),
  setMode: () => ({
    method: 'PATCH',
    path: '/auth/keys/{key_id}',
    summary: 'Say what a key may do: off, read, ask or write',
    description:
      'Holds from the next request. `off` ends its sessions, and it opens no vault; `read` refuses its writes with 403; ' +
      '`ask` lets none through: the service makes those that the person approved (`POST /approvals`).',
    body: z.strictObject({ mode: keyMode }),
    response: apiKey(),
    errors: [404],
    role: 'person',
    audit: 'key.mode',
    write: 'service',
    wantsPassphrase: true,
  }),
  issueTicket: () => ({
    method: 'POST',
    path: '/auth/tickets',
    summary: "A ticket that opens one more session of the person's, once and within ten minutes",
    response: z.object({ ticket: z.string(), expires_in: z.int().describe('Seconds') }),
    status: 201,
    role: 'person',
    audit: 'ticket.issue',
    write: 'service',
  }),
  redeemTicket: () => ({
    method: 'POST',
    path: '/auth/tickets:redeem',
    summary: "Open a person's session with a ticket; it has the times of the session that issued it",
    body: z.strictObject({ ticket: z.string().min(1).max(200) }),
    response: sessionGrant(),
    errors: [401, 410],
    role: 'public',
    whileLocked: true,
  }),
  renew: () => ({
    method: 'POST',
    path: '/auth/renew',
    summary: 'Make the session last for another hour; for the person up to 12 hours after the passphrase',
    description:
      "With the passphrase it counts as given now: that is what an act answers 401 `passphrase_required` for when a person's " +
      'session gave it more than 15 minutes ago (lifting a stop, keys and their modes, credentials, restoring, approving ' +
      'a policy). A wrong one answers 401 `passphrase_wrong` and changes nothing.',
    body: z.strictObject({ passphrase: z.string().min(1).max(1024).optional() }),
    bodyOptional: true,
    response: sessionGrant(),
    errors: [401, 429],
    role: 'read-only',
    isControl: true,
    whileGuardLocked: true,
  }),
  end: () => ({
    method: 'POST',
    path: '/auth/end',
    summary: 'End this session',
    response: empty,
    role: 'read-only',
    isControl: true,
    whileGuardLocked: true,
  }),
  revokeKey: () => ({
    method: 'DELETE',
    path: '/auth/keys/{key_id}',
    summary: 'Revoke an API key immediately: its sessions end and its copy of the data key is destroyed',
    response: empty,
    errors: [404, 409],
    role: 'admin',
    audit: 'key.revoke',
    write: 'service',
    wantsPassphrase: true,
    confirms: 'revoke_api_key',
  }),
});
