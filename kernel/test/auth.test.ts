// Signing in with somebody else: a real issuer on a port of its own, with keys that it publishes.
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createServer, defineTool, type AuthOptions, type HttpWire, type KernelServer } from '../index.ts';
import { silentLogger } from '../log/logger.ts';

interface Key {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
}

const whoAmI = defineTool({
  name: 'who_am_i',
  title: 'Who am I',
  toolsets: ['base'],
  description: { minimal: 'Says who calls.', rich: 'Says who calls.' },
  synonyms: [],
  input: z.object({}),
  output: z.object({ id: z.string(), role: z.string().nullable() }),
  hints: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  guard: 'unguarded',
  confirmation: 'none',
  cost: 'local',
  handler: (_, { session }) => session.principal,
});

const RESOURCE = 'https://journal.example.com/mcp';
const SCOPES = { 'journal:read': 'read', 'journal:ask': 'ask', 'journal:write': 'write' };

let issuerServer: Server;
let issuer: string;
const keys: Record<string, Key> = {};
const published: JWK[] = [];
const open: KernelServer[] = [];

async function addKey(alg: string): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = `${alg}-${published.length}`;
  published.push({ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' });
  return { alg, kid, privateKey };
}

beforeAll(async () => {
  keys.rsa = await addKey('RS256');
  keys.ec = await addKey('ES256');
  keys.weak = await addKey('PS256');
  issuerServer = createHttpServer((request, response) => {
    const body = request.url?.endsWith('/keys') ? { keys: published } : { issuer, jwks_uri: `${issuer}/keys` };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => issuerServer.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(issuerServer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await Promise.all(open.map((server) => server.close()));
  issuerServer.close();
});

async function serve(auth: Partial<AuthOptions> = {}): Promise<HttpWire> {
  const server = createServer({
    name: 'test',
    version: '1.0.0',
    tools: [whoAmI],
    toolsets: [{ name: 'base', description: 'All', always: true }],
    log: silentLogger,
    auth: { resource: RESOURCE, issuer, scopes: SCOPES, ...auth },
  });
  open.push(server);
  return server.http();
}

interface Claims {
  readonly key?: Key | undefined;
  readonly issuer?: string;
  readonly audience?: string;
  readonly scope?: string;
  readonly expires?: string | number;
}

function sign({ key = keys.rsa, scope = 'journal:read', ...claims }: Claims = {}): Promise<string> {
  const { alg, kid, privateKey } = key ?? expect.fail('no key');
  return new SignJWT({ scope })
    .setProtectedHeader({ alg, kid })
    .setIssuer(claims.issuer ?? issuer)
    .setAudience(claims.audience ?? RESOURCE)
    .setSubject('ada.lovelace')
    .setIssuedAt()
    .setExpirationTime(claims.expires ?? '5m')
    .sign(privateKey);
}

async function call(wire: HttpWire, token?: string) {
  const response = await fetch(wire.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'who_am_i',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'who_am_i',
        arguments: {},
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        },
      },
    }),
  });
  const text = await response.text();
  const role = /"role":"(\w+)"/.exec(text.replaceAll(String.raw`\"`, '"'))?.[1];
  return { status: response.status, challenge: response.headers.get('www-authenticate') ?? '', text, role };
}

describe('what is published', () => {
  test('stands at both addresses, for anybody', async () => {
    const { url } = await serve();
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']) {
      const response = await fetch(new URL(path, url), { headers: { origin: 'https://client.example.com' } });
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toEqual({
        resource: RESOURCE,
        authorization_servers: [issuer],
        scopes_supported: Object.keys(SCOPES),
        bearer_methods_supported: ['header'],
      });
    }
  });

  test('a request without a token learns where to get one', async () => {
    const { status, challenge } = await call(await serve());
    expect(status).toBe(401);
    expect(challenge).toContain(
      'resource_metadata="https://journal.example.com/.well-known/oauth-protected-resource/mcp"',
    );
  });

  test('a server without auth publishes nothing', async () => {
    const server = createServer({
      name: 'test',
      version: '1.0.0',
      tools: [whoAmI],
      toolsets: [{ name: 'base', description: 'All', always: true }],
      log: silentLogger,
    });
    open.push(server);
    const { url } = await server.http();
    expect((await fetch(new URL('/.well-known/oauth-protected-resource', url))).status).toBe(404);
  });
});

describe('a token', () => {
  test('of the issuer, for this server, gives the strongest role of its scopes', async () => {
    const wire = await serve();
    expect(await call(wire, await sign())).toMatchObject({ status: 200, role: 'read' });
    const both = await sign({ key: keys.ec, scope: 'openid journal:read journal:write' });
    expect(await call(wire, both)).toMatchObject({ status: 200, role: 'write' });
  });

  test('gives at most what the server itself has', async () => {
    const strong = await sign({ scope: 'journal:write' });
    expect((await call(await serve({ atMost: () => 'ask' }), strong)).role).toBe('ask');
    expect((await call(await serve({ atMost: () => null }), strong)).status).toBe(403);
  });

  test('its holder is distinguished from others, and named to no one', async () => {
    const { text } = await call(await serve(), await sign());
    expect(text).toContain('subject:');
    expect(text).not.toContain('lovelace');
  });

  test.each<[string, Claims]>([
    ['for another server', { audience: 'https://other.example.com/mcp' }],
    ['of another issuer', { issuer: 'https://evil.example.com' }],
    ['that has expired', { expires: 1 }],
  ])('%s is refused', async (_, claims) => {
    const { status, challenge } = await call(await serve(), await sign(claims));
    expect(status).toBe(401);
    expect(challenge).toContain('error="invalid_token"');
  });

  test('signed with an algorithm that is not taken, with an unknown key, or with none is refused', async () => {
    const wire = await serve();
    expect((await call(wire, await sign({ key: keys.weak }))).status).toBe(401);
    const { privateKey } = await generateKeyPair('RS256');
    expect((await call(wire, await sign({ key: { alg: 'RS256', kid: 'RS256-0', privateKey } }))).status).toBe(401);
    const [, body] = (await sign()).split('.');
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await call(wire, `${none}.${body}.x`)).status).toBe(401);
  });

  test('without a sufficient scope learns which scopes are', async () => {
    const { status, challenge } = await call(await serve(), await sign({ scope: 'openid' }));
    expect(status).toBe(403);
    expect(challenge).toContain('error="insufficient_scope"');
    expect(challenge).toContain('scope="journal:read journal:ask journal:write"');
  });

  test('cannot be judged while the issuer is away', async () => {
    const wire = await serve({ issuer: 'http://127.0.0.1:9' });
    expect((await call(wire, await sign({ issuer: 'http://127.0.0.1:9' }))).status).toBe(503);
  });
});

test('an address that others could change on the way is refused at the start', async () => {
  await expect(serve({ issuer: 'http://issuer.example.com' })).rejects.toThrow(/https/);
  await expect(serve({ resource: 'ftp://example.com' })).rejects.toThrow(/https/);
});
