// The HTTP face of the service: who may knock, one error envelope, a request id on every answer.
import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import { contract, once, openApi } from '@zorivest/contract';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logs } from '../system/logs.ts';
import { type AppFiles, fileHeaders, pageHeaders, readAppFiles } from './app-files.ts';
import { compressWell, takesCompressed } from './compressed.ts';
import { type Connections, PERSON_KEEP_ALIVE_MS } from './connections.ts';
import { docsPage } from './docs-page.ts';
import { answerFor, type Answer } from '../responses/errors.ts';
import { proofHeaders } from './local-secret.ts';
import { limitServer, serverOptions, usualLimits, type HttpLimits } from './limits.ts';
import { featuresOf } from './features.ts';
import { entranceOf, type Listening, loopback } from './listening.ts';
import { refuseDeep } from './nesting.ts';
import { mayAsk } from './origin.ts';
import { PipelineLimit } from './pipelined.ts';
import { registerRoutes, type RequestParts, type Tables } from './register.ts';
import { sessionOf } from './access.ts';
import { Turns } from './turns.ts';

/** Of every answer: of the book nothing stays behind in a cache. The app's own files say otherwise. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const HEALTH = '/api/v1/health';
const STOP = `/api/v1${contract.guard.lock.path}`;

/** What a browser may be sent to from anywhere: a link in a mail is no attack, and these hold nothing of the book. */
const pages: ReadonlySet<string | undefined> = new Set(['/', '/docs', '/open']);

function send(to: FastifyReply, requestId: string, { status, code, detail, retryAfterSeconds }: Answer): unknown {
  if (retryAfterSeconds !== undefined) void to.header('retry-after', String(retryAfterSeconds));
  return to.code(status).send({ error: code, detail, request_id: requestId });
}

function refuse(status: number, code: string, detail: string): Answer {
  return { status, code, detail, unexpected: false };
}

export interface ServerParts extends RequestParts {
  readonly logs: Logs;
  readonly version: string;
  /** Called with every request once it was answered. */
  readonly noticed: (request: FastifyRequest, answer: FastifyReply) => void;
  readonly connections: Connections;
  readonly limits?: HttpLimits | undefined;
  /** Loopback by default. */
  readonly listening?: Listening | undefined;
  /** The origin of a page under development that may call as if it were ours. */
  readonly devOrigin?: string | undefined;
  /** Whether the open book is a demo: every answer says so. */
  readonly isDemo: () => boolean;
}

export async function createServer(parts: ServerParts, tables: Tables): Promise<FastifyInstance> {
  const { logs, version, connections, limits = usualLimits, listening = loopback, devOrigin } = parts;
  const server = fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    requestIdHeader: false,
    // The service's own: the caller's id of a request is stored in addition to it, and two requests never share a number.
    genReqId: () => randomUUID(),
    // Addresses that cannot even be read never reach a hook; they get the same envelope.
    frameworkErrors: (error, request, to) => {
      void to.headers({ ...securityHeaders, 'x-request-id': request.id });
      return send(to, request.id, answerFor(error));
    },
    forceCloseConnections: 'idle',
    keepAliveTimeout: limits.keepAliveMs,
    http: serverOptions(limits),
  });
  limitServer(server.server, limits, limits.connections);
  server.server.on('clientError', (error) => logs.feature('uvicorn').debug('a connection failed', { error }));
  server.server.on('connection', () => logs.feature('uvicorn').debug('a connection was opened'));

  const pipelined = new PipelineLimit();
  const turns = new Turns(() => connections.arrived);
  const { vault } = parts;
  server.addHook('onRequest', (request, to, done) => {
    if (!pipelined.take(request.raw.socket)) {
      to.hijack();
      return;
    }
    const { socket, headers } = request.raw;
    // The person, the shell, which has a socket of its own, and a stop never wait.
    const isFirst = socket.remoteAddress === undefined || request.routeOptions.url === STOP;
    if (isFirst || sessionOf(vault, headers)?.keyId === null) done();
    // Who has gone meanwhile asks nothing any more.
    else turns.take(() => (socket.destroyed ? void to.hijack() : done()));
  });

  server.addHook('onRequest', async (request, to) => {
    void to.headers({ ...securityHeaders, 'x-request-id': request.id });
    if (parts.isDemo()) void to.header('x-zorivest-demo', 'true');
    const { origin } = request.headers;
    // The router would read on behind it, and a person who reads the address would not.
    if (request.raw.url?.includes('#') === true) {
      return send(to, request.id, refuse(400, 'bad_target', 'the address has a #, which a request may not have'));
    }
    const entrance = entranceOf(listening, request.raw.socket, request.headers);
    if ('refusal' in entrance) return send(to, request.id, refuse(421, 'misdirected_request', entrance.refusal));
    if (pages.has(request.routeOptions.url)) return undefined;
    if (!mayAsk(request.headers, devOrigin, entrance.scheme)) {
      return send(to, request.id, refuse(403, 'forbidden_origin', 'pages of other origins may not call this service'));
    }
    if (request.routeOptions.url === HEALTH) void to.headers(await proofHeaders(parts.localSecret, request.raw));
    if (origin !== undefined && origin === devOrigin) {
      void to.headers({
        'access-control-allow-origin': origin,
        vary: 'origin',
        'access-control-expose-headers': 'x-request-id',
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (request.method === 'OPTIONS') {
        return to
          .headers({
            'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers':
              'authorization, content-type, x-request-id, x-confirmation-token, x-zorivest-tool',
            'access-control-max-age': '600',
          })
          .code(204)
          .send();
      }
    }
    return undefined;
  });

  // After the session of a request is known, and before anything of it is read.
  server.addHook('preParsing', (request, to, payload, done) => {
    const session = request.admission?.session;
    if (session !== undefined) to.raw.once('close', connections.note(request.raw.socket, session.keyId));
    if (session?.keyId === null) void to.header('keep-alive', `timeout=${PERSON_KEEP_ALIVE_MS / 1000}`);
    done(null, payload);
  });

  server.addHook('onResponse', (request, to, done) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: to.statusCode,
      ms: Math.round(to.elapsedTime * 10) / 10,
      request_id: request.id,
      actor: request.admission?.actor.name,
      tool: request.admission?.actor.tool,
    };
    pipelined.answered(request.raw.socket);
    for (const feature of featuresOf(line.route)) logs.feature(feature).debug('request', line);
    parts.noticed(request, to);
    done();
  });

  server.setErrorHandler((error, request, to) => {
    const answer = answerFor(error);
    if (answer.unexpected) {
      logs.feature('api').error('a request failed', {
        error,
        route: request.routeOptions.url ?? 'none',
        request_id: request.id,
      });
    }
    return send(to, request.id, answer);
  });
  const app = readAppFiles();
  server.setNotFoundHandler((request, to) => {
    const [path = ''] = request.url.split('?');
    // The app has pages of its own, and only it knows which. A program that asks for anything else gets a 404.
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    if (app !== null && isPage && !/^\/(?:api|docs|assets)(?:\/|$)/.test(path)) {
      return to.headers(pageHeaders).send(app.page);
    }
    return send(to, request.id, refuse(404, 'not_found', `there is no ${request.method} ${path}`));
  });

  // An empty body with a JSON content type is no body: clients set the header out of habit.
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      refuseDeep(body as string);
    } catch (error) {
      return done(error as Error);
    }
    return void parseJson(request, body as string, done);
  });
  await server.register(multipart);

  registerRoutes(server, parts, tables);

  // Made when it is first asked for: describing every endpoint takes longer than the rest of a start.
  const document = once(() => openApi(contract, { version }));
  server.get('/api/v1/openapi.json', () => document());
  const docs = once(() => docsPage(document()));
  server.get('/docs', (_request, to) => to.headers(docs().headers).send(docs().html));
  server.post('/setup', (request, to) =>
    send(to, request.id, refuse(409, 'conflict', 'there is a book already; open it with its passphrase')),
  );
  if (app !== null) {
    serveApp(server, app);
    await server.register((scope) => serveOpening(scope, app));
  }
  return server;
}

const ticketInForm = /^ticket=(tkt_[\w-]{1,100})$/;

/**
 * The page with a ticket that was sent in a form, which no history keeps. A form can be sent from anywhere: what it brings is
 * good for nothing unless the service issued it.
 */
async function serveOpening(server: FastifyInstance, { page }: AppFiles): Promise<void> {
  const type = 'application/x-www-form-urlencoded';
  server.addContentTypeParser(type, { parseAs: 'string', bodyLimit: 1024 }, (_request, body, done) => done(null, body));
  server.post('/open', (request, to) => {
    const ticket = typeof request.body === 'string' ? ticketInForm.exec(request.body)?.[1] : undefined;
    const mark = ticket === undefined ? '' : `<meta name="zorivest-ticket" content="${ticket}" />`;
    return to.headers(pageHeaders).send(page.toString('utf8').replace('<head>', `<head>${mark}`));
  });
}

/** The page at every address the service has no other use for; its files under names that change with their content. */
export function serveApp(server: FastifyInstance, { page, files }: AppFiles): void {
  server.get('/', (_request, to) => to.headers(pageHeaders).send(page));
  for (const [path, { type, body }] of files) {
    const small = once(() => compressWell(body));
    server.get(path, async (request, to) => {
      void to.headers(fileHeaders).type(type);
      if (!takesCompressed(request.headers)) return to.send(body);
      return to.headers({ 'content-encoding': 'gzip', vary: 'accept-encoding' }).send(await small());
    });
  }
}
