import type { Pipeline } from '../call/pipeline.ts';
import type { Principal } from '../call/context.ts';
import type { Logger } from '../log/logger.ts';
import type { Catalogue } from '../tool/catalogue.ts';
import type { Auth } from './auth.ts';
import { DirectHandler, type DirectDialect } from './direct.ts';
import type { McpServer } from './mcp-server.ts';
import type { McpCore } from './mcp-core.ts';
import { noClient } from './ports.ts';
import { LegacySession, LOCAL, type RequestSource } from '../session/session.ts';

/** What the wires share: everything of a server but its sockets. */
export interface ServerCore {
  readonly catalogue: Catalogue;
  readonly pipeline: Pipeline;
  readonly mcp: McpCore;
  readonly log: Logger;
  /** Who may come in from outside, by whose tokens; no one unless the author configured it. */
  readonly auth: Auth | undefined;
  /** Connections of the handshake era that can be notified of changes. */
  readonly connected: Set<McpServer>;
  /** Answers direct JSON-RPC for a session. */
  directHandler(session: LegacySession): DirectHandler;
}

/** Runs tools by their direct methods, for the session or for the principal the dialect found in the request. */
export function createDirectHandler(
  core: Pick<ServerCore, 'catalogue' | 'pipeline' | 'mcp'>,
  dialect: DirectDialect,
  session: LegacySession,
): DirectHandler {
  const others = new Map<string, LegacySession>();
  const sessionOf = (principal: Principal | undefined): LegacySession => {
    if (principal === undefined) return session;
    const key = JSON.stringify([principal.id, principal.role]);
    let own = others.get(key);
    if (own === undefined) {
      if (others.size >= MAX_PRINCIPALS) others.clear();
      others.set(key, (own = silentSession(core.mcp, { ...LOCAL, principal })));
    }
    return own;
  };

  return new DirectHandler(dialect, (request, admission) => {
    const entry = core.catalogue.byMethod(request.method);
    const caller = sessionOf(admission.principal);
    if (!entry || !caller.surface().allows(entry)) return undefined;
    const controller = new AbortController();
    const { _meta: _, ...args } = admission.params;
    const outcome = core.pipeline.call(entry, args, {
      ...noClient,
      session: caller,
      signal: controller.signal,
      progress: () => {},
      ...(admission.correlationId === undefined ? {} : { correlationId: admission.correlationId }),
    });
    return { outcome, abort: () => controller.abort() };
  });
}

/** More principals than this on one connection is an attack on the server's memory. */
const MAX_PRINCIPALS = 64;

/** A session without a client to notify. */
export function silentSession(mcp: McpCore, source: RequestSource): LegacySession {
  return new LegacySession({ surfaces: mcp.surfaces, source, reachable: () => false, announce: () => {} });
}
