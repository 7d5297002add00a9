// The circuit breaker in front of an assistant's tools, and the confirmation tokens of destructive ones.
import { z } from 'zod';
import { resource } from '../core/endpoint.ts';
import { text, timestamp, nonBlankText } from '../core/fields.ts';
import { once } from '../core/once.ts';

const guardStatus = once(() =>
  z.object({
    is_enabled: z.boolean(),
    is_locked: z.boolean(),
    locked_at: timestamp.nullable(),
    lock_reason: z.string().nullable(),
    lifted_by: z
      .enum(['person', 'anyone'])
      .nullable()
      .describe('Who may lift the lock: only the person, or any key that may write; null when there is none'),
    calls_per_minute_limit: z.int(),
    calls_per_hour_limit: z.int(),
    recent_calls_1min: z.int(),
    recent_calls_1hr: z.int(),
    call_count: z.int().describe('The same as recent_calls_1min'),
  }),
);

const stoppedWork = once(() =>
  z.object({
    request_id: z.string(),
    actor: z.string(),
    action: z.string().nullable().describe('The audit label of a write, or of a pipeline run; null for a read'),
    tool: z.string().nullable(),
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
  calls: () => ({
    method: 'GET',
    path: '/mcp-guard/calls',
    summary: 'Whose calls the guard counted in the last hour, minute by minute',
    description: 'Together they are what the limits are compared with; lifting a lock starts them afresh.',
    response: z.object({
      until: timestamp.describe('The end of the last minute'),
      items: z.array(
        z.object({
          key_id: z.string().nullable().describe('Null for calls of the person, or whose key was not written down'),
          last_hour: z.int(),
          by_minute: z.array(z.int()).describe('60 minutes, the oldest first'),
        }),
      ),
    }),
    role: 'person',
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
    // An assistant must not be able to widen its own limits.
    role: 'admin',
    audit: 'guard.configure',
    write: 'service',
  }),
  lock: () => ({
    method: 'POST',
    path: '/mcp-guard/lock',
    summary: 'Emergency stop: refuse every guarded tool and every write by a key until the guard is unlocked',
    description:
      'Ends every other request of a key and every running pipeline; what was not stored is rolled back. A lock ' +
      'by the person is lifted by the person alone, also when a key had locked before or locks again.',
    body: z.strictObject({ reason: nonBlankText(100).default('manual') }),
    bodyOptional: true,
    response: guardStatus().extend({
      kept: z
        .enum(['stored', 'marked', 'until_restart'])
        .describe(
          'How the stop is stored: as usual; by a mark in the home, since the disk is full, which survives a restart too; ' +
            'or keep it only until the service stops',
        ),
      aborted: z.array(stoppedWork()).describe('What was ended before it had stored anything'),
      finished: z.array(stoppedWork()).describe('What was running and had already been stored'),
    }),
    role: 'read-only',
    whileGuardLocked: true,
    isControl: true,
    audit: 'guard.lock',
  }),
  unlock: () => ({
    method: 'POST',
    path: '/mcp-guard/unlock',
    summary: 'Lift the lock',
    description: 'A lock by the person answers 403 `locked_by_person` to every key.',
    response: guardStatus(),
    role: 'read-write',
    whileGuardLocked: true,
    isControl: true,
    audit: 'guard.unlock',
  }),
  check: () => ({
    method: 'POST',
    path: '/mcp-guard/check',
    summary: 'May one more tool call go ahead? Counts it',
    description: 'A lock beats everything, also a disabled guard. Crossing a limit locks the guard.',
    body: z.strictObject({
      tool: text(500).optional(),
      client: text(100).optional(),
      call_id: text(100).optional().describe('Marks the start of a call that will be reported to /activity'),
      kind: z.enum(['tool', 'resource', 'prompt']).optional(),
    }),
    bodyOptional: true,
    response: z.object({
      allowed: z.boolean(),
      reason: z.string(),
      mode: z.literal('ask').optional().describe('There when every write of this key waits for the person'),
      app_open: z.literal(true).optional().describe('There when the person has the app open and can be asked in it'),
    }),
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
  'imports.undo',
  'backups.restore',
  'auth.createKey',
  'config.import',
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
      action: nonBlankText(100),
      params_summary: text(2000),
      params_hash: paramsHash.optional(),
      binds_arguments: z
        .boolean()
        .optional()
        .describe('Whether the hash stands for exact arguments; by default, whether there is one'),
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
    body: z.strictObject({ token: nonBlankText(100), action: nonBlankText(100), params_hash: paramsHash.optional() }),
    response: z.object({ consumed: z.literal(true), action: z.string(), params_summary: z.string() }),
    errors: [409],
    role: 'read-only',
  }),
});
