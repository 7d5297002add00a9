// Who a client is. An API key is turned into a session token and renewed shortly before it expires; concurrent callers
// share one renewal, because a burst of expired calls must not become a burst of unlocks.

export type Auth =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  /** A key that may not be there yet is asked for at each unlock; what it rejects with reaches the caller. */
  | { readonly kind: 'key'; readonly apiKey: string | (() => Promise<string>) }
  | { readonly kind: 'passphrase'; readonly passphrase: string };

export interface SessionGrant {
  readonly session_token: string;
  readonly role: string;
  readonly expires_in: number;
}

/** Seconds before expiry at which a session counts as expired. */
const EARLY = 30;

export interface SessionKeeper {
  /** A usable token, or undefined when the client has no credentials. */
  token(): Promise<string | undefined>;
  /** The token of a session that is open already. */
  held(): string | undefined;
  /** Forget the token a request was refused with; true when another can be had. */
  discard(token: string | undefined): boolean;
}

export function createSessionKeeper(
  auth: Auth,
  unlock: (auth: Exclude<Auth, { kind: 'none' | 'token' }>) => Promise<SessionGrant>,
  now: () => number,
): SessionKeeper {
  if (auth.kind === 'none')
    return { token: () => Promise.resolve(undefined), held: () => undefined, discard: () => false };
  if (auth.kind === 'token') {
    return { token: () => Promise.resolve(auth.token), held: () => auth.token, discard: () => false };
  }

  let held: { token: string; until: number } | undefined;
  let pending: Promise<string> | undefined;

  const renew = async (): Promise<string> => {
    const grant = await unlock(auth);
    held = { token: grant.session_token, until: now() + (grant.expires_in - EARLY) * 1000 };
    return grant.session_token;
  };

  return {
    token() {
      if (held && now() < held.until) return Promise.resolve(held.token);
      pending ??= renew().finally(() => {
        pending = undefined;
      });
      return pending;
    },
    held: () => (held && now() < held.until ? held.token : undefined),
    discard(token) {
      if (held?.token === token) held = undefined;
      return true;
    },
  };
}
