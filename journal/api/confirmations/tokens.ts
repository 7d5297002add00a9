// Confirmation tokens: single use, a minute long, bound to the action, to its parameters and to the key that asked.
import { confirmableActions } from '@zorivest/contract';
import type { Control } from '../control/control.ts';
import { type Actor, Fault, flagValue, originOf, type RandomBytes, sha256 } from '@zorivest/store';

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

const MOST_OF_HOLDER = 100;

const hashOf = (token: string) => sha256(token).toString('hex');

export interface Holder {
  readonly control: Control;
  readonly actor: Actor;
  readonly requestId: string;
  readonly now: Date;
}

export function issueToken(
  { control, actor, now }: Holder,
  random: RandomBytes,
  request: {
    action: string;
    params_summary: string;
    params_hash?: string | undefined;
    binds_arguments?: boolean | undefined;
  },
): string {
  if (!(confirmableActions as readonly string[]).includes(request.action)) {
    throw new Fault(400, `unknown action ${JSON.stringify(request.action)}; one of ${confirmableActions.join(', ')}`);
  }
  const at = now.getTime();
  const token = `ctk_${random(16).toString('hex')}`;
  const { db } = control;
  control.transact(() => {
    // Retained for an hour after its end, so that a late attempt gets the reason.
    control.run(db.deleteFrom('confirmation_tokens').where('expires_at', '<', at - 3_600_000));
    // A key can ask for them without end: its oldest go.
    const own = db.selectFrom('confirmation_tokens').select('token_hash').where('holder', '=', actor.name);
    const beyond = control.all(
      own
        .orderBy('expires_at', 'desc')
        .limit(1000)
        .offset(MOST_OF_HOLDER - 1),
    );
    const hashes = beyond.map(({ token_hash }) => token_hash);
    if (hashes.length > 0) control.run(db.deleteFrom('confirmation_tokens').where('token_hash', 'in', hashes));
    control.run(
      db.insertInto('confirmation_tokens').values({
        token_hash: hashOf(token),
        action: request.action,
        params_summary: request.params_summary,
        params_hash: request.params_hash ?? null,
        holder: actor.name,
        expires_at: at + TOKEN_SECONDS * 1000,
        used_at: null,
        binds_arguments: flagValue(request.binds_arguments ?? request.params_hash !== undefined),
      }),
    );
  });
  return token;
}

/** Uses the token up, or refuses with the reason. Of two simultaneous callers exactly one succeeds. */
export function consumeToken(
  { control, actor, requestId, now }: Holder,
  request: { token: string; action: string; params_hash?: string | undefined },
): { params_summary: string } {
  const at = now.getTime();
  const { db } = control;
  const token_hash = hashOf(request.token);
  const row = control.first(db.selectFrom('confirmation_tokens').selectAll().where('token_hash', '=', token_hash));
  const reason = ((): Refusal | null => {
    if (!row) return 'unknown';
    if (row.used_at !== null) return 'already_used';
    // One that ends later than any that is given now is from before the clock was set back.
    if (row.expires_at <= at || row.expires_at > at + TOKEN_SECONDS * 1000) return 'expired';
    if (row.holder !== actor.name) return 'other_holder';
    if (row.action !== request.action) return 'action_mismatch';
    if (row.params_hash !== null && row.params_hash !== request.params_hash) return 'params_mismatch';
    return null;
  })();
  if (reason !== null || !row) {
    const refusal = reason ?? 'unknown';
    throw new Fault(409, { reason: refusal, message: sentences[refusal] }, { code: 'confirmation_invalid' });
  }
  control.write(originOf({ actor, requestId }, 'confirmation.use'), (audit) => {
    control.run(db.updateTable('confirmation_tokens').set({ used_at: at }).where('token_hash', '=', token_hash));
    const bound_to = row.binds_arguments === 1 ? 'arguments' : 'action';
    audit({ resource: 'confirmation', id: row.action, after: { bound_to, params_summary: row.params_summary } });
  });
  return { params_summary: row.params_summary };
}
