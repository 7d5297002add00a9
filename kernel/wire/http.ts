/**
 * Streamable HTTP at `/mcp`. The threats: a page in the person's browser that reaches for a local port (Host and Origin
 * are checked before anything is read), a peer that sends slowly, much or for ever (limits and timeouts on everything),
 * and one session reaching into another's (a session belongs to the principal and the path it began with).
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  classifyInboundRequest,
  createMcpHandler,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  validateHostHeader,
  validateOriginHeader,
  type ServerNotifier,
} from '@modelcontextprotocol/server';
import type { Principal } from '../call/context.ts';
import { KernelError } from '../tool/errors.ts';
import { silentSession, type ServerCore } from './core.ts';
import { LOCAL, modernSession, type RequestSource } from '../session/session.ts';
import { bearerOf, isToken } from './auth.ts';
import { readEnvelope } from './envelope.ts';
import { HttpFault, readBody, sendFault, sendResponse } from './http-io.ts';
import { LegacySessions } from './http-sessions.ts';
import { createMcpServer } from './mcp.ts';
import { isMcp } from './methods.ts';
import { joinStreams, listenToTasks, refuseToListen, taskFilterOf } from './task-subscriptions.ts';

export interface HttpOptions {
  /** By default 127.0.0.1; any other address needs `authenticate`. */
  readonly host?: string;
  /** 0 takes a free one. */
  readonly port?: number;
  /** Host names besides localhost under which the server may be addressed. */
  readonly allowedHosts?: readonly string[];
  /** Hosts of pages, besides localhost, that may call from a browser. */
  readonly allowedOrigins?: readonly string[];
  /** Who is calling, from the request's headers (lower case). `null` or a `KernelError`: the caller is unknown. */
  readonly authenticate?: (headers: Readonly<Record<string, string>>) => Principal | null | Promise<Principal | null>;
  /** A header that names toolsets, as `?toolsets=a,b` of the address does; in lower case. */
  readonly toolsetsHeader?: string;
  readonly maxBodyBytes?: number;
  readonly maxHeaderBytes?: number;
  readonly maxSessions?: number;
  readonly maxConnections?: number;
  /** Milliseconds in which a request must have arrived whole. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds without a request after which a session is forgotten. */
  readonly idleSessionMs?: number;
}

export interface HttpWire {
  readonly url: string;
  readonly port: number;
  readonly closed: Promise<void>;
  readonly notify: ServerNotifier;
  /** Takes no more, answers what is in flight (for `graceMs` at most), then closes. */
  close(graceMs?: number): Promise<void>;
}

const MOUNT = '/mcp';
const GRACE_MS = 10_000;

export async function httpWire(core: ServerCore, options: HttpOptions = {}): Promise<HttpWire> {
  const host = options.host ?? '127.0.0.1';
  if (!['127.0.0.1', '::1', 'localhost'].includes(host) && !options.authenticate && !core.auth?.takesTokens) {
    throw new Error(`Other machines can reach a server on ${host}: set \`authenticate\`, or listen on 127.0.0.1.`);
  }
  const handler = new HttpHandler(core, options);
  // Loaded only when it is needed: it costs a stdio server a third of its start.
  const { createServer: createHttpServer } = await import('node:http');
  const server = createHttpServer(
    {
      maxHeaderSize: options.maxHeaderBytes ?? 16 * 1024,
      headersTimeout: Math.min(options.requestTimeoutMs ?? 30_000, 10_000),
      requestTimeout: options.requestTimeoutMs ?? 30_000,
      connectionsCheckingInterval: Math.min(options.requestTimeoutMs ?? 30_000, 1000),
      keepAliveTimeout: 10_000,
    },
    (request, response) => void handler.handle(request, response),
  );
  server.maxConnections = options.maxConnections ?? 512;
  await listen(server, options.port ?? 0, host);
  const { port } = server.address() as AddressInfo;

  let finish: () => void = () => {};
  const closed = new Promise<void>((resolve) => (finish = resolve));
  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}${MOUNT}`,
    port,
    closed,
    notify: handler.notify,
    close: (graceMs = GRACE_MS) =>
      (closing ??= (async () => {
        const stopped = new Promise((resolve) => server.close(resolve));
        server.closeIdleConnections();
        await handler.close(graceMs);
        server.closeAllConnections();
        await stopped;
        finish();
      })()),
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Takes each request through the gates and to the era it speaks. */
class HttpHandler {
  readonly #core: ServerCore;
  readonly #options: HttpOptions;
  readonly #hosts: string[];
  readonly #origins: string[];
  readonly #sessions: LegacySessions;
  readonly #sources = new WeakMap<Request, RequestSource>();
  readonly #modern: ReturnType<typeof createMcpHandler>;
  readonly #inFlight = new Set<ServerResponse>();
  readonly #closed = new AbortController();
  #closing = false;
  #idle: () => void = () => {};

  constructor(core: ServerCore, options: HttpOptions) {
    this.#core = core;
    this.#options = options;
    const own = core.auth ? [core.auth.host] : [];
    this.#hosts = [...localhostAllowedHostnames(), ...own, ...(options.allowedHosts ?? [])];
    this.#origins = [...localhostAllowedOrigins(), ...(options.allowedOrigins ?? [])];
    this.#sessions = new LegacySessions(core, {
      max: options.maxSessions ?? 256,
      idleMs: options.idleSessionMs ?? 30 * 60_000,
    });
    this.#modern = createMcpHandler(
      ({ requestInfo }) => {
        const source = (requestInfo && this.#sources.get(requestInfo)) ?? LOCAL;
        return createMcpServer(core.mcp, {
          era: 'modern',
          transport: 'tcp',
          sessionOf: (facts) => modernSession(core.mcp.surfaces, source, `key:${source.principal.id}`, facts),
        });
      },
      { legacy: 'reject', onerror: (error) => core.log.debug('protocol', { error }) },
    );
  }

  get notify(): ServerNotifier {
    return this.#modern.notify;
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#serve(request, response);
    } catch (error) {
      if (error instanceof HttpFault) sendFault(response, error);
      else {
        this.#core.log.error('a request failed unexpectedly', { error });
        sendFault(response, new HttpFault(500, -32603, 'Internal server error'));
      }
    }
  }

  async close(graceMs: number): Promise<void> {
    this.#closing = true;
    if (this.#inFlight.size > 0) {
      const answered = new Promise<void>((resolve) => (this.#idle = resolve));
      await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]);
    }
    this.#closed.abort();
    await this.#sessions.close();
    await this.#modern.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.#publish(request, response)) return;
    const path = this.#admit(request);
    const principal = await this.#principal(request);
    const toolsets = toolsetsOf(request, this.#options.toolsetsHeader);
    const source: RequestSource = {
      path,
      headers: hints(request),
      wire: 'http',
      principal,
      ...(toolsets ? { toolsets } : {}),
    };
    this.#checkPath(source);
    const { method = 'GET' } = request;
    if (method !== 'POST') {
      if (method !== 'GET' && method !== 'DELETE') throw new HttpFault(405, -32000, 'Method not allowed.');
      return this.#answer(response, (signal) => this.#sessions.handle(webRequest(request, signal), undefined, source));
    }
    const body = await readBody(request, this.#options.maxBodyBytes ?? 4 * 1024 * 1024);
    if (await this.#directly(body, source, response)) return;
    const route = classifyInboundRequest({ httpMethod: 'POST', ...standardHeaders(request), body });
    const lasting = isSubscription(body);
    if (!lasting) this.#track(response);
    await this.#answer(response, async (signal) => {
      const web = webRequest(request, signal);
      if (route.kind === 'legacy') return this.#sessions.handle(web, body, source);
      this.#sources.set(web, source);
      const answer = await this.#modern.fetch(web, { parsedBody: body });
      return lasting ? this.#withTasks(answer, body, source, signal) : answer;
    });
  }

  /** A subscription that also listens to tasks, which the SDK does not know. */
  #withTasks(answer: Response, body: unknown, source: RequestSource, signal: AbortSignal): Response {
    const { tasks, surfaces } = this.#core.mcp;
    const filter = tasks && taskFilterOf(body);
    if (!filter) return answer;
    const refusal = refuseToListen(filter);
    if (refusal) return Response.json(refusal);
    const session = modernSession(surfaces, source, `key:${source.principal.id}`, filter);
    const gone = AbortSignal.any([signal, this.#closed.signal]);
    return joinStreams(
      answer,
      (send, until) => listenToTasks(this.#core.mcp, tasks, session, filter, { signal: until, send }),
      gone,
    );
  }

  /** Public: where to sign in. Pages read it, too, so its origin is not checked. */
  #publish(request: IncomingMessage, response: ServerResponse): boolean {
    const metadata = this.#core.auth?.metadataAt(pathOf(request), MOUNT);
    if (!metadata) return false;
    const host = validateHostHeader(request.headers.host, this.#hosts);
    if (!host.ok) throw new HttpFault(403, -32000, host.message);
    if (request.method !== 'GET') throw new HttpFault(405, -32000, 'Method not allowed.', { allow: 'GET' });
    const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
    response.writeHead(200, headers).end(JSON.stringify(metadata));
    return true;
  }

  /** Host, Origin, path and whether we are still open; what follows is the path below the mount point. */
  #admit(request: IncomingMessage): string {
    const host = validateHostHeader(request.headers.host, this.#hosts);
    if (!host.ok) throw new HttpFault(403, -32000, host.message);
    const origin = validateOriginHeader(request.headers.origin, this.#origins);
    if (!origin.ok) throw new HttpFault(403, -32000, origin.message);
    const path = pathOf(request);
    if (path !== MOUNT && !path.startsWith(`${MOUNT}/`)) throw new HttpFault(404, -32000, `Not found: use ${MOUNT}`);
    if (this.#closing) throw new HttpFault(503, -32000, 'The server is shutting down.');
    return path.slice(MOUNT.length) || '/';
  }

  /** An address that names an unknown toolset is not found, in either era. */
  #checkPath(source: RequestSource): void {
    try {
      modernSession(this.#core.mcp.surfaces, source, '', { capabilities: {} }).surface();
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      throw new HttpFault(404, -32000, error.message);
    }
  }

  async #principal(request: IncomingMessage): Promise<Principal> {
    const { authenticate } = this.#options;
    const { auth } = this.#core;
    const bearer = bearerOf(request.headers.authorization);
    if (auth?.takesTokens && bearer !== undefined && isToken(bearer)) return auth.admit(bearer);
    const challenge = auth?.challenge() ?? { 'www-authenticate': 'Bearer' };
    if (!authenticate && auth?.takesTokens) throw new HttpFault(401, -32001, 'Sign in first.', challenge);
    if (!authenticate) return LOCAL.principal;
    let principal: Principal | null = null;
    let message = 'Authentication is required.';
    try {
      principal = await authenticate(flat(request));
    } catch (error) {
      if (!(error instanceof KernelError)) throw error;
      ({ message } = error);
    }
    if (principal) return principal;
    throw new HttpFault(401, -32001, message, challenge);
  }

  /** Direct JSON-RPC has no session: each request stands alone. */
  async #directly(body: unknown, source: RequestSource, response: ServerResponse): Promise<boolean> {
    const envelope = readEnvelope(body);
    if (envelope.kind !== 'request' && envelope.kind !== 'notification') return false;
    const { method, params } = envelope;
    if (isMcp(method, params) || this.#core.catalogue.byMethod(method) === undefined) return false;
    this.#track(response);
    const id = envelope.kind === 'request' ? envelope.id : null;
    const direct = this.#core.directHandler(silentSession(this.#core.mcp, source));
    const raw = JSON.stringify(body);
    const answer =
      envelope.versioned || direct.lenient
        ? await direct.answer({ id, method, params, raw }, envelope.kind === 'request')
        : direct.fault({ kind: 'envelope', reason: 'jsonrpc must be "2.0"' }, raw, id);
    if (answer === undefined) {
      response.writeHead(202).end();
      return true;
    }
    const json = JSON.stringify(answer);
    response.writeHead(200, { 'content-type': 'application/json' }).end(json);
    return true;
  }

  #track(response: ServerResponse): void {
    this.#inFlight.add(response);
    response.once('close', () => {
      this.#inFlight.delete(response);
      if (this.#inFlight.size === 0) this.#idle();
    });
  }

  async #answer(response: ServerResponse, serve: (signal: AbortSignal) => Promise<Response>): Promise<void> {
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    await sendResponse(response, await serve(gone.signal));
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '/';
}

/** A request as the SDK takes it; its body is handed over parsed. */
function webRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(flat(request))) headers.set(name, value);
  // Host was checked; the address is only read for its path.
  return new Request(`http://localhost${request.url ?? '/'}`, { method: request.method ?? 'GET', headers, signal });
}

function flat(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as const],
    ),
  );
}

/** The headers a surface may depend on: those made for that. */
function hints(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(flat(request)).filter(([name]) => name.startsWith('x-mcp-')));
}

/** `?toolsets=tax,accounts` of the address, or the header; the address goes first. */
function toolsetsOf(request: IncomingMessage, header: string | undefined): readonly string[] | 'all' | undefined {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const text = searchParams.get('toolsets') ?? (header === undefined ? undefined : flat(request)[header]);
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) return undefined;
  return names.includes('all') ? 'all' : [...new Set(names)].toSorted();
}

function standardHeaders({ headers }: IncomingMessage) {
  const one = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const protocolVersionHeader = one('mcp-protocol-version');
  const mcpMethodHeader = one('mcp-method');
  const mcpNameHeader = one('mcp-name');
  return {
    ...(protocolVersionHeader === undefined ? {} : { protocolVersionHeader }),
    ...(mcpMethodHeader === undefined ? {} : { mcpMethodHeader }),
    ...(mcpNameHeader === undefined ? {} : { mcpNameHeader }),
  };
}

/** Held open by design: shutting down does not wait for it. */
function isSubscription(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'method' in body && body.method === 'subscriptions/listen';
}
