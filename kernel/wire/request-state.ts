/**
 * What a client of the stateless era carries between the rounds of one call. The client could alter it, so it is
 * signed and bound: to who calls, to the method and its target, to a digest of the arguments, to a short time, and to
 * being used once. An answer counts only together with a state that proves the question was asked.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STATE_SECONDS = 300;
/** Far more rounds than people can hold open concurrently; beyond it the oldest uses are forgotten with their states. */
const MAX_USED = 10_000;

/** What a state is bound to. */
export interface StateBinding {
  readonly principal: string;
  readonly method: string;
  readonly target: string;
  readonly digest: string;
}

interface RoundState {
  /** Ids of what was asked in the last round. */
  readonly asked: readonly string[];
  /** Answers of the rounds before. */
  readonly answers: Readonly<Record<string, unknown>>;
}

export interface RequestStates {
  seal(binding: StateBinding, state: RoundState): string;
  /** The state, once; `null` for one that is forged, altered, bound elsewhere, expired or used. */
  open(binding: StateBinding, sealed: string): RoundState | null;
}

export function createRequestStates({ now = Date.now, key = randomBytes(32) } = {}): RequestStates {
  const used = new Map<string, number>();

  const sign = (body: string, binding: StateBinding): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([body, binding.principal, binding.method, binding.target, binding.digest]))
      .digest();

  const spend = (nonce: string, expires: number): boolean => {
    if (used.has(nonce)) return false;
    for (const [old, until] of used)
      if (until <= now() || used.size >= MAX_USED) used.delete(old);
      else break;
    used.set(nonce, expires);
    return true;
  };

  return {
    seal: (binding, state) => {
      const nonce = randomBytes(12).toString('base64url');
      const body = Buffer.from(JSON.stringify({ nonce, expires: now() + STATE_SECONDS * 1000, ...state }));
      const text = body.toString('base64url');
      return `${text}.${sign(text, binding).toString('base64url')}`;
    },
    open: (binding, sealed) => {
      const [text = '', mac = ''] = sealed.split('.');
      const digest = Buffer.from(mac, 'base64url');
      const wanted = sign(text, binding);
      if (digest.length !== wanted.length || !timingSafeEqual(digest, wanted)) return null;
      // The signature is ours, so the body is what we wrote.
      const state = JSON.parse(Buffer.from(text, 'base64url').toString()) as RoundState & {
        readonly nonce: string;
        readonly expires: number;
      };
      return state.expires > now() && spend(state.nonce, state.expires) ? state : null;
    },
  };
}
