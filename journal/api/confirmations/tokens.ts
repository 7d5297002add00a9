// Confirmation tokens: single use, a minute long, bound to the action, to its parameters and to the key that asked.
import { confirmableActions } from '@zorivest/contract';
import type { Call } from '../core/call.ts';
import { Fault } from '../core/fault.ts';
import { type RandomBytes, sha256 } from '../vault/envelope.ts';

export const TOKEN_SECONDS = 60;

type Refusal = 'unknown' | 'expired' | 'already_used' | 'action_mismatch' | 'params_mismatch' | 'other_holder';

const sentences: Readonly<Record<Refusal, string>> = {
  unknown: 'no such confirmation token; get one with POST /confirmation-tokens',
  expired: `the confirmation token was good for ${TOKEN_SECONDS} seconds and has expired; get another`,
  already_used: 'the confirmation token has been used already; get another',
  action_mismatch: 'the confirmation token is for another action',
  params_mismatch: 'the confirmation token is for other parameters',
  other_holder: 'the confirmation token was given to another key',
};

const hashOf = (token: string) => sha256(token).toString('hex');

export async function issueToken(
  call: Call,
  random: RandomBytes,
  request: { action: string; params_summary: string; params_hash?: string | undefined },
): Promise<string> {
  if (!(confirmableActions as readonly string[]).includes(request.action)) {
    throw new Fault(400, `unknown action ${JSON.stringify(request.action)}; one of ${confirmableActions.join(', ')}`);
  }
  const now = call.now().getTime();
  const token = `ctk_${random(16).toString('hex')}`;
  await call.db.transaction().execute(async (tx) => {
    // Kept for an hour after its end, so that a late attempt is told why it fails.
    await tx
      .deleteFrom('confirmation_tokens')
      .where('expires_at', '<', now - 3_600_000)
      .execute();
    await tx
      .insertInto('confirmation_tokens')
      .values({
        token_hash: hashOf(token),
        action: request.action,
        params_summary: request.params_summary,
        params_hash: request.params_hash ?? null,
        holder: call.actor.name,
        expires_at: now + TOKEN_SECONDS * 1000,
        used_at: null,
      })
      .execute();
  });
  return token;
}

/** Uses the token up, or refuses with the reason. Of two callers at once exactly one gets through. */
export async function consumeToken(
  call: Call,
  request: { token: string; action: string; params_hash?: string | undefined },
): Promise<{ params_summary: string }> {
  const now = call.now().getTime();
  const refusal = await call.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('confirmation_tokens')
      .selectAll()
      .where('token_hash', '=', hashOf(request.token))
      .executeTakeFirst();
    const reason = ((): Refusal | null => {
      if (!row) return 'unknown';
      if (row.used_at !== null) return 'already_used';
      if (row.expires_at <= now) return 'expired';
      if (row.holder !== call.actor.name) return 'other_holder';
      if (row.action !== request.action) return 'action_mismatch';
      if (row.params_hash !== null && row.params_hash !== request.params_hash) return 'params_mismatch';
      return null;
    })();
    if (reason !== null || !row) return { reason: reason ?? 'unknown' };
    await tx
      .updateTable('confirmation_tokens')
      .set({ used_at: now })
      .where('token_hash', '=', row.token_hash)
      .execute();
    return { params_summary: row.params_summary };
  });
  if ('reason' in refusal) {
    const { reason } = refusal;
    throw new Fault(409, { reason, message: sentences[reason] }, { code: 'confirmation_invalid' });
  }
  return refusal;
}
