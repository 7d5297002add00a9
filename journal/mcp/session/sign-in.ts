/**
 * A server that its person exposes on purpose, to clients that sign in with an issuer's token. They read the journal with
 * the key this server holds, and what they want to write waits for the person: a token is never more than `ask`.
 */
import type { AuthOptions, Principal } from '@zorivest/kernel';

export type SignIn = Pick<AuthOptions, 'resource' | 'issuer' | 'audience'>;

const SCOPES = { 'journal:read': 'read', 'journal:ask': 'ask' } as const;

/** `ownRole` is that of the key this server holds. */
export function signInWith(signIn: SignIn, ownRole: () => Promise<string | null>): AuthOptions {
  return {
    ...signIn,
    scopes: SCOPES,
    atMost: async () => {
      const role = await ownRole();
      return role === null ? null : role === 'read-only' ? 'read' : 'ask';
    },
  };
}

/** Whether somebody came with a token and not with a key. */
export const isSignedIn = ({ id }: Pick<Principal, 'id'>): boolean => id.startsWith('subject:');
