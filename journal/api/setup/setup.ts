// The first start: there is no book yet, and a page asks for its passphrase. The page is reached with a ticket that stands
// behind the `#` of its address, is good once and only while there is no book; nothing else here answers anything.
import type { AddressInfo } from 'node:net';
import { type Home, conflict, equalBytes, Fault, type RandomBytes, sha256, writeFileAtomic } from '@zorivest/store';
import { rmSync } from 'node:fs';
import fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answerFor, fieldErrors } from '../responses/errors.ts';
import { pageHeaders, readAppFiles } from '../http/app-files.ts';
import { usualLimits } from '../http/limits.ts';
import { entranceOf, type Listening, listenOn } from '../http/listening.ts';
import { createLocalSecret, type LocalSecret, proofHeaders } from '../http/local-secret.ts';
import { mayAsk } from '../http/origin.ts';
import { securityHeaders, serveApp } from '../http/server.ts';
import { makeBook } from '../init.ts';
import { bootstrapExists } from '../vault/bootstrap.ts';

const setupBody = z.strictObject({
  ticket: z.string().min(1).max(200),
  passphrase: z.string().min(8, 'must have at least 8 characters').max(1024),
});

/** Tries at the ticket; it has 256 bits, so that this only keeps a log of guesses short. */
const MOST_TRIES = 20;

export interface SetupOptions {
  /** Its lock is the caller's for as long as this waits. */
  readonly home: Home;
  readonly port: number;
  readonly listening: Listening;
  readonly random: RandomBytes;
  readonly version: string;
}

export interface Setup {
  readonly url: string;
  /** What a browser is sent to; anyone who has it may choose the passphrase. */
  readonly address: string;
  /** Settles when there is a book. */
  readonly made: Promise<void>;
  close(): Promise<void>;
}

export async function startSetup({ home, port, listening, random, version }: SetupOptions): Promise<Setup> {
  const ticket = `stp_${random(32).toString('base64url')}`;
  const digest = sha256(ticket);
  const localSecret = createLocalSecret(home, random);
  const startedAt = performance.now();
  const { promise: made, resolve: done } = Promise.withResolvers<void>();
  let tries = 0;
  let isUsed = false;

  const server = fastify({ logger: false, bodyLimit: 4096, forceCloseConnections: true });
  server.addHook('onRequest', async (request, to) => {
    void to.headers({ ...securityHeaders, 'x-request-id': request.id });
    const entrance = entranceOf(listening, request.raw.socket, request.headers);
    if ('refusal' in entrance) throw new Fault(421, entrance.refusal, { code: 'misdirected_request' });
    if (request.method !== 'GET' && !mayAsk(request.headers, undefined, entrance.scheme))
      throw new Fault(403, 'pages of other origins may not call this service', { code: 'forbidden_origin' });
  });
  server.setErrorHandler((error, request, to) => {
    const { status, code, detail } = answerFor(error);
    return to.code(status).send({ error: code, detail, request_id: request.id });
  });
  server.get('/api/v1/health', async (request, to) => {
    void to.headers(await proofHeaders(localSecret, request.raw));
    return {
      status: 'ok',
      version,
      uptime_seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      state: 'no-book',
      database: { unlocked: false },
      database_unlocked: false,
      scheduler: null,
    };
  });
  server.post('/setup', async (request, to) => {
    const body = setupBody.safeParse(request.body);
    if (!body.success) throw new Fault(422, fieldErrors(body.error, 'body'));
    if (bootstrapExists(home.bootstrap)) throw conflict('there is a book already; open it with its passphrase');
    if (isUsed) throw new Fault(410, 'this link has been used');
    if (tries >= MOST_TRIES) throw new Fault(429, 'too many tries; start Zorivest again for another link');
    if (!equalBytes(sha256(body.data.ticket), digest)) {
      tries += 1;
      throw new Fault(401, 'this link is not the one of this start; use the newest, or start Zorivest again');
    }
    // Before anything is awaited: two at once are one.
    isUsed = true;
    try {
      await makeBook(home, body.data.passphrase, { isKeyless: true });
    } catch (error) {
      isUsed = false;
      throw error;
    }
    to.raw.once('close', done);
    return to.code(201).header('connection', 'close').send({ made: true });
  });
  const app = readAppFiles();
  server.setNotFoundHandler((request, to) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html') === true;
    if (app !== null && isPage) return to.headers(pageHeaders).send(app.page);
    const detail =
      'there is no book yet; its passphrase is chosen on the page that Zorivest opened in the browser, or that `zorivest open` shows';
    return to.code(503).send({ error: 'no_book', detail, request_id: request.id });
  });
  if (app !== null) serveApp(server, app);
  return listen(server, { home, port, listening, version, localSecret }, ticket, made);
}

async function listen(
  server: FastifyInstance,
  { home, port, listening, version, localSecret }: Omit<SetupOptions, 'random'> & { readonly localSecret: LocalSecret },
  ticket: string,
  made: Promise<void>,
): Promise<Setup> {
  let address = '';
  // `zorivest open` asks for it: a service that starts with the login prints it where no one looks.
  server.get('/setup/address', (request) => {
    if (!localSecret.matches(request.headers['x-zorivest-local']))
      throw new Fault(401, 'only programs on this machine that can read the home get the link');
    return { url: address };
  });
  const outer = await listenOn(server, listening, port, usualLimits);
  const { port: taken } = server.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${taken}`;
  address = `${listening.tls === null ? url : `https://localhost:${port}`}/setup#${ticket}`;
  writeFileAtomic(home.service, `${JSON.stringify({ pid: process.pid, url, version, socket: null })}\n`);
  return {
    url,
    address,
    made,
    close: async () => {
      await Promise.all([server.close(), outer?.close()]);
      rmSync(home.service, { force: true });
      localSecret.remove();
    },
  };
}
