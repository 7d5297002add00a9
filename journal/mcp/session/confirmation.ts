import { createHash } from 'node:crypto';
import { ApiError, ApiUnreachable } from '@zorivest/contract';
import { localTokens, type ConfirmationTokens } from '@zorivest/kernel';
import type { Clients } from './clients.ts';
import { translate } from './errors.ts';

const TOKEN_MS = 5000;

/** Marks a token that was asked for without the arguments it is for. */
const ANY_ARGUMENTS = '_any';

/** What the service calls an action whose tool has another name. */
const SERVICE_NAMES: Readonly<Record<string, string>> = { manage_imports: 'imports.undo' };

/** The one action that must be possible while the service is down. */
const WORKS_OFFLINE = 'zorivest_emergency_stop';

/**
 * Tokens are issued and used up by the service, which binds them to key, action and a hash; the hash carries the
 * session and the digest of the arguments, so that neither another session nor other arguments can use them.
 */
export function serviceTokens(clients: Clients): ConfirmationTokens {
  const offline = localTokens();
  const issuedOffline = new Set<string>();

  return {
    async issue(request) {
      const { action, digest, caller, summary } = request;
      const { confirmations } = clients.of(caller.session.principal);
      try {
        const { token } = await confirmations.issue(
          {
            body: {
              action: SERVICE_NAMES[action] ?? action,
              params_summary: summary,
              params_hash: boundTo(caller.session.id, digest),
              binds_arguments: digest !== null,
            },
          },
          { signal: caller.signal, timeoutMs: TOKEN_MS },
        );
        return { token: digest === null ? token + ANY_ARGUMENTS : token };
      } catch (error) {
        if (!(error instanceof ApiUnreachable) || action !== WORKS_OFFLINE) throw translate(action, error);
        const issued = await offline.issue(request);
        issuedOffline.add(issued.token);
        return issued;
      }
    },
    async consume(request) {
      const { action, digest, token, caller } = request;
      if (issuedOffline.delete(token)) return offline.consume(request);
      const any = token.endsWith(ANY_ARGUMENTS);
      const { confirmations } = clients.of(caller.session.principal);
      try {
        await confirmations.consume(
          {
            body: {
              action: SERVICE_NAMES[action] ?? action,
              token: any ? token.slice(0, -ANY_ARGUMENTS.length) : token,
              params_hash: boundTo(caller.session.id, any ? null : digest),
            },
          },
          { signal: caller.signal, timeoutMs: TOKEN_MS },
        );
        return true;
      } catch (error) {
        if (error instanceof ApiError && (error.status === 409 || error.status === 422)) return false;
        throw translate(action, error);
      }
    },
  };
}

function boundTo(session: string, digest: string | null): string {
  return createHash('sha256')
    .update(JSON.stringify([session, digest]))
    .digest('hex');
}
