// Who is calling, and may they use this endpoint? Locked vault first, then the session, then its role.
import type { IncomingHttpHeaders } from 'node:http';
import type { AnyEndpoint } from '@zorivest/contract';
import { type Actor, Fault } from '@zorivest/store';
import type { LocalSecret } from './local-secret.ts';
import { refuseRole } from '../vault/roles.ts';
import type { Session } from '../vault/sessions.ts';
import type { Vault } from '../vault/vault.ts';

const longestToolName = 100;

export interface Admission {
  readonly actor: Actor;
  readonly session: Session | undefined;
}

/** What tells who is calling. */
export interface AccessParts {
  readonly vault: Vault;
  readonly localSecret: LocalSecret;
}

const tokenIn = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];

export function sessionOf(vault: Pick<Vault, 'session'>, headers: IncomingHttpHeaders): Session | undefined {
  const token = tokenIn(headers);
  return token === undefined ? undefined : vault.session(token);
}

export function admit(
  { vault, localSecret }: AccessParts,
  endpoint: AnyEndpoint,
  headers: IncomingHttpHeaders,
): Admission {
  const tool = headers['x-zorivest-tool'];
  const named = typeof tool === 'string' && tool !== '' ? tool.slice(0, longestToolName) : null;
  const isLocal = localSecret.matches(headers['x-zorivest-local']);
  if (endpoint.role === 'public') {
    return {
      actor: { name: 'nobody', keyId: null, role: 'public', tool: named, isLocal, sessionId: null },
      session: undefined,
    };
  }
  if (vault.state !== 'unlocked') {
    throw new Fault(403, 'the vault is locked; unlock it with POST /auth/unlock or POST /service/unlock', {
      code: 'locked',
    });
  }
  const session = sessionOf(vault, headers);
  if (!session) {
    const detail =
      tokenIn(headers) === undefined
        ? 'send the session token as `Authorization: Bearer …`; POST /auth/unlock gives one'
        : 'the session is not known or has ended; POST /auth/unlock gives another';
    throw new Fault(401, detail);
  }
  const name = session.keyId === null ? 'person' : `key:${session.keyId}`;
  const { keyId, role, id: sessionId } = session;
  const label = vault.bootstrap.keys.find(({ key_id }) => key_id === keyId)?.label ?? null;
  const less = headers['x-zorivest-mode'];
  const atMost = less === 'read' || less === 'ask' ? less : null;
  const actor: Actor = { name, keyId, label, role, tool: named, isLocal, sessionId, ...(atMost && { atMost }) };
  return { actor, session };
}

/** Once it is known who is calling: what is refused is on record too. */
export function refuseOthers(endpoint: AnyEndpoint, { session }: Admission): void {
  if (session !== undefined) refuseRole(endpoint, session.role);
}
