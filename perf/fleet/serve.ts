// The HTTP server of a fleet's store: hosts push snapshots to it, people and assistants read them. Every request needs a token of
// the right role; what is pushed is checked as any foreign snapshot is.
import { createServer as createHttp, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Logger } from '@zorivest/kernel/log';
import { z } from 'zod';
import { checkSnapshot } from '../snapshot/foreign.ts';
import type { PostgresStore, Role } from './postgres-store.ts';

const unpack = promisify(gunzip);
/** A snapshot is kilobytes; one with many profiles a few megabytes. */
const MOST_BYTES = 32 << 20;
const MOST_UNPACKED = 256 << 20;

export interface ServeOptions {
  readonly store: PostgresStore;
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly log: Logger;
}

export interface Serving {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const pushed = z.object({
  push_id: z.string().min(8).max(100),
  host: z.string().min(1).max(200),
  environment_hints: z.record(z.string(), z.unknown()).default({}),
  snapshot: z.unknown(),
});

const query = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).default(1000),
  name: z.string().max(200).default(''),
  from: z.coerce.date().optional(),
  to: z.coerce.date().optional(),
  host: z.string().max(200).nullable().default(null),
  fewest: z.enum(['true', 'false']).default('false'),
});

export async function startServing(options: ServeOptions): Promise<Serving> {
  const { host, port, tls } = options;
  const answerAll = (request: IncomingMessage, response: ServerResponse) => void answer(request, response, options);
  const server: Server = tls === null ? createHttp(answerAll) : createHttps(tls, answerAll);
  // A host that stops in the middle of a push must not hold a place for ever.
  server.requestTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `${tls === null ? 'http' : 'https'}://${name}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}

/** The response to a request. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ServeOptions): Promise<void> {
  const { log } = options;
  let status = 200;
  let body: unknown;
  try {
    body = await answerOf(request, options);
  } catch (error) {
    status = error instanceof Refusal ? error.status : 503;
    body = { error: error instanceof Refusal ? error.message : 'The store cannot be reached; try again.' };
    if (!(error instanceof Refusal))
      log.error('store', { message: error instanceof Error ? error.message : 'unknown' });
  }
  const text = JSON.stringify(body);
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(text);
}

async function answerOf(request: IncomingMessage, { store }: ServeOptions): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
  const route = `${request.method ?? ''} ${pathname}`;
  if (route === 'GET /v1/health') return { ok: true };
  if (route === 'POST /v1/push') {
    await demandRole(request, store, 'push');
    return acceptPush(request, store);
  }
  if (request.method !== 'GET') throw new Refusal(405, 'This address is read-only.');
  await demandRole(request, store, 'read');
  const asked = query.safeParse(Object.fromEntries(searchParams));
  if (!asked.success) throw new Refusal(400, `${asked.error.issues[0]?.path.join('.') ?? ''} is invalid.`);
  const { limit, name, from, to, host, fewest } = asked.data;
  if (pathname === '/v1/snapshots') return store.list(limit);
  if (pathname === '/v1/count') return { count: await store.count() };
  if (pathname === '/v1/pins') return store.pins();
  if (pathname === '/v1/ids') return store.idsOf(name);
  if (pathname === '/v1/during') {
    if (from === undefined || to === undefined) throw new Refusal(400, 'from and to are missing.');
    return store.during({ from, to, host }, fewest === 'true');
  }
  const [, id, part] = /^\/v1\/snapshots\/([0-9a-f]{64})(\/metadata)?$/.exec(pathname) ?? [];
  const found = id === undefined ? null : part === undefined ? await store.get(id) : await store.metadata(id);
  if (found === null) throw new Refusal(404, 'There is no such snapshot.');
  return found;
}

async function demandRole(request: IncomingMessage, store: PostgresStore, role: Role): Promise<void> {
  const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const known = token === undefined ? null : await store.roleOf(token);
  if (known === null) {
    const why = token === undefined ? 'A token is needed' : 'The token is unknown';
    throw new Refusal(401, `${why}: mcp-perf-server token add NAME --role push|read.`);
  }
  if (known !== role) throw new Refusal(403, `This token may ${known}, not ${role}.`);
}

async function acceptPush(request: IncomingMessage, store: PostgresStore): Promise<unknown> {
  const parsed = pushed.safeParse(await jsonOf(request));
  if (!parsed.success)
    throw new Refusal(400, `The push is incomplete or invalid: ${parsed.error.issues[0]?.path.join('.') ?? ''}.`);
  const { snapshot, ...rest } = parsed.data;
  const checked = checkSnapshot(snapshot, 'is no snapshot');
  if (!checked.ok) throw new Refusal(400, `What was pushed ${checked.message}.`);
  return { stored: await store.push({ ...rest, snapshot: checked.snapshot }), snapshot_id: checked.snapshot.id };
}

async function jsonOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Refusal(413, `A push has at most ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  try {
    const bytes = Buffer.concat(chunks);
    const plain =
      request.headers['content-encoding'] === 'gzip' ? await unpack(bytes, { maxOutputLength: MOST_UNPACKED }) : bytes;
    return JSON.parse(plain.toString('utf8')) as unknown;
  } catch {
    throw new Refusal(400, 'The push is no JSON, or its gzip data is damaged.');
  }
}
