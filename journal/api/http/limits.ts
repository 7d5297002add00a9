// What a peer may take of the service: those who send slowly, half or for ever, and those who keep a line open. The same
// figures as the MCP server's.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';

export interface HttpLimits {
  /** In which the headers of a request must have arrived, and up to four times as long. */
  readonly headersMs: number;
  /** In which a request must have arrived whole, and up to four times as long; for a file, in which more of it must have. */
  readonly requestMs: number;
  /** In which a file must have arrived whole, however slowly. */
  readonly uploadMs: number;
  /** How long a connection stays open without a request; up to four times as long. The person's stay longer. */
  readonly keepAliveMs: number;
  readonly connections: number;
  /**
   * Connections that wait to be accepted. Where there is no room for one more the system drops it, and a browser tries again a
   * second later: a flood would delay every client by that second.
   */
  readonly backlog: number;
  /** Connections of the shell, over the socket in the home. */
  readonly local: number;
  /** Answers that stay open: the live feeds of one key. One more ends the oldest of them. */
  readonly feedsOfKey: number;
  /** Of all keys together, and as many of the person: they do not use up each other's. */
  readonly feeds: number;
}

export const usualLimits: HttpLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 15 * 60_000,
  keepAliveMs: 10_000,
  connections: 3072,
  backlog: 4096,
  local: 64,
  feedsOfKey: 4,
  feeds: 64,
};

/**
 * Between the time and four times as long, by chance. What was opened together is not ended together: a flood comes again as it
 * was let go, and every later client waits for all of it. Over half the time, two thousand connections came back as 400
 * a second, a third of a core, and a busy machine has no more than that for one thread.
 */
const SPREAD = 4;
const spread = (least: number): number => Math.round(least * (1 + Math.random() * (SPREAD - 1)));

/** The options of Node's own server; the body's time is ours to watch, since it knows only one for every request. */
export const serverOptions = ({ headersMs, keepAliveMs }: HttpLimits) => ({
  maxHeaderSize: 16 * 1024,
  // Those on which nothing was asked yet are ended one by one before it.
  headersTimeout: headersMs * SPREAD,
  requestTimeout: 0,
  keepAliveTimeout: keepAliveMs,
  connectionsCheckingInterval: Math.min(headersMs, 1000),
});

/** Closes every request that does not arrive whole in its time, whatever became of its answer. */
export function limitServer(server: Server, limits: HttpLimits, connections: number): void {
  server.maxConnections = connections;
  const silent = new WeakMap<Socket, NodeJS.Timeout>();
  // Over TLS a request comes from the socket that was made of the connection.
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    const wait = spread(limits.headersMs);
    silent.set(socket, setTimeout(() => socket.destroy(), wait).unref());
    socket.once('close', () => clearTimeout(silent.get(socket)));
  });
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    clearTimeout(silent.get(request.socket));
    drawKeepAlive(server, response, limits.keepAliveMs);
    if (hasBody(request)) watchBody(request, response, limits);
  });
}

/**
 * Node reads the time when a request comes, to tell it to the client, and when it was answered, to keep to it. Between the two
 * others come, as in a flood of which most wait for their turn: each has to find its own again, or all end with the last one's.
 */
function drawKeepAlive(server: Server, response: ServerResponse, keepAliveMs: number): void {
  const own = server.keepAliveTimeout;
  const drawNext = () => (server.keepAliveTimeout = spread(keepAliveMs));
  drawNext();
  response.prependOnceListener('finish', () => (server.keepAliveTimeout = own));
  response.once('finish', drawNext);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function watchBody(request: IncomingMessage, response: ServerResponse, { requestMs, uploadMs }: HttpLimits): void {
  const { socket } = request;
  const isFile = /^multipart\//i.test(request.headers['content-type'] ?? '');
  const begun = performance.now();
  const wait = spread(requestMs);
  let before = socket.bytesRead;
  const look = () => {
    if (request.complete) return;
    const arriving = isFile && socket.bytesRead > before && performance.now() - begun < uploadMs;
    before = socket.bytesRead;
    if (arriving) timer = setTimeout(look, wait).unref();
    else if (response.headersSent) socket.destroy();
    else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n', () => socket.destroy());
  };
  let timer = setTimeout(look, wait).unref();
  const stopWatching = () => clearTimeout(timer);
  request.once('end', stopWatching);
  socket.once('close', stopWatching);
  response.once('close', () => socket.off('close', stopWatching));
}
