// The circuit breaker in front of an assistant's tools, and the confirmation tokens of destructive ones.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { text, timestamp, words } from '../core/fields.ts';
import { once } from '../core/once.ts';

const guardStatus = once(() =>
  z.object({
    is_enabled: z.boolean(),
    is_locked: z.boolean(),
    locked_at: timestamp.nullable(),
    lock_reason: z.string().nullable(),
    calls_per_minute_limit: z.int(),
    calls_per_hour_limit: z.int(),
    recent_calls_1min: z.int(),
    recent_calls_1hr: z.int(),
    call_count: z.int().describe('The same as recent_calls_1min'),
  }),
);

export const guard = resource('leaves-trades', {
  status: () => ({
    method: 'GET',
    path: '/mcp-guard/status',
    summary: 'The state of the guard',
    description: 'While the vault is locked the guard counts as locked with the reason `vault_locked`.',
    response: guardStatus(),
    role: 'public',
    whileLocked: true,
  }),
  configure: () => ({
    method: 'PUT',
    path: '/mcp-guard/config',
    summary: 'Turn the rate limits on or off and set them',
    body: z.strictObject({
      is_enabled: z.boolean().optional(),
      calls_per_minute_limit: z.int().min(1).max(10_000).optional(),
      calls_per_hour_limit: z.int().min(1).max(100_000).optional(),
    }),
    response: guardStatus(),
    role: 'read-write',
    audit: 'guard.configure',
  }),
  lock: () => ({
    method: 'POST',
    path: '/mcp-guard/lock',
    summary: 'Emergency stop: refuse every guarded tool until the guard is unlocked',
    body: z.strictObject({ reason: words(100).default('manual') }),
    bodyOptional: true,
    response: guardStatus(),
    role: 'read-only',
    audit: 'guard.lock',
  }),
  unlock: () => ({
    method: 'POST',
    path: '/mcp-guard/unlock',
    summary: 'Lift the lock',
    response: guardStatus(),
    role: 'read-write',
    audit: 'guard.unlock',
  }),
  check: () => ({
    method: 'POST',
    path: '/mcp-guard/check',
    summary: 'May one more tool call go ahead? Counts it',
    description: 'A lock beats everything, also a disabled guard. Crossing a limit locks the guard.',
    body: z.strictObject({ tool: text(100).optional(), client: text(100).optional() }),
    bodyOptional: true,
    response: z.object({ allowed: z.boolean(), reason: z.string() }),
    role: 'read-only',
  }),
});

/** What a confirmation token can be asked for: the destructive tools and the destructive routes. */
export const confirmableActions = [
  'zorivest_emergency_stop',
  'create_trade',
  'sync_broker',
  'disconnect_market_provider',
  'zorivest_service_restart',
  'record_quarterly_tax_payment',
  'delete_account',
  'delete_trade',
  'delete_all_trades',
  'revoke_api_key',
  'factory_reset',
  'delete_policy',
  'delete_trade_plan',
  'delete_email_template',
  'reassign_trades',
] as const;

const paramsHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 of the canonical parameters, in hex');

export const confirmations = resource('leaves-trades', {
  issue: () => ({
    method: 'POST',
    path: '/confirmation-tokens',
    summary: 'Step one of two: a token for one destructive action, valid once and for 60 seconds',
    body: z.strictObject({
      action: words(100),
      params_summary: text(2000),
      params_hash: paramsHash.optional(),
    }),
    response: z.object({
      token: z.string(),
      action: z.string(),
      params_summary: z.string(),
      expires_in_seconds: z.int(),
    }),
    status: 201,
    errors: [400],
    role: 'read-only',
  }),
  consume: () => ({
    method: 'POST',
    path: '/confirmation-tokens/consume',
    summary: 'Step two of two: use the token up',
    description:
      'A token that is unknown, expired, used, of another key, for another action or for other parameters answers 409 ' +
      'with the code `confirmation_invalid` and the reason in `detail.reason`.',
    body: z.strictObject({ token: words(100), action: words(100), params_hash: paramsHash.optional() }),
    response: z.object({ consumed: z.literal(true), action: z.string(), params_summary: z.string() }),
    errors: [409],
    role: 'read-only',
  }),
});
