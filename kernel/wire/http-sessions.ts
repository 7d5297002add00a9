import { randomUUID } from 'node:crypto';
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { ServerCore } from './core.ts';
import { LegacySession, type RequestSource } from '../session/session.ts';
import { HttpFault } from './http-io.ts';
import type { McpServer } from './mcp-server.ts';
import { createMcpServer } from './mcp.ts';

interface HttpSession {
  readonly source: RequestSource;
  readonly session: LegacySession;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Ids of requests that are being answered. */
  readonly busy: Set<string | number>;
  /** An open GET stream: the only way to notify the client. */
  listening: boolean;
  seen: number;
}

export interface SessionLimits {
  readonly max: number;
  readonly idleMs: number;
}

/** Sessions of the handshake era: made by `initialize`, found by their id, forgotten when idle or when there are too many. */
export class LegacySessions {
  readonly #core: ServerCore;
  readonly #limits: SessionLimits;
  readonly #sessions = new Map<string, HttpSession>();
  readonly #sweep: NodeJS.Timeout;

  constructor(core: ServerCore, limits: SessionLimits) {
    this.#core = core;
    this.#limits = limits;
    this.#sweep = setInterval(() => this.#forgetIdle(), Math.max(1000, limits.idleMs / 4)).unref();
  }

  async handle(request: Request, body: unknown, source: RequestSource): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) {
      if (!isInitializeRequest(body)) {
        throw new HttpFault(400, -32000, 'Bad Request: begin with initialize; then send the Mcp-Session-Id header.');
      }
      const { server, transport } = await this.#open(source);
      const response = await transport.handleRequest(request, { parsedBody: body });
      // A handshake that was refused leaves no session behind.
      if (transport.sessionId === undefined) await server.close();
      return response;
    }
    const found = this.#sessions.get(id);
    // To anyone else the session does not exist.
    if (!found || found.source.principal.id !== source.principal.id || found.source.path !== source.path) {
      throw new HttpFault(404, -32001, 'Session not found');
    }
    found.seen = Date.now();
    if (body === undefined) return this.#stream(found, request);
    const ids = requestIds(body);
    if (ids.some((each) => found.busy.has(each)) || new Set(ids).size < ids.length) {
      throw new HttpFault(400, -32600, 'Invalid Request: a request with this id is already being answered.');
    }
    for (const each of ids) found.busy.add(each);
    request.signal.addEventListener('abort', () => {
      for (const each of ids) found.busy.delete(each);
    });
    return found.transport.handleRequest(request, { parsedBody: body });
  }

  async close(): Promise<void> {
    clearInterval(this.#sweep);
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  /** GET opens the stream for notifications, DELETE ends the session. */
  async #stream(found: HttpSession, request: Request): Promise<Response> {
    const response = await found.transport.handleRequest(request);
    if (request.method === 'GET' && response.status === 200) {
      found.listening = true;
      request.signal.addEventListener('abort', () => {
        found.listening = false;
      });
    }
    return response;
  }

  async #open(source: RequestSource): Promise<HttpSession> {
    this.#makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => {
        this.#sessions.set(id, opened);
      },
    });
    const session: LegacySession = new LegacySession({
      surfaces: this.#core.mcp.surfaces,
      source,
      reachable: () => opened.listening,
      announce: () => void server.sendToolListChanged().catch(() => {}),
    });
    const server = createMcpServer(this.#core.mcp, { era: 'legacy', transport: 'tcp', session });
    const opened: HttpSession = {
      source,
      session,
      server,
      transport,
      busy: new Set(),
      listening: false,
      seen: Date.now(),
    };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's server is no EventTarget
    server.onclose = () => this.#forget(opened);
    await server.connect(transport);
    this.#core.connected.add(server);
    return opened;
  }

  #forget({ session, server, transport }: HttpSession): void {
    session.close();
    this.#core.connected.delete(server);
    if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
  }

  #forgetIdle(): void {
    const before = Date.now() - this.#limits.idleMs;
    for (const held of this.#sessions.values()) {
      if (held.seen < before && isQuiet(held)) void held.server.close();
    }
  }

  /** The session unused for longest gives way; if all are in use, the newcomer has to come back later. */
  #makeRoom(): void {
    if (this.#sessions.size < this.#limits.max) return;
    let oldest: HttpSession | undefined;
    for (const held of this.#sessions.values()) {
      if (isQuiet(held) && (oldest === undefined || held.seen < oldest.seen)) oldest = held;
    }
    if (!oldest) {
      throw new HttpFault(503, -32000, 'Too many sessions are open; try again later.', { 'retry-after': '10' });
    }
    void oldest.server.close();
  }
}

function isQuiet({ busy, listening }: HttpSession): boolean {
  return busy.size === 0 && !listening;
}

function requestIds(body: unknown): (string | number)[] {
  return (Array.isArray(body) ? (body as unknown[]) : [body]).flatMap((message) => {
    if (typeof message !== 'object' || message === null || !('method' in message) || !('id' in message)) return [];
    return typeof message.id === 'string' || typeof message.id === 'number' ? [message.id] : [];
  });
}
