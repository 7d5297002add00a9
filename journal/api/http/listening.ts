// On which addresses the service listens. Loopback is the rule: the book is for the person at this machine. Any other address is
// named on purpose (ZORIVEST_LISTEN), and what is sent over it is protected: by TLS, by a named proxy, or by a private wire,
// which has to be stated (ZORIVEST_PLAIN_HTTP, as compose.yaml does for a port that only 127.0.0.1 reaches).
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { BlockList, isIP, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Connections } from './connections.ts';
import { isLocalHost } from './origin.ts';
import { type HttpLimits, limitServer, serverOptions } from './limits.ts';

export interface Listening {
  readonly address: string;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly proxies: BlockList | null;
}

export const loopback: Listening = { address: '127.0.0.1', tls: null, proxies: null };

const isLoopback = (address: string) => address === '::1' || address.startsWith('127.');
const isWildcard = (address: string) => address === '0.0.0.0' || address === '::';

type Env = Readonly<Record<string, string | undefined>>;

/** Throws in words where an address would be open to others unprotected. */
export function readListening(env: Env): Listening {
  const address = env['ZORIVEST_LISTEN']?.trim() || '127.0.0.1';
  if (isIP(address) === 0) throw new Error(`ZORIVEST_LISTEN must be an address such as 0.0.0.0, not ${address}`);
  const [cert, key] = [env['ZORIVEST_TLS_CERT'], env['ZORIVEST_TLS_KEY']];
  if (!cert !== !key) throw new Error('ZORIVEST_TLS_CERT and ZORIVEST_TLS_KEY name two files, and are given together');
  const tls = cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : null;
  const proxies = readProxies(env['ZORIVEST_TRUSTED_PROXY']);
  const isPlainOnPurpose = env['ZORIVEST_PLAIN_HTTP'] === 'yes';
  if (!isLoopback(address) && tls === null && proxies === null && !isPlainOnPurpose)
    throw new Error(
      `ZORIVEST_LISTEN is ${address}, which others can reach, and nothing protects what is sent there: give a certificate ` +
        '(ZORIVEST_TLS_CERT, ZORIVEST_TLS_KEY), name the proxy that does (ZORIVEST_TRUSTED_PROXY), or listen on 127.0.0.1',
    );
  return { address, tls, proxies };
}

/** Addresses and networks such as `10.0.0.5, 172.16.0.0/12`. */
function readProxies(text: string | undefined): BlockList | null {
  const named = (text ?? '').split(/[\s,]+/).filter((each) => each !== '');
  if (named.length === 0) return null;
  const list = new BlockList();
  for (const each of named) {
    const [address = '', bits] = each.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    try {
      if (bits === undefined) list.addAddress(address, family);
      else list.addSubnet(address, Number(bits), family);
    } catch {
      throw new Error(`ZORIVEST_TRUSTED_PROXY has ${each}, which is neither an address nor a network`);
    }
  }
  return list;
}

/** How a request came in: the scheme of our own pages then, or why it is not answered. */
export type Entrance = { readonly scheme: 'http' | 'https' } | { readonly refusal: string };

type Peer = Pick<Socket, 'remoteAddress'> & { readonly encrypted?: boolean };

/** Over TLS and behind a proxy the certificate says whose name it is; elsewhere only this machine's own names are ours. */
export function entranceOf({ proxies }: Listening, peer: Peer, headers: IncomingHttpHeaders): Entrance {
  if (peer.encrypted === true) return { scheme: 'https' };
  const from = peer.remoteAddress?.replace(/^::ffff:/, '');
  if (proxies !== null && from !== undefined && !isLoopback(from)) {
    if (!proxies.check(from, isIP(from) === 6 ? 'ipv6' : 'ipv4'))
      return { refusal: 'this service answers to its proxy only' };
    return { scheme: headers['x-forwarded-proto'] === 'http' ? 'http' : 'https' };
  }
  return isLocalHost(headers.host) ? { scheme: 'http' } : { refusal: 'this service answers to localhost only' };
}

export interface Listener {
  readonly server: Server;
  close(): Promise<void>;
}

/**
 * Listens on loopback with the server itself, and on another address with a second one where both cannot be one. The address
 * of this machine is where programs on it find the service in any case.
 */
export async function listenOn(
  server: FastifyInstance,
  { address, tls }: Listening,
  port: number,
  limits: HttpLimits,
  connections = new Connections(limits.connections),
): Promise<Listener | null> {
  connections.watch(server.server);
  if (isLoopback(address) || (isWildcard(address) && tls === null)) {
    await server.listen({ host: address, port, backlog: limits.backlog });
    return null;
  }
  // A wildcard takes the port of every address: programs on this machine get another.
  await server.listen({ host: '127.0.0.1', port: isWildcard(address) ? 0 : port, backlog: limits.backlog });
  const own = server.server.address();
  const taken = port !== 0 || typeof own !== 'object' ? port : (own?.port ?? 0);
  const options = { ...serverOptions(limits), handshakeTimeout: limits.headersMs };
  const answer: Parameters<typeof createHttp>[1] = (request, response) => server.routing(request, response);
  const outer: Server = tls === null ? createHttp(options, answer) : createHttps({ ...options, ...tls }, answer);
  limitServer(outer, limits, limits.connections);
  connections.watch(outer);
  try {
    await new Promise<void>((resolve, reject) => {
      outer.once('error', reject);
      outer.listen({ host: address, port: taken, backlog: limits.backlog }, resolve);
    });
  } catch (error) {
    await server.close();
    throw error;
  }
  return {
    server: outer,
    close: () =>
      new Promise((resolve) => {
        outer.close(() => resolve());
        outer.closeAllConnections();
      }),
  };
}
