// The HTTP face of the service: who may knock, one error envelope, a request id on every answer.
import { randomUUID } from 'node:crypto';
import multipart from '@fastify/multipart';
import { contract, openApi } from '@zorivest/contract';
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import type { Route } from '../core/route.ts';
import type { Logs } from '../system/logs.ts';
import { docsPage } from './docs-page.ts';
import { answerFor, type Answer } from './errors.ts';
import { isLocalHost, isLocalOrigin } from './origin.ts';
import { registerRoutes, type RequestParts } from './register.ts';
import { statusPage } from './status-page.ts';

const callerRequestId = /^[\w.:-]{8,100}$/;

const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
} as const;

const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'",
} as const;

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
}

export async function createServer(parts: ServerParts, routes: readonly Route[]): Promise<FastifyInstance> {
  const { logs, version } = parts;
  const server = fastify({
    logger: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    requestIdHeader: false,
    genReqId: (request) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && callerRequestId.test(given) ? given : randomUUID();
    },
    // Addresses that cannot even be read never reach a hook; they get the same envelope.
    frameworkErrors: (error, request, to) => {
      void to.header('x-request-id', request.id);
      return send(to, request.id, answerFor(error));
    },
    forceCloseConnections: 'idle',
    keepAliveTimeout: 65_000,
  });

  server.addHook('onRequest', async (request, to) => {
    void to.headers({ ...securityHeaders, 'x-request-id': request.id });
    const { host, origin } = request.headers;
    if (!isLocalHost(host)) {
      return send(to, request.id, refuse(421, 'misdirected_request', 'this service answers to localhost only'));
    }
    if (!isLocalOrigin(origin)) {
      return send(to, request.id, refuse(403, 'forbidden_origin', 'pages of other origins may not call this service'));
    }
    if (origin !== undefined) {
      void to.headers({
        'access-control-allow-origin': origin,
        vary: 'origin',
        'access-control-expose-headers': 'x-request-id',
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

  server.addHook('onResponse', (request, to, done) => {
    logs.feature('api').debug('request', {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: to.statusCode,
      ms: Math.round(to.elapsedTime * 10) / 10,
      request_id: request.id,
      actor: request.admission?.actor.name,
      tool: request.admission?.actor.tool,
    });
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
  server.setNotFoundHandler((request, to) =>
    send(to, request.id, refuse(404, 'not_found', `there is no ${request.method} ${request.url.split('?')[0]}`)),
  );

  // An empty body with a JSON content type is no body: clients set the header out of habit.
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parseJson(request, body as string, done);
  });
  await server.register(multipart);

  registerRoutes(server, parts, routes);

  const document = openApi(contract, { version });
  server.get('/api/v1/openapi.json', () => document);
  server.get('/docs', (_request, to) => to.headers(pageHeaders).send(docsPage(document)));
  server.get('/', (_request, to) => to.headers(pageHeaders).send(statusPage(parts)));
  return server;
}
